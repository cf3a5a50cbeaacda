//! The small tables of letters against those of the standard library.

use site_agent_core::letters::{is_capital, is_of_word, lower, lowered, upper};

/// The planes that scripts in use are in, and one beyond.
fn all() -> impl Iterator<Item = char> {
    '\0'..='\u{1ffff}'
}

/// The one letter that a mapping of the standard library gives.
fn only(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}

/// Latin, Greek, Cyrillic and Armenian as they are written today.
const LIVING: [std::ops::RangeInclusive<char>; 7] = [
    '\0'..='\u{180}',
    '\u{1cd}'..='\u{1db}',
    '\u{1f8}'..='\u{21f}',
    '\u{386}'..='\u{3ce}',
    '\u{400}'..='\u{45f}',
    '\u{48a}'..='\u{58f}',
    '\u{1e00}'..='\u{1e95}',
];

#[test]
fn what_is_changed_is_changed_as_everywhere() {
    for ch in all().filter(|ch| lower(*ch) != *ch && *ch != 'İ') {
        assert_eq!(Some(lower(ch)), only(ch.to_lowercase()), "{ch}");
        assert!(is_capital(ch), "{ch}");
    }
    for ch in all().filter(|ch| upper(*ch) != *ch) {
        assert_eq!(Some(upper(ch)), only(ch.to_uppercase()), "{ch}");
        assert!(!is_capital(ch), "{ch}");
    }
    assert_eq!((lower('İ'), upper('i'), upper('ı')), ('i', 'I', 'ı'));
}

#[test]
fn no_letter_of_a_living_script_is_left_out() {
    for ch in LIVING.into_iter().flatten().filter(|ch| *ch != 'İ') {
        assert_eq!(lower(ch), only(ch.to_lowercase()).unwrap_or(ch), "{ch}");
    }
    let words = "ÄÖÜ ÇĞŞ ŁŻ ŐŰ ȘȚ ƏX ƁƊƘ ƠƯ ẤỆ ΣΆΈ ЁЖЯ ЇҐ ӘҢҮ ԱՖ ᲐᲑ ＡＢ";
    assert_eq!(lowered(words), words.to_lowercase());
}

#[test]
fn words_of_many_languages_part_where_they_should() {
    for text in [
        "Füge zwei Becher hinzu – bitte!",
        "¿Dónde está el carrito? «Aquí», dijo.",
        "L’été, c’est l’heure d’été…",
        "Sepetime iki kupa ekle, İstanbul'a gönder.",
        "Добавь в корзину две кружки; спасибо!",
        "Βάλε δύο κούπες στο καλάθι· ευχαριστώ;",
        "أضف كوبين إلى السلة، من فضلك؟",
        "הוסף שני ספלים לסל־הקניות, בבקשה",
        "カートにマグカップを二つ入れて、お願いします。",
        "把两个杯子放进购物车，谢谢！",
        "장바구니에 머그잔 두 개 담아 줘.",
        "ใส่แก้วสองใบลงในตะกร้า",
        "Thêm hai cốc vào giỏ hàng!",
        "€5, 20% & 3 × 4 = 12 “quoted” (a/b) 🙂 x",
    ] {
        let words = |is_of_word: fn(char) -> bool| -> Vec<&str> {
            text.split(|ch| !is_of_word(ch)).filter(|word| !word.is_empty()).collect()
        };
        // Signs that sit on a letter part no word, though the standard library says so.
        let known = |ch: char| ch.is_alphanumeric() || ('\u{e31}'..='\u{e4e}').contains(&ch);
        assert_eq!(words(is_of_word), words(known), "{text}");
    }
}

#[test]
fn letters_and_digits_are_of_words_in_all_scripts() {
    // In circles and boxes, and a Cyrillic sign that is alone among punctuation.
    let pictures =
        |ch: char| matches!(ch, '\u{2460}'..='\u{2bff}' | '\u{2e2f}' | '\u{1f000}'..='\u{1faff}');
    for ch in all().filter(|ch| ch.is_alphanumeric()) {
        assert!(is_of_word(ch) || pictures(ch), "{ch}");
    }
}

#[test]
fn what_shows_as_a_gap_is_of_no_word() {
    for ch in all().filter(|ch| ch.is_whitespace() || ch.is_control()) {
        assert!(!is_of_word(ch), "{ch:?}");
    }
}
