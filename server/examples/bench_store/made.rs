//! Runs made of chance, the same each time: what people ask a shop, and what comes of it.

/// A generator that needs no seed from outside.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn from(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// Small numbers more often, as words are in a language.
    fn seldom(&mut self, bound: u64) -> u64 {
        let (one, other) = (self.below(bound), self.below(bound));
        one * other / bound
    }

    /// A word of a language with some thousand of them.
    pub(crate) fn word(&mut self) -> String {
        let nth = self.seldom(4_000);
        word(nth)
    }

    /// So many words.
    pub(crate) fn words(&mut self, count: u64) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

/// The word of that number.
pub(crate) fn word(mut nth: u64) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "ko", "mi", "tel", "ran", "shi", "du", "ver", "lo", "pen", "ga", "sto", "ni", "qua",
        "fel", "or", "zim", "hu", "che", "ya",
    ];
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[usize::try_from(nth % 20).unwrap_or(0)]);
        nth /= 20;
        if nth == 0 {
            return word;
        }
    }
}

/// The tools of the shop, the first ones more often.
pub(crate) fn tool(chance: &mut Chance) -> &'static str {
    const TOOLS: [&str; 10] = [
        "search_products",
        "get_product",
        "add_to_cart",
        "get_cart",
        "set_quantity",
        "read_reviews",
        "apply_coupon",
        "place_order",
        "subscribe_newsletter",
        "choose_demo",
    ];
    TOOLS[usize::try_from(chance.seldom(10)).unwrap_or(0)]
}

/// A run as a page sends it: eight steps, about 8 KB.
pub(crate) fn request(chance: &mut Chance, question: &str, answer: &str, now: u64) -> String {
    let result = chance.words(1_100);
    let tool = tool(chance);
    serde_json::json!({ "level": "full", "trace": {
        "version": 1, "startedAt": now - 4_000, "endedAt": now, "model": "proxy",
        "status": "answered", "page": { "origin": "https://shop.example", "path": "/cart" },
        "steps": [
            { "type": "user", "at": 0, "text": question },
            { "type": "tools", "at": 1, "tools": [{ "name": tool,
                "hash": "7bbe049c27d2729102e1f283a2eeed0c853d0f0c24b7d12b6be8efb822d925b0" }] },
            { "type": "model", "at": 2, "model": "proxy", "ms": 700, "answeredBy": "a-model",
                "reply": { "type": "tool", "name": tool }, "usage": { "input": 900, "output": 40 } },
            { "type": "tool-call", "at": 3, "call": { "id": "call_1", "name": tool,
                "arguments": { "query": chance.words(3) } } },
            { "type": "decision", "at": 4, "callId": "call_1", "allowed": true, "by": "visitor",
                "wait": 900 },
            { "type": "tool-result", "at": 5, "callId": "call_1", "outcome": "ok", "text": result },
            { "type": "model", "at": 6, "model": "proxy", "ms": 900, "reply": { "type": "answer" } },
            { "type": "answer", "at": 7, "text": answer },
        ],
    }})
    .to_string()
}
