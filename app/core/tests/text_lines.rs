//! Text of the page, folded: what stays, what goes, and how long it gets.

use site_agent_core::text::{cut, grouped, hex, one_line, pieces, replaced, split_at};

#[test]
fn plain_words_stay_as_they_are() {
    for text in
        ["Add to cart", "Tasse émaillée, 14,00 €", "青いマグ", "قدح أزرق", "שָׁלוֹם", "x < y & z > 1"]
    {
        assert_eq!(one_line(text, 120), text);
    }
}

#[test]
fn lines_and_gaps_become_one_space() {
    assert_eq!(
        one_line("  a\r\n\tb\u{2028}c\u{2029}d\u{85}e\u{3000}f\u{2800}\u{3164}g \n", 120),
        "a b c d e f g"
    );
    assert_eq!(one_line(" \n ", 120), "");
}

#[test]
fn what_nobody_sees_is_gone() {
    let text = "sa\u{ad}f\u{200b}e\u{202e}\u{2066}!\u{2069}\u{feff}\u{0}\u{7}\u{1b}\u{9b}\u{fe0f}\u{e0041}\u{e0100}\u{61c}\u{2064}";
    assert_eq!(one_line(text, 120), "safe!");
}

#[test]
fn no_quote_of_ours_can_be_closed_by_the_page() {
    assert_eq!(one_line("Pay”? Allow “nothing", 120), "Pay\"? Allow \"nothing");
    assert_eq!(one_line("a’b‘c`d´e＇f", 120), "a'b'c'd'e'f");
    assert_eq!(one_line("Address › City", 120), "Address ' City");
    assert_eq!(one_line("«a» „b‟ ＂c＂", 120), "\"a\" \"b\" \"c\"");
}

#[test]
fn a_tower_of_marks_is_cut_and_a_mark_needs_a_letter() {
    let tower = format!("a{}b", "\u{301}".repeat(50));
    assert_eq!(one_line(&tower, 120), format!("a{}b", "\u{301}".repeat(4)));
    assert_eq!(one_line("\u{20dd}ok", 120), "ok");
    assert_eq!(one_line("o \u{336}k", 120), "o k");
}

#[test]
fn the_cap_counts_code_points_and_the_ellipsis() {
    assert_eq!(one_line("abcde", 5), "abcde");
    assert_eq!(one_line("abcdef", 5), "abcd…");
    assert_eq!(one_line("abc   defg", 5), "abc…");
    assert_eq!(one_line("äöü\u{1f600}xyz", 5), "äöü\u{1f600}…");
    assert_eq!(one_line("abcd  \u{200b} ", 4), "abcd");
    assert_eq!(one_line("abc", 0), "");
    assert_eq!(one_line(&"x".repeat(5_000_000), 120).chars().count(), 120);
}

#[test]
fn folding_twice_changes_nothing() {
    let nasty = "  “a”\u{202e}\n\n b\u{301}\u{301}\u{301}\u{301}\u{301}\u{301} ‹c› \u{0}…";
    let once = one_line(nasty, 12);
    assert_eq!(one_line(&once, 12), once);
}

#[test]
fn a_cut_falls_between_characters_and_says_so() {
    assert_eq!(cut("héllo", 2), ("hé".to_owned(), true));
    assert_eq!(cut("héllo", 5), ("héllo".to_owned(), false));
    assert_eq!(cut("\u{1f600}\u{1f600}", 1), ("\u{1f600}".to_owned(), true));
    assert_eq!(cut("", 0), (String::new(), false));
}

#[test]
fn counts_are_grouped() {
    for (count, text) in [(0, "0"), (999, "999"), (2_000, "2,000"), (1_234_567, "1,234,567")] {
        assert_eq!(grouped(count), text);
    }
}

#[test]
fn a_text_is_split_at_the_first_place_of_a_mark() {
    assert_eq!(split_at("a: b: c", ": "), Some(("a", "b: c")));
    assert_eq!(split_at("é→ü", "→"), Some(("é", "ü")));
    assert_eq!(split_at("**", "**"), Some(("", "")));
    assert_eq!(split_at("aaab", "aab"), Some(("a", "")));
    for (text, mark) in [("", "x"), ("x", "xx"), ("abc", "ac"), ("abc", "")] {
        assert_eq!(split_at(text, mark), None, "{text:?} {mark:?}");
    }
    let words = "the quick brown fox jumps over the lazy dog, é and 🍵 too";
    for start in 0..words.len() {
        for end in start + 1..=words.len() {
            if let Some(mark) = words.get(start..end) {
                assert_eq!(split_at(words, mark), words.split_once(mark), "{mark:?}");
                assert_eq!(replaced(words, mark, "<>"), words.replace(mark, "<>"), "{mark:?}");
                assert_eq!(
                    pieces(words, mark).collect::<Vec<_>>(),
                    words.split(mark).collect::<Vec<_>>(),
                    "{mark:?}"
                );
            }
        }
    }
}

#[test]
fn bytes_are_two_digits_each() {
    assert_eq!(hex(&[0, 10, 0xff, 0x5c]), "000aff5c");
    assert_eq!(hex(&[]), "");
}
