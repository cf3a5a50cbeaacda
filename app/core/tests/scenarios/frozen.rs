//! Frozen traces, and a replay elsewhere that is judged beside its recording.

use site_agent_core::replay::{Compared, Report, Texts, freeze, only};
use site_agent_core::trace::Trace;
use site_agent_core::wire::Wire;

use crate::page::asking;
use crate::record::{as_before, replays, shopping, statuses};

/// What a page that knows the calls alone tells of them.
fn told(answer: impl Fn(&str) -> &'static str) -> (Trace, Report) {
    let page = shopping();
    let trace = page.session.trace();
    let calls = freeze(&trace, Texts::None);
    let (called, report) = replays(&calls, &page.tools, asking(), true, answer);
    assert_eq!(called, ["reviews", "add"]);
    (trace, report)
}

#[test]
fn a_frozen_trace_has_calls_and_definitions_and_no_words() {
    let trace = shopping().session.trace();
    let calls = freeze(&trace, Texts::None).to_text();
    for words in ["add what people like", "is good", "in the cart", "Added", "do not fit", "test"] {
        assert!(trace.to_text().contains(words), "{words}");
        assert!(!calls.contains(words), "{words} in {calls}");
    }
    for kept in ["blue mug", r#""by":"visitor""#, r#""outcome":"denied""#, r#""hash":""#] {
        assert!(calls.contains(kept), "{kept} in {calls}");
    }
    let with_results = freeze(&trace, Texts::Results).to_text();
    assert!(with_results.contains("1 blue mug in the cart"));
    assert!(!with_results.contains("add what people like"));
    assert_eq!(Trace::from_text(&calls).unwrap().to_text(), calls);
}

#[test]
fn one_call_of_a_trace_runs_alone() {
    let page = shopping();
    let trace = freeze(&page.session.trace(), Texts::Results);
    let (called, report) = replays(&only(&trace, "call_3"), &page.tools, asking(), true, as_before);
    assert_eq!(called, ["add"]);
    assert_eq!((statuses(&report), report.differences), (vec!["ran"], 0));
    let (called, report) = replays(&only(&trace, "call_4"), &page.tools, asking(), true, as_before);
    assert_eq!(called, [""; 0]);
    assert_eq!(statuses(&report), ["skipped"]);
}

#[test]
fn what_a_page_tells_is_judged_as_if_it_had_known_the_recording() {
    let (trace, told_same) = told(as_before);
    assert!(told_same.steps.iter().all(|step| step.recorded.is_none() && step.matches.is_none()));
    let same = Report::judged(&trace.to_text(), &told_same).unwrap();
    assert_eq!(statuses(&same), ["ran", "skipped", "ran", "skipped"]);
    assert_eq!((same.steps[2].matches, same.differences), (Some(true), 0));

    let (trace, told_other) = told(|name| if name == "add" { "sold out" } else { as_before(name) });
    let other = Report::judged(&trace.to_text(), &told_other).unwrap();
    assert_eq!(other.differences, 1);
    assert_eq!(other.steps[2].recorded.as_deref(), Some("1 blue mug in the cart"));
    assert_eq!(other.steps[2].text.as_deref(), Some("sold out"));
}

#[test]
fn a_page_cannot_tell_of_calls_that_are_not_run_and_is_not_believed_that_it_matches() {
    let (trace, mut report) = told(|_| "else");
    for step in &mut report.steps {
        step.matches = Some(true);
        step.recorded = Some("else".to_owned());
    }
    report.steps[3] = report.steps[2].clone();
    report.steps[3].call.id = "call_4".to_owned();
    report.differences = 0;
    let judged = Report::judged(&trace.to_text(), &report).unwrap();
    assert_eq!(statuses(&judged), ["ran", "skipped", "ran", "skipped"]);
    assert_eq!(judged.differences, 2);
}

#[test]
fn a_replay_that_was_stopped_has_not_run_the_rest() {
    let (trace, mut report) = told(as_before);
    report.steps.truncate(1);
    let judged = Report::judged(&trace.to_text(), &report).unwrap();
    assert_eq!(statuses(&judged), ["ran", "skipped", "skipped", "skipped"]);
    assert_eq!(judged.differences, 0);
}

#[test]
fn a_page_that_went_away_is_the_same_only_where_it_did_so_before() {
    let (trace, mut report) = told(as_before);
    report.steps[2] = Compared::left(&report.steps[2].call);
    let judge = |text: &str| Report::judged(text, &report).unwrap();
    let text = trace.to_text();
    let judged = judge(&text);
    assert_eq!(statuses(&judged), ["ran", "skipped", "unknown-outcome", "skipped"]);
    assert_eq!(judged.differences, 1);
    let left = "The page went away while the tool ran. Whether";
    assert_eq!(judge(&text.replace("1 blue mug in the cart", left)).differences, 0);
    let navigated = text.replace(
        r#""navigated":false,"outcome":"ok"},{"type":"model","at":19"#,
        r#""navigated":true,"outcome":"navigated"},{"type":"model","at":19"#,
    );
    assert_ne!(navigated, text);
    assert_eq!(judge(&navigated).differences, 0);
}

#[test]
fn a_result_that_was_redacted_is_not_compared() {
    let (trace, report) = told(as_before);
    let text = trace.to_text().replace("1 blue mug in the cart", "1 mug for [redacted:email]");
    let judged = Report::judged(&text, &report).unwrap();
    assert_eq!((judged.steps[2].matches, judged.differences), (None, 0));
    let failed = text.replace(
        r#""navigated":false,"outcome":"ok"},{"type":"model","at":19"#,
        r#""outcome":"error"},{"type":"model","at":19"#,
    );
    assert_eq!(Report::judged(&failed, &report).unwrap().differences, 1);
}
