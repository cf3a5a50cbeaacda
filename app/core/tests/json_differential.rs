//! A million generated documents, half of them damaged: what serde_json reads is read, what it
//! refuses is refused, and what is written is byte for byte the same. Known differences: we keep
//! `1E5` where serde_json writes `1e+5`, and read 128 levels where it reads 127.

use site_agent_core::json::{Number, Value, parse, parse_bytes};

const DOCUMENTS: usize = 1_000_000;

/// A tiny xorshift: the same documents on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "12",
    "0.5",
    "-0.0",
    "1e5",
    "1E5",
    "1e+5",
    "1E-05",
    "2.50e0",
    "1e400",
    "-1e-400",
    "123456789012345678901234567890",
    "18446744073709551616",
    "0.1000000000000000055511151231257827",
    "1.0",
    "9007199254740993",
];
const STRINGS: &[&str] = &[
    "",
    "a",
    "key",
    "é",
    "👍",
    "\u{0}",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b\\f\\r\\t",
    "\\u0041",
    "\\u00e9",
    "\\u0000",
    "\\u001f",
    "\\ud83d\\udc4d",
    "\\uD83D\\uDC4D",
    "\u{7f}",
    "\u{2028}",
    "\u{feff}",
    "\\ud800",
    "\\udc00x",
    "\\ud83d\\u0041",
    "\\uDBFF\\uDFFF",
    "</script>",
    "日本",
];
const BROKEN: &[&str] = &[
    "", ",", ":", "[", "]", "{", "}", "\"", "\\", "\\u12", "nul", "tru", "NaN", "-", "+1", "01",
    "1.", ".5", "1e", "1e+", "\t", "\n", "\u{b}", "\u{a0}", "//", "'", "e", "0", "-0", "\u{1}",
    "\\x", "\u{85}", "null", "true",
];

fn space(random: &mut Random, out: &mut Vec<u8>) {
    if random.below(6) == 0 {
        out.extend(random.pick(&[" ", "\n", "\t", "\r", "  "]).bytes());
    }
}

fn string(random: &mut Random, out: &mut Vec<u8>) {
    out.push(b'"');
    for _ in 0..random.below(3) {
        // Those that are escaped or plain by themselves; a raw NUL is refused.
        let piece = random.pick(STRINGS);
        if piece != "\u{0}" || random.below(50) == 0 {
            out.extend(piece.bytes());
        }
    }
    out.push(b'"');
}

fn document(random: &mut Random, levels: usize, out: &mut Vec<u8>) {
    space(random, out);
    match random.below(if levels > 0 { 9 } else { 5 }) {
        0 => out.extend(random.pick(&["null", "true", "false"]).bytes()),
        1 | 2 => out.extend(random.pick(NUMBERS).bytes()),
        3 | 4 => string(random, out),
        5 | 6 => {
            out.push(b'[');
            for nth in 0..random.below(4) {
                if nth > 0 {
                    out.push(b',');
                }
                document(random, levels - 1, out);
            }
            out.push(b']');
        }
        _ => {
            out.push(b'{');
            // Now and then enough keys for the way that large objects take.
            let many = random.below(60) == 0;
            for nth in 0..random.below(if many { 60 } else { 4 }) {
                if nth > 0 {
                    out.push(b',');
                }
                space(random, out);
                if many {
                    out.extend(format!("\"k{}\"", random.below(40)).bytes());
                } else {
                    string(random, out);
                }
                space(random, out);
                out.push(b':');
                document(random, if many { 0 } else { levels - 1 }, out);
            }
            out.push(b'}');
        }
    }
    space(random, out);
}

fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random.next().to_le_bytes()[3],
            2 if at < bytes.len() => {
                bytes.remove(at);
            }
            3 => {
                let twice = bytes[at..bytes.len().min(at + random.below(8))].to_vec();
                bytes.splice(at..at, twice);
            }
            _ => {
                bytes.splice(at..at, random.pick(BROKEN).bytes());
            }
        }
    }
}

/// The same value with its exponents spelt as serde_json spells them.
fn respelt(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let text = number.text().to_lowercase();
            let signed = match text.find('e').map(|at| text.split_at(at + 1)) {
                Some((before, after)) if !after.starts_with(['+', '-']) => {
                    format!("{before}+{after}")
                }
                _ => text,
            };
            Number::parse(&signed).map_or(Value::Null, Value::Number)
        }
        Value::Array(items) => items.iter().map(respelt).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(key, value)| (key, respelt(value))).collect())
        }
        other => other.clone(),
    }
}

/// Whether both agree to read the bytes; they must agree on all else.
fn agree(bytes: &[u8]) -> bool {
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    match (parse_bytes(bytes), serde_json::from_slice::<serde_json::Value>(bytes)) {
        (Err(_), Err(_)) => false,
        (Ok(ours), Ok(theirs)) => {
            let text = ours.to_text();
            assert_eq!(respelt(&ours).to_text(), theirs.to_string(), "{}", shown());
            assert_eq!(parse(&text).as_ref(), Ok(&ours), "{}", shown());
            true
        }
        (ours, theirs) => panic!("{}: we say {ours:?}, serde_json {theirs:?}", shown()),
    }
}

#[test]
fn a_million_documents_are_read_and_written_as_serde_json_does() {
    let (mut read, mut refused, mut bytes_seen) = (0, 0, 0);
    let mut random = Random(0x0DDB_1A5E_5BAD_5EED);
    let mut bytes = Vec::new();
    for nth in 0..DOCUMENTS {
        bytes.clear();
        document(&mut random, 3, &mut bytes);
        if nth % 2 == 1 {
            damage(&mut random, &mut bytes);
        }
        bytes_seen += bytes.len();
        if agree(&bytes) {
            read += 1;
        } else {
            refused += 1;
        }
    }
    println!("{read} read, {refused} refused, {bytes_seen} bytes");
    assert!(read > DOCUMENTS / 3 && refused > DOCUMENTS / 5);
}

#[test]
fn depth_is_the_one_known_difference() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(agree(nested(127).as_bytes()));
    assert!(parse(&nested(128)).is_ok());
    assert!(serde_json::from_str::<serde_json::Value>(&nested(128)).is_err());
    assert!(!agree(nested(129).as_bytes()));
}

#[test]
fn canonical_text_sorts_keys_as_a_sorted_map_does() {
    let mut random = Random(0xC0FF_EE00_1234_5678);
    let mut bytes = Vec::new();
    for _ in 0..20_000 {
        bytes.clear();
        document(&mut random, 3, &mut bytes);
        let (Ok(ours), Ok(mut theirs)) =
            (parse_bytes(&bytes), serde_json::from_slice::<serde_json::Value>(&bytes))
        else {
            continue;
        };
        theirs.sort_all_objects();
        assert_eq!(respelt(&ours).to_canonical(), theirs.to_string());
        let shuffled = parse(&ours.to_canonical());
        assert_eq!(shuffled.as_ref(), Ok(&ours), "the order of keys is no difference");
    }
    assert_eq!(Value::Null.to_canonical(), "null");
}
