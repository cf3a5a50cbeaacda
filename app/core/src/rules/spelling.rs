//! Slips of the finger: one letter wrong, missing, doubled or swapped in a word that tools go by.
//!
//! Only tried when nothing fitted, and only on words of five letters or more that begin right,
//! since short words are one letter away from everything.

use super::concepts;
use super::said::Said;
use super::shape::Shape;
use super::words::{Kind, Word};

/// Words that are often wanted, as one would type them.
const OFTEN: &str = "search show find browse compare remove change update order checkout subscribe newsletter basket \
    coupon voucher discount review reviews opinions details reserve cancel contact create apply quantity";

const LEAST_LETTERS: usize = 5;

/// The wish with its slips corrected; `None` when there was none.
pub(super) fn corrected(said: &Said, shapes: &[Shape]) -> Option<Said> {
    let mut text: Vec<String> = Vec::new();
    let mut changed = false;
    for word in &said.words {
        let known = word.kind != Kind::Plain
            || word.used
            || word.meaning != 0
            || word.lower.chars().count() < LEAST_LETTERS;
        match if known { None } else { meant(word, shapes) } {
            Some(meant) => {
                changed = true;
                text.push(meant);
            }
            None if word.kind == Kind::Quoted => text.push(format!("\"{}\"", word.text)),
            None => text.push(word.text.clone()),
        }
    }
    if !changed {
        return None;
    }
    super::said::wishes(&text.join(" ")).into_iter().next()
}

fn meant(word: &Word, shapes: &[Shape]) -> Option<String> {
    let near = |one: &str| {
        one.len() >= LEAST_LETTERS
            && one.chars().next() == word.lower.chars().next()
            && is_slip(&word.lower, one)
    };
    let often = OFTEN.split_whitespace().find(|one| near(one)).map(str::to_owned);
    often.or_else(|| {
        let names = shapes.iter().flat_map(|shape| &shape.name);
        names
            .filter(|name| concepts::of(name) == 0 || name.len() > LEAST_LETTERS)
            .find(|name| near(name))
            .cloned()
    })
}

/// Whether the words differ by one letter put in, left out, replaced, or two swapped.
fn is_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([_, a @ ..], b) if a == b => true,
        (a, [_, b @ ..]) if a == b => true,
        ([_, a @ ..], [_, b @ ..]) if a == b => true,
        ([a1, a2, a @ ..], [b1, b2, b @ ..]) => a1 == b2 && a2 == b1 && a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_slip;

    #[test]
    fn one_slip_is_forgiven_and_two_are_not() {
        for typed in ["serach", "searh", "seearch", "seatch", "searchh"] {
            assert!(is_slip(typed, "search"), "{typed}");
        }
        for typed in ["search", "sarhc", "searching", "", "hcraes"] {
            assert!(!is_slip(typed, "search"), "{typed}");
        }
    }
}
