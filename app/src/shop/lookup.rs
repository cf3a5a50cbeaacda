//! Finding the product that a person or a model means.
//!
//! A name is never guessed at: one product is meant beyond doubt, or several could be, or none is
//! and what comes close is offered.

use super::ids::Sku;
use super::product::Product;

/// Whom the words point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// Exactly this one.
    One(&'a Product),
    /// All of these; the visitor must say which.
    Several(Vec<&'a Product>),
    /// None; these have something in common with the words.
    None(Vec<&'a Product>),
}

/// At most this many are offered.
const OFFERED: usize = 6;

/// Finds what `wanted` names: by article number, by name, by the name's words in singular or
/// plural, by words that only one name has.
pub fn look_up<'a>(wanted: &str, shelf: &'a [Product]) -> Lookup<'a> {
    let wanted = wanted.trim();
    if let Some(sku) = Sku::parse(wanted)
        && let Some(product) = shelf.iter().find(|product| product.sku == sku)
    {
        return Lookup::One(product);
    }
    let folded = wanted.to_lowercase();
    if let Some(product) = shelf.iter().find(|product| product.name.to_lowercase() == folded) {
        return Lookup::One(product);
    }
    let words = words(wanted);
    if words.is_empty() {
        return Lookup::None(Vec::new());
    }
    let named: Vec<_> = shelf.iter().map(|product| (product, self::words(&product.name))).collect();
    if let Some((product, _)) = named.iter().find(|(_, name)| *name == words) {
        return Lookup::One(product);
    }
    let having: Vec<_> = named
        .iter()
        .filter(|(_, name)| words.iter().all(|word| name.contains(word)))
        .map(|(product, _)| *product)
        .collect();
    match having.as_slice() {
        [one] => Lookup::One(one),
        [] => Lookup::None(close(&words, &named)),
        _ => Lookup::Several(having.into_iter().take(OFFERED).collect()),
    }
}

/// What shares a word, or a word with a slip of the keyboard, the most shared first.
fn close<'a>(words: &[String], named: &[(&'a Product, Vec<String>)]) -> Vec<&'a Product> {
    let shared = |name: &[String]| {
        words.iter().filter(|word| name.iter().any(|own| is_near(word, own))).count()
    };
    let mut scored: Vec<_> = named
        .iter()
        .map(|(product, name)| (shared(name), *product))
        .filter(|(score, _)| *score > 0)
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().take(OFFERED).map(|(_, product)| product).collect()
}

/// The words of a name in the singular, without those that name nothing.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !matches!(*word, "" | "a" | "an" | "the" | "of" | "my" | "one" | "this"))
        .map(singular)
        .collect()
}

/// The singular of an English noun, near enough to compare names by.
fn singular(word: &str) -> String {
    let stem = |end: &str| word.strip_suffix(end).filter(|stem| stem.len() > 1);
    if let Some(stem) = stem("ies") {
        format!("{stem}y")
    } else if let Some(stem) = stem("ves") {
        format!("{stem}fe")
    } else if ["sses", "shes", "ches", "xes"].iter().any(|end| word.ends_with(end)) {
        word[..word.len() - 2].to_owned()
    } else if word.ends_with("ss") {
        word.to_owned()
    } else {
        stem("s").unwrap_or(word).to_owned()
    }
}

/// True for equal words, and for words of four letters or more that one slip apart: a letter
/// wrong, missing, doubled or swapped with its neighbour.
fn is_near(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().min(b.len()) < 4 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([_, a @ ..], [_, b @ ..]) if a == b => true,
        ([_, rest @ ..], b) if rest == b => true,
        (a, [_, rest @ ..]) if a == rest => true,
        ([a1, a2, a @ ..], [b1, b2, b @ ..]) => a1 == b2 && a2 == b1 && a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Lookup, is_near, look_up};
    use crate::shop::ids::Sku;
    use crate::shop::money::Cents;
    use crate::shop::product::Product;

    fn shelf() -> Vec<Product> {
        [
            ("MUG-BLUE", "Blue enamel mug"),
            ("MUG-WHITE", "White enamel mug"),
            ("MUG-TALL", "Tall porcelain mug"),
            ("BOARD-WALNUT", "Walnut board"),
            ("KNIFE-BREAD", "Bread knife"),
            ("BIN-BREAD", "Bread bin"),
            ("GLASS-FOUR", "Tumblers, set of four"),
            ("CLOTH-TABLE", "Tablecloth"),
        ]
        .into_iter()
        .map(|(sku, name)| Product {
            sku: Sku::parse(sku).unwrap(),
            name: name.to_owned(),
            category: "table".to_owned(),
            price: Cents(100),
            brief: String::new(),
            stock: 1,
        })
        .collect()
    }

    fn found(wanted: &str) -> Result<String, Vec<String>> {
        let shelf = shelf();
        let names = |products: Vec<&Product>| products.iter().map(|p| p.sku.to_string()).collect();
        match look_up(wanted, &shelf) {
            Lookup::One(product) => Ok(product.sku.to_string()),
            Lookup::Several(products) | Lookup::None(products) => Err(names(products)),
        }
    }

    #[test]
    fn a_product_is_found_by_number_name_plural_and_its_own_words() {
        for (wanted, sku) in [
            ("MUG-BLUE", "MUG-BLUE"),
            (" mug-blue ", "MUG-BLUE"),
            ("blue ENAMEL mug", "MUG-BLUE"),
            ("blue enamel mugs", "MUG-BLUE"),
            ("the blue mug", "MUG-BLUE"),
            ("enamel mug, blue", "MUG-BLUE"),
            ("walnut boards", "BOARD-WALNUT"),
            ("walnut", "BOARD-WALNUT"),
            ("bread knives", "KNIFE-BREAD"),
            ("a set of four tumblers", "GLASS-FOUR"),
            ("tablecloths", "CLOTH-TABLE"),
        ] {
            assert_eq!(found(wanted), Ok(sku.to_owned()), "{wanted}");
        }
    }

    #[test]
    fn several_that_fit_are_all_named() {
        let shelf = shelf();
        assert!(matches!(look_up("enamel mug", &shelf), Lookup::Several(p) if p.len() == 2));
        assert!(matches!(look_up("mugs", &shelf), Lookup::Several(p) if p.len() == 3));
        assert!(matches!(look_up("bread", &shelf), Lookup::Several(p) if p.len() == 2));
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_comes_close() {
        assert_eq!(found("red enamel mug").unwrap_err()[..2], ["MUG-BLUE", "MUG-WHITE"]);
        assert_eq!(found("wlanut boad"), Err(vec!["BOARD-WALNUT".to_owned()]));
        assert_eq!(found("spaceship"), Err(Vec::new()));
        assert_eq!(found(""), Err(Vec::new()));
        assert_eq!(found("the"), Err(Vec::new()));
    }

    #[test]
    fn a_slip_of_the_keyboard_is_near_and_another_word_is_not() {
        for (a, b) in
            [("enamel", "enamle"), ("board", "boad"), ("board", "boarrd"), ("blue", "blus")]
        {
            assert!(is_near(a, b) && is_near(b, a), "{a} {b}");
        }
        for (a, b) in [("mug", "rug"), ("board", "bread"), ("bin", "pin"), ("table", "cable car")] {
            assert!(!is_near(a, b), "{a} {b}");
        }
    }
}
