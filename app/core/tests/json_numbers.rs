//! Numbers are worth what they say, exactly, and cost what their texts cost.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use site_agent_core::json::{Number, parse};

fn number(text: &str) -> Number {
    Number::parse(text).unwrap()
}

#[test]
fn only_jsons_own_grammar_is_a_number() {
    for text in ["0", "-0", "10", "1.5", "-1.50e+07", "1E400", "0.0e-0"] {
        assert_eq!(Number::parse(text).unwrap().text(), text);
    }
    for text in
        ["", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "1 ", " 1", "1,0", "١"]
    {
        assert!(Number::parse(text).is_none(), "{text:?}");
    }
}

#[test]
fn spellings_of_one_value_are_equal() {
    for (a, b) in [
        ("1", "1.0"),
        ("1", "10e-1"),
        ("100", "1E2"),
        ("0", "-0.000e9"),
        ("-1.50", "-15e-1"),
        ("1e400", "10e399"),
        ("123456789012345678901234567890", "1234567890.12345678901234567890e20"),
        ("0.000001", "1e-6"),
    ] {
        assert_eq!(number(a), number(b), "{a} and {b}");
        assert_eq!(parse(a).unwrap(), parse(b).unwrap());
    }
    assert_ne!(number("9007199254740993"), number("9007199254740992"));
    assert_ne!(number("0.1"), number("0.1000000000000000055511151231257827"));
}

#[test]
fn numbers_are_ordered_by_value() {
    let ascending = [
        "-1e400", "-10", "-9.99", "-1", "-1e-400", "0", "1e-400", "0.1", "0.11", "0.2", "1", "9",
        "10", "10.01", "99e9", "1e11", "1e400", "1e401",
    ];
    for (nth, a) in ascending.iter().enumerate() {
        for (mth, b) in ascending.iter().enumerate() {
            assert_eq!(number(a).cmp(&number(b)), nth.cmp(&mth), "{a} and {b}");
        }
    }
}

#[test]
fn whole_numbers_are_told_and_read() {
    for whole in ["0", "-0.0", "1.0", "1e400", "-5", "12.50e1", "1e0"] {
        assert!(number(whole).is_integer(), "{whole}");
    }
    for broken in ["0.5", "1e-1", "12.5", "1.0000000000000000000000000001", "5e-400"] {
        assert!(!number(broken).is_integer(), "{broken}");
    }
    assert_eq!(number("18446744073709551615").as_u64(), Some(u64::MAX));
    assert_eq!(number("18446744073709551616").as_u64(), None);
    assert_eq!(number("1.8e19").as_u64(), Some(18_000_000_000_000_000_000));
    assert_eq!(number("1e400").as_u64(), None);
    assert_eq!(number("-1").as_u64(), None);
    assert_eq!(number("-0").as_u64(), Some(0));
    assert_eq!(number("2.50").as_u64(), None);
    assert_eq!(number("-9223372036854775808").as_i64(), Some(i64::MIN));
    assert_eq!(number("-9223372036854775809").as_i64(), None);
    assert_eq!(number("9223372036854775808").as_i64(), None);
    assert_eq!(Number::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::from(-7_i32).text(), "-7");
}

#[test]
fn multiples_are_exact() {
    for (value, divisor, is) in [
        ("0.3", "0.1", true),
        ("19.99", "0.01", true),
        ("19.995", "0.01", false),
        ("0", "7", true),
        ("-21", "7", true),
        ("21", "-7", true),
        ("7", "0", false),
        ("1e308", "0.123456789", false),
        ("1e400", "0.5", true),
        ("1e400", "3", false),
        ("3e400", "3", true),
        ("4", "1.5", false),
        ("4.5", "1.5", true),
        ("1e-10", "1e-9", false),
        ("121932631112635269", "123456789", true),
        ("121932631112635270", "123456789", false),
        ("1e99", "1024", true),
        ("1e9", "1024", false),
        ("1e10", "1024", true),
    ] {
        assert_eq!(number(value).is_multiple_of(&number(divisor)), is, "{value} of {divisor}");
    }
}

#[test]
fn exponents_are_never_expanded() {
    let start = Instant::now();
    let huge = number("1e999999999999999999999999999");
    let tiny = number("1e-999999999999999999999999999");
    assert!(huge > number("1e400") && tiny < number("1e-400") && tiny > number("0"));
    assert!(huge.is_integer() && !tiny.is_integer());
    assert!(huge.is_multiple_of(&tiny) && !tiny.is_multiple_of(&huge));
    let long = "9".repeat(1_000_000);
    assert!(number(&long) < number(&format!("{long}.5")));
    assert!(!number(&long).is_multiple_of(&number(&"7".repeat(500_000))));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn decimals_agree_with_integers() {
    let mut state: u64 = 0x1234_5678_9ABC_DEF1;
    let mut next = |bound: i128| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        i128::from(state) % bound
    };
    let (mut equal, mut multiples) = (0, 0);
    for _ in 0..200_000 {
        // Both are whole multiples of 10⁻⁶, spelt with an exponent of their own.
        let (a, b) = (next(400) - 200, next(60) - 30);
        let (shift_a, shift_b) = (next(7), next(7));
        let scaled = |value: i128, shift: i128| value * 10_i128.pow(u32::try_from(shift).unwrap());
        let spelt = |value: i128, shift: i128| number(&format!("{value}e{}", shift - 6));
        let (exact_a, exact_b) = (scaled(a, shift_a), scaled(b, shift_b));
        let (ours_a, ours_b) = (spelt(a, shift_a), spelt(b, shift_b));
        assert_eq!(ours_a.cmp(&ours_b), exact_a.cmp(&exact_b), "{ours_a} {ours_b}");
        equal += usize::from(ours_a.cmp(&ours_b) == Ordering::Equal);
        let is_multiple = exact_b != 0 && exact_a % exact_b == 0;
        assert_eq!(ours_a.is_multiple_of(&ours_b), is_multiple, "{ours_a} of {ours_b}");
        multiples += usize::from(is_multiple);
        assert_eq!(ours_a.is_integer(), exact_a % 1_000_000 == 0, "{ours_a}");
    }
    assert!(equal > 100 && multiples > 1000, "{equal} {multiples}");
}
