//! What a person types into a search: words to look for, and perhaps a highest price.

use super::money::Cents;
use super::product::{Search, Sort};

/// Longer searches are cut: nobody types more words than this.
const MOST_WORDS: usize = 8;

/// Reads `mugs under 20 euros` as the word `mugs` and a highest price.
pub fn read(text: &str, max: Option<Cents>, sort: Sort) -> Search {
    let lower = text.to_lowercase().replace('€', " € ");
    let tokens: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | ',' | '€')))
        .map(|token| token.trim_matches(['.', ',']))
        .filter(|token| !token.is_empty())
        .collect();
    let (mut words, mut typed_max) = (Vec::new(), None);
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        if let Some((price, after)) = price(rest) {
            typed_max = Some(price);
            rest = after;
            continue;
        }
        if !is_filler(token) && words.len() < MOST_WORDS {
            words.push((*token).to_owned());
        }
        rest = after;
    }
    Search { words, max: max.or(typed_max), sort }
}

/// A highest price at the start of the words, and what follows it.
fn price<'a, 't>(tokens: &'a [&'t str]) -> Option<(Cents, &'a [&'t str])> {
    let (bounded, rest) = match tokens {
        ["under" | "below" | "max" | "maximum" | "within", rest @ ..]
        | ["less" | "cheaper", "than", rest @ ..]
        | ["up", "to", rest @ ..]
        | ["at", "most", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (signed, rest) = match rest {
        ["€", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let [number, rest @ ..] = rest else { return None };
    let price = Cents::from_euros(number)?;
    let (named, rest) = match rest {
        ["€" | "euro" | "euros" | "eur", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    (bounded || signed || named).then_some((price, rest))
}

/// Words that say that one is looking, not for what.
fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "and"
            | "any"
            | "are"
            | "can"
            | "do"
            | "find"
            | "for"
            | "from"
            | "get"
            | "give"
            | "have"
            | "i"
            | "in"
            | "is"
            | "like"
            | "list"
            | "looking"
            | "me"
            | "my"
            | "need"
            | "of"
            | "on"
            | "or"
            | "please"
            | "product"
            | "products"
            | "search"
            | "shop"
            | "show"
            | "some"
            | "something"
            | "that"
            | "the"
            | "there"
            | "to"
            | "want"
            | "what"
            | "which"
            | "with"
            | "you"
            | "your"
            | "€"
    )
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::shop::money::Cents;
    use crate::shop::product::Sort;

    #[test]
    fn a_price_is_taken_out_of_the_words() {
        for (text, words, max) in [
            ("mugs", &["mugs"][..], None),
            ("find mugs under 20 euros", &["mugs"], Some(2000)),
            ("Mugs under €20", &["mugs"], Some(2000)),
            ("mugs up to 19,90 €", &["mugs"], Some(1990)),
            ("20 euro mugs", &["mugs"], Some(2000)),
            ("something below 15", &[], Some(1500)),
            ("show me the bread knife, please", &["bread", "knife"], None),
            ("set of 4 tumblers", &["set", "4", "tumblers"], None),
            ("under", &["under"], None),
            ("", &[], None),
        ] {
            let search = read(text, None, Sort::Best);
            assert_eq!(search.words, words, "{text}");
            assert_eq!(search.max, max.map(Cents), "{text}");
        }
    }

    #[test]
    fn a_price_in_a_field_of_its_own_comes_first() {
        let search = read("mugs under 20", Some(Cents(1000)), Sort::Price);
        assert_eq!((search.max, search.sort), (Some(Cents(1000)), Sort::Price));
    }

    #[test]
    fn a_novel_is_cut_to_a_few_words() {
        assert_eq!(read(&"walnut ".repeat(5000), None, Sort::Best).words.len(), 8);
    }
}
