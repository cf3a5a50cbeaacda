//! Lines that are filters, lines that are none, and what is said of them.

use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::super::{Filter, Level};
use super::{DECISIONS, FilterProblem, STATUSES};

/// Monday, the 30th of November 2026, 12:00.
const NOW: u64 = 1_796_040_000_000;

fn parse(line: &str) -> Filter {
    Filter::parse_at(line, NOW).unwrap_or_else(|problem| panic!("{line}: {problem}"))
}

fn problem(line: &str) -> FilterProblem {
    Filter::parse_at(line, NOW).expect_err(line)
}

#[test]
fn fields_and_words_in_any_order() {
    let filter = parse("blue status:error mug tool:add_to_cart decision:denied");
    assert_eq!(filter.status.as_deref(), Some("error"));
    assert_eq!(filter.tool.as_deref(), Some("add_to_cart"));
    assert_eq!(filter.decision.as_deref(), Some("denied"));
    assert_eq!(filter.text.as_deref(), Some("blue mug"));
    assert_eq!(filter.to_string(), "status:error tool:add_to_cart decision:denied blue mug");
    assert!(parse("  ").is_empty());
    assert_eq!(parse("code:7kq4-m2xd LEVEL:Full").code.as_deref(), Some("7KQ4-M2XD"));
}

#[test]
fn quotes_hold_together() {
    assert_eq!(parse(r#"tool:"add to cart""#).tool.as_deref(), Some("add to cart"));
    assert_eq!(parse(r#""status:error""#).text.as_deref(), Some("status:error"));
    assert_eq!(parse(r#"model:"a \"b\" \\c""#).model.as_deref(), Some(r#"a "b" \c"#));
    assert_eq!(
        parse("origin:https://shop.example:8443").origin.as_deref(),
        Some("https://shop.example:8443")
    );
    assert_eq!(problem(r#"tool:"add"#), FilterProblem::Unclosed);
}

#[test]
fn times_are_days_moments_or_so_long_ago() {
    let day = 86_400_000;
    let midnight = NOW - NOW % day;
    assert_eq!(parse("after:2026-11-30").after, Some(midnight));
    assert_eq!(parse("before:2026-11-30T12:00").before, Some(NOW));
    assert_eq!(parse("before:2026-11-30T12:00:01.250Z").before, Some(NOW + 1_250));
    assert_eq!(parse("after:7d").after, Some(NOW - 7 * day));
    assert_eq!(parse("after:90m").after, Some(NOW - 90 * 60_000));
    assert_eq!(parse("after:24h").after, Some(NOW - day));
    assert_eq!(parse("after:2024-02-29").after.map(|at| (midnight - at) / day), Some(1_005));
    for wrong in ["2026-02-29", "2026-13-01", "yesterday", "7", "d", "-7d", "1969-12-31", "26-1-1"]
    {
        let told = problem(&format!("after:{wrong}")).to_string();
        assert!(told.contains("2026-11-30") && told.contains("7d"), "{told}");
    }
}

#[test]
fn an_unknown_field_is_never_no_runs() {
    for (line, meant) in [
        ("stauts:error", "status"),
        ("tol:x", "tool"),
        ("modle:x", "model"),
        ("since:7d", "after"),
        ("orgin:x", "origin"),
    ] {
        let told = problem(line).to_string();
        assert!(told.contains(&format!("Did you mean \"{meant}:\"?")), "{told}");
    }
    let told = problem("https://shop.example").to_string();
    assert!(told.contains("in quotes") && told.contains("status"), "{told}");
}

#[test]
fn a_wrong_value_is_told_what_there_is() {
    let told = problem("status:fine").to_string();
    assert!(told.contains("answered, max-steps, aborted, error"), "{told}");
    assert!(problem("decision:maybe").to_string().contains("allowed, denied, asked"));
    assert!(problem("level:all").to_string().contains("metadata, full"));
    assert!(problem("tool:").to_string().contains("behind the colon"));
    assert!(problem("tool:a tool:b").to_string().contains("twice"));
}

prop_compose! {
    fn filters()(
        status in of(select(STATUSES.to_vec())),
        tool in of("[^ ]{1,12}"),
        decision in of(select(DECISIONS.to_vec())),
        model in of("\\PC{1,12}"),
        widget in of("[a-z\" \\\\:]{1,8}"),
        origin in of("https://[a-z]{1,8}\\.example(:[0-9]{2})?"),
        code in of("[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}"),
        level in of(select(vec![Level::Metadata, Level::Full])),
        after in of(0..4_000_000_000_000_u64),
        before in of((0..40_000_u64).prop_map(|day| day * 86_400_000)),
        text in of("\\PC{1,20}"),
    ) -> Filter {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        Filter {
            status: own(status), tool: filled(tool), decision: own(decision), model: filled(model),
            widget: filled(widget), origin, code, level, after, before, text: filled(text),
        }
    }
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(filter in filters()) {
        let line = filter.to_string();
        prop_assert_eq!(Filter::parse_at(&line, NOW), Ok(filter), "{}", line);
    }

    #[test]
    fn no_line_is_too_odd(line in "\\PC{0,60}") {
        if let Ok(filter) = Filter::parse_at(&line, NOW) {
            prop_assert_eq!(Filter::parse_at(&filter.to_string(), NOW), Ok(filter));
        }
    }
}
