//! How near each tool is to a question, for pages with more tools than a model takes.
//!
//! A question and a tool are near when they have words in common, whatever their endings: most
//! languages bend a word at its end. A word counts the more the fewer tools have it, so that "the"
//! and a shop's own name decide nothing that "coupon" can, in any language; in a tool's name it
//! counts twice. Meanings are left to the model: this only has to leave out what it will hardly miss.

use std::cmp::Reverse;

use crate::letters::{is_capital, is_of_word, is_small, lower};
use crate::protocol::ToolSpec;

/// Different words of a text that are looked at, from its beginning.
const MAX_WORDS: usize = 200;

/// The places of all tools, the nearest first; those equally near keep their order.
pub(super) fn nearest_first(question: &str, specs: &[ToolSpec]) -> Vec<usize> {
    let words: Vec<_> =
        specs.iter().map(|spec| [words_in(&spec.name), words_in(&spec.description)]).collect();
    let mut points = vec![0; specs.len()];
    for asked in &words_in(question) {
        let has = |words: &[String]| words.iter().any(|word| are_near(word, asked));
        let times: Vec<usize> = words
            .iter()
            .map(|[name, words]| if has(name) { 2 } else { usize::from(has(words)) })
            .collect();
        let sharers = times.iter().filter(|&&times| times > 0).count();
        for (points, times) in points.iter_mut().zip(times) {
            *points += times * specs.len() / sharers.max(1);
        }
    }
    let mut places: Vec<usize> = (0..specs.len()).collect();
    places.sort_unstable_by_key(|&at| (Reverse(points[at]), at));
    places
}

/// Whether two words are one but for their endings: "book" and "booking", "кружка" and "кружки".
fn are_near(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let endings = [one, other].map(|word| word.chars().count() - common);
    match common {
        0..3 => endings == [0, 0],
        3 => endings.contains(&0) && endings.iter().all(|&ending| ending <= 3),
        _ => endings.iter().all(|&ending| ending <= 4),
    }
}

/// A text's first words, each once. `addToCart` and `add_to_cart` are three words.
fn words_in(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_small = false;
    for ch in text.chars().chain([' ']) {
        let ends = !is_of_word(ch);
        if (ends || after_small && is_capital(ch)) && !word.is_empty() {
            let word = std::mem::take(&mut word);
            if words.len() == MAX_WORDS {
                return words;
            }
            if !words.contains(&word) {
                words.push(word);
            }
        }
        if !ends {
            // A sigma looks different at the end of a word.
            word.push(if ch == 'ς' { 'σ' } else { lower(ch) });
        }
        after_small = is_small(ch);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{are_near, nearest_first, words_in};
    use crate::json::{Object, Value};
    use crate::protocol::ToolSpec;

    fn tools(texts: &[(&str, &str)]) -> Vec<ToolSpec> {
        let spec = |(name, description): &(&str, &str)| ToolSpec {
            name: (*name).to_owned(),
            description: (*description).to_owned(),
            input_schema: Value::Object(Object::new()),
        };
        texts.iter().map(spec).collect()
    }

    fn shop() -> Vec<ToolSpec> {
        tools(&[
            ("get_cart", "Show the cart: lists the items in the cart with their prices."),
            ("search_products", "Search products: finds products of the shop by words."),
            ("read_reviews", "Read reviews: what people say about a product."),
            ("addToCart", "Add to cart: puts a product into the cart."),
            ("apply_coupon", "Apply a coupon: takes a code off the price of the cart."),
            ("subscribe_newsletter", "Subscribe to the newsletter of the shop by email."),
        ])
    }

    #[test]
    fn the_fitting_tool_comes_first_and_all_are_kept() {
        let shop = shop();
        for (question, first) in [
            ("add two mugs to my cart", "addToCart"),
            ("what do people say about the mug", "read_reviews"),
            ("subscribe me to the newsletter", "subscribe_newsletter"),
            ("I have a COUPON, SAVE10", "apply_coupon"),
            ("Find mugs, please", "search_products"),
            ("show me the cart", "get_cart"),
        ] {
            let mut places = nearest_first(question, &shop);
            assert_eq!(shop[places[0]].name, first, "{question}");
            places.sort_unstable();
            assert_eq!(places, [0, 1, 2, 3, 4, 5]);
        }
    }

    #[test]
    fn two_wishes_bring_two_tools_to_the_front() {
        let shop = shop();
        let places =
            nearest_first("find products and subscribe me to the newsletter by email", &shop);
        let mut front: Vec<_> = places[..2].iter().map(|&at| shop[at].name.as_str()).collect();
        front.sort_unstable();
        assert_eq!(front, ["search_products", "subscribe_newsletter"]);
    }

    #[test]
    fn those_equally_near_keep_their_order() {
        let shop = shop();
        assert_eq!(nearest_first("", &shop), [0, 1, 2, 3, 4, 5]);
        assert_eq!(nearest_first("Wie spät ist es?", &shop), [0, 1, 2, 3, 4, 5]);
        let same = tools(&[("other", "x"), ("a", "book a table"), ("b", "book a table")]);
        assert_eq!(nearest_first("booking tables", &same), [1, 2, 0]);
        assert!(nearest_first("x", &[]).is_empty());
    }

    #[test]
    fn a_rare_word_outweighs_common_ones_and_a_name_a_description() {
        let common = tools(&[
            ("one", "the site of the museum"),
            ("two", "the site of the museum"),
            ("three", "the site of the museum"),
            ("four", "tickets"),
        ]);
        assert_eq!(nearest_first("ticket of the museum", &common)[0], 3);
        let named = tools(&[("a", "opening hours"), ("hours", "when we are there")]);
        assert_eq!(nearest_first("hours?", &named), [1, 0]);
    }

    #[test]
    fn words_meet_whatever_their_endings() {
        for (one, other) in [
            ("review", "reviews"),
            ("booked", "booking"),
            ("price", "pricing"),
            ("add", "adding"),
            ("stories", "story"),
            ("becher", "bechern"),
            ("größe", "größen"),
            ("кружка", "кружки"),
            ("καλάθι", "καλάθια"),
            ("sepet", "sepetime"),
            ("a", "a"),
        ] {
            assert!(are_near(one, other) && are_near(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("cart", "card"),
            ("news", "newsletter"),
            ("in", "info"),
            ("a", "an"),
            ("", "x"),
            ("shop", "ship"),
            ("кружка", "коробка"),
        ] {
            assert!(!are_near(one, other) && !are_near(other, one), "{one} {other}");
        }
    }

    #[test]
    fn words_part_at_humps_and_meet_in_any_case() {
        assert_eq!(words_in("addToCart"), words_in("add_to_cart"));
        assert_eq!(words_in("Über-Größen, ΚΡΌΣΣΟΣ"), ["über", "größen", "κρόσσοσ"]);
        assert_eq!(words_in("3D 3d"), ["3d"]);
        assert!(words_in(" – …").is_empty());
    }

    #[test]
    fn a_long_question_takes_no_time() {
        let words = "words of a description, a few of them in each";
        let many = tools(&vec![("a_tool", words); 2_000]);
        let question: Vec<String> = (0..20_000).map(|nth| format!("word{nth}")).collect();
        let question = question.join(" ");
        assert_eq!(nearest_first(&question, &many).len(), 2_000);
    }
}
