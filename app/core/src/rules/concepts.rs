//! Words that mean the same to a page's tools: "basket" is a cart, "buy" is adding to one.
//!
//! A meaning is a set of bits, since a word can have several. Meanings are of two kinds: what
//! somebody wants done ([`ACTIONS`]), and what it is done to.

use super::stems::singular;
use super::words::{Kind, Word};

pub(super) const SEARCH: u32 = 1;
pub(super) const READ: u32 = 1 << 1;
pub(super) const DETAIL: u32 = 1 << 2;
pub(super) const COMPARE: u32 = 1 << 3;
pub(super) const ADD: u32 = 1 << 4;
pub(super) const SET: u32 = 1 << 5;
pub(super) const REMOVE: u32 = 1 << 6;
pub(super) const ORDER: u32 = 1 << 7;
pub(super) const APPLY: u32 = 1 << 8;
pub(super) const JOIN: u32 = 1 << 9;
pub(super) const BOOK: u32 = 1 << 10;
pub(super) const CANCEL: u32 = 1 << 11;
pub(super) const SEND: u32 = 1 << 12;
pub(super) const CREATE: u32 = 1 << 13;

const CART: u32 = 1 << 16;
pub(super) const REVIEW: u32 = 1 << 17;
const COUPON: u32 = 1 << 18;
const NEWS: u32 = 1 << 19;
const PAGE: u32 = 1 << 20;
pub(super) const ITEM: u32 = 1 << 21;
const PLAN: u32 = 1 << 22;
const TICKET: u32 = 1 << 23;
const FREE: u32 = 1 << 24;
const BOOKING: u32 = 1 << 25;
const AMOUNT: u32 = 1 << 26;

/// Actions that only look.
pub(super) const READS: u32 = SEARCH | READ | DETAIL | COMPARE;

/// Actions that change something.
pub(super) const WRITES: u32 =
    ADD | SET | REMOVE | ORDER | APPLY | JOIN | BOOK | CANCEL | SEND | CREATE;

/// Everything that somebody can want done.
pub(super) const ACTIONS: u32 = READS | WRITES;

/// Stems and their meanings.
const STEMS: &[(&str, u32)] = &[
    ("find search look brows hunt", SEARCH),
    ("show list see giv", SEARCH | READ),
    ("get fetch read view display check track status history overview summary", READ),
    ("detail info information describ explain spec specification", DETAIL),
    ("price cost pric stock deliver delivery arriv ship material dimension weigh weight", DETAIL),
    ("compar versus vs differenc", COMPARE),
    ("add put buy purchas throw toss grab", ADD),
    (
        "set chang updat adjust modify increas decreas reduc edit turn switch toggl enabl disabl",
        SET,
    ),
    ("remov delet clear empty", REMOVE),
    ("plac checkout pay", ORDER),
    ("apply use redeem enter try", APPLY),
    ("subscrib join signup register enroll", JOIN),
    ("book reserv schedul", BOOK | BOOKING),
    ("reservation appointment", BOOK | BOOKING),
    ("cancel cancell unsubscrib", CANCEL),
    ("contact send messag talk reach writ transfer", SEND),
    ("creat mak fil submit report rais", CREATE),
    ("open", CREATE | READ),
    ("cart basket bag trolley total subtotal", CART),
    ("review opinion rat feedback comment testimonial", REVIEW),
    ("coupon voucher discount promo promotion cod", COUPON),
    ("newsletter subscription", NEWS),
    ("pag context", PAGE),
    ("product item articl", ITEM),
    ("plan tier packag", PLAN),
    ("ticket issu bug incident problem", TICKET),
    ("availabl availability slot vacancy vacant", FREE),
    ("quantity qty amount", AMOUNT),
];

/// Phrases and their meanings. Between their words a small word may stand ("sign me up").
const PHRASES: &[(&str, u32)] = &[
    ("people say", REVIEW),
    ("people think", REVIEW),
    ("customers say", REVIEW),
    ("customers think", REVIEW),
    ("others say", REVIEW),
    ("others think", REVIEW),
    ("any good", REVIEW),
    ("worth it", REVIEW),
    ("worth the money", REVIEW),
    ("worth money", REVIEW),
    ("how good", REVIEW),
    ("people like", REVIEW),
    ("people love", REVIEW),
    ("anyone complained", REVIEW),
    ("best rated", 0),
    ("top rated", 0),
    ("highest rated", 0),
    ("check out", ORDER),
    ("buy now", ORDER),
    ("place order", ORDER),
    ("complete order", ORDER),
    ("complete purchase", ORDER),
    ("finish order", ORDER),
    ("finish purchase", ORDER),
    ("buy everything", ORDER),
    ("buy all", ORDER),
    ("buy items", ORDER),
    ("purchase everything", ORDER),
    ("purchase items", ORDER),
    ("order everything", ORDER),
    ("make it", SET),
    ("make that", SET),
    ("submit order", ORDER),
    ("confirm order", ORDER),
    ("make reservation", BOOK | BOOKING),
    ("sign up", JOIN),
    ("mailing list", NEWS),
    ("keep posted", JOIN | NEWS),
    ("take out", REMOVE),
    ("take off", REMOVE),
    ("get rid of", REMOVE),
    ("call off", CANCEL),
    ("tell about", DETAIL),
    ("tell more", DETAIL),
    ("know about", DETAIL),
    ("more about", DETAIL),
    ("how much", DETAIL),
    ("in stock", DETAIL),
    ("how long", DETAIL),
    ("how big", DETAIL),
    ("how large", DETAIL),
    ("how heavy", DETAIL),
    ("how tall", DETAIL),
    ("how wide", DETAIL),
    ("made of", DETAIL),
    ("do you have", SEARCH),
    ("do you sell", SEARCH),
    ("you got", SEARCH),
    ("looking for", SEARCH),
    ("search for", SEARCH),
    ("look for", SEARCH),
    ("look at", READ),
    ("get in touch", SEND),
    ("speak to", SEND),
    ("talk to", SEND),
    ("where am i", PAGE | READ),
    ("what page", PAGE | READ),
    ("which page", PAGE | READ),
    ("this page", PAGE),
    ("see here", PAGE | READ),
    ("this shop", PAGE),
    ("this site", PAGE),
    ("this website", PAGE),
    ("this store", PAGE),
    ("send newsletter", JOIN | NEWS),
    ("difference between", COMPARE),
];

/// The meanings of a stem.
pub(super) fn of(stem: &str) -> u32 {
    let has = |stems: &str| stems.split(' ').any(|one| one == stem);
    STEMS.iter().filter(|(stems, _)| has(stems)).fold(0, |all, (_, meaning)| all | meaning)
}

/// Finds the phrases and what the words around a word make of it.
pub(super) fn read(words: &mut [Word]) {
    for at in 0..words.len() {
        for (phrase, meaning) in PHRASES {
            if let Some(places) = phrase_at(words, at, phrase) {
                for place in places {
                    words[place].meaning = 0;
                    words[place].used = true;
                }
                words[at].meaning = *meaning;
                break;
            }
        }
    }
    let instead = words.iter().any(|word| word.is("instead"));
    for at in 0..words.len() {
        let before = at.checked_sub(1).map(|at| &words[at]);
        let noun = before.is_some_and(|word| word.is("my the an a this your our last"));
        match words[at].lower.as_str() {
            "order" if noun => words[at].meaning = ORDER,
            "order" => {
                let counts = words
                    .get(at + 1)
                    .is_some_and(|next| next.kind == Kind::Number || next.is("a an the some"));
                words[at].meaning = if counts { ADD } else { ORDER };
            }
            // "I want two mugs", "get me two mugs": somebody who counts wants to have them.
            "want" | "like" | "take" | "need" | "get" | "give" | "have" | "ad" => {
                let next = words[at + 1..].iter().find(|word| !word.is("me us to"));
                let away = words[at..].iter().any(|word| word.is("out off from"));
                let meaning = match next {
                    Some(_) if words[at].is("take") && away => REMOVE,
                    Some(next) if next.kind == Kind::Number => ADD,
                    Some(next) if words[at].is("take") && next.is("the a an it this that") => ADD,
                    Some(next)
                        if words[at].is("want need") && next.is("a an some something new") =>
                    {
                        SEARCH
                    }
                    _ => words[at].meaning,
                };
                words[at].meaning = meaning;
            }
            _ if is_noun_here(words, at) => words[at].meaning &= !(SEARCH | READ | WRITES),
            _ => {}
        }
        // "Three mugs instead": changed, not added.
        if instead && words[at].meaning & ADD != 0 {
            words[at].meaning = SET;
        }
    }
}

/// Whether a word that could be a verb is a thing by its place: "a tea set", "the list", "my
/// booking", "set of bowls".
fn is_noun_here(words: &[Word], at: usize) -> bool {
    let word = &words[at];
    let before = at.checked_sub(1).map(|at| &words[at]).filter(|_| !word.after_break);
    let described = before.is_some_and(|before| {
        before.is("my the an a your our last of")
            || (before.is_content() && before.meaning & ACTIONS == 0)
    });
    // Nobody tells an agent to "books"; a plural is a thing.
    let many = singular(&word.lower) != word.lower;
    let of = words.get(at + 1).is_some_and(|next| next.is("of"));
    !word.used
        && word.meaning & ACTIONS & !DETAIL != 0
        && (many || described || of && word.is("set list"))
}

/// The places of a phrase's words, when it begins at `at`.
fn phrase_at(words: &[Word], at: usize, phrase: &str) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    let mut next = at;
    for part in phrase.split(' ') {
        let small = |word: &Word| word.lower != part && word.is("me us my the a an your our");
        for _ in 0..2 {
            next += usize::from(!places.is_empty() && words.get(next).is_some_and(small));
        }
        let word = words.get(next).filter(|word| {
            word.kind == Kind::Plain && !word.used && !word.after_break || next == at
        })?;
        if word.lower != part || word.used {
            return None;
        }
        places.push(next);
        next += 1;
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use crate::rules::stems::stem;

    #[test]
    fn words_as_people_write_them_meet_the_table() {
        for word in "find browsing browse shows lists gives details information describe price prices cost stock \
            delivered delivery arrives compare compared versus difference adding buy purchases changes updated increase \
            decrease reduce removed deleting placed applies use subscribe joined reserved booking schedule reservations \
            cancelled unsubscribe contacts messages writing created filing submitted raise opened baskets reviews \
            opinions rated ratings comments coupons vouchers codes pages products items articles plans tickets issues \
            available availability quantity"
            .split_ascii_whitespace()
        {
            assert_ne!(super::of(&stem(word)), 0, "{word} → {}", stem(word));
        }
    }
}
