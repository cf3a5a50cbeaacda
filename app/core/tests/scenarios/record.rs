//! Traces: what is written down, and how it reads.

use site_agent_core::replay::Replay;
use site_agent_core::trace::{Status, Step, Trace};
use site_agent_core::wire::Wire;
use site_agent_core::{Effect, Event, Listing};

use crate::page::{NoPatterns, Page, READS, READS_STRANGERS, WRITES, asking, tool, with_schema};

pub(crate) fn shopping() -> Page {
    let schema = r#"{"type":"object","properties":{"product":{"type":"string"}}}"#;
    let tools = [tool("reviews", READS_STRANGERS), with_schema(tool("add", WRITES), schema)];
    let mut page = Page::new(asking(), &tools);
    page.asks("add what people like");
    page.model_calls("reviews", "{}");
    page.returns("The blue mug is good.");
    page.model_calls("add", r#"{"product":7}"#);
    page.model_calls("add", r#"{"product":"blue mug"}"#);
    page.allows();
    page.returns("1 blue mug in the cart");
    page.model_calls("add", r#"{"product":"red mug"}"#);
    page.denies();
    page.model_answers("Added the blue one.");
    page
}

#[test]
fn a_trace_holds_every_step_in_order() {
    let page = shopping();
    let trace = &page.session.trace();
    let kinds: Vec<_> = trace
        .steps
        .iter()
        .map(|moment| moment.to_value().get("type").unwrap().as_str().unwrap().to_owned())
        .collect();
    let expected = "user tools model tool-call decision tool-result model invalid-call model \
         tool-call decision tool-result model tool-call decision tool-result model answer";
    assert_eq!(kinds.join(" "), expected);
    assert_eq!(trace.status, Some(Status::Answered));
    assert_eq!(trace.model, "test");
    assert_eq!(trace.page.as_ref().unwrap().path, "/cart");
    assert!(trace.ended_at > trace.started_at);
    assert!(trace.steps.is_sorted_by_key(|moment| moment.at));
}

/// The form outlives releases: a change here is a change in CHANGELOG.md.
#[test]
fn version_1_is_what_it_was() {
    let golden = include_str!("trace-v1.json");
    let found = shopping().session.trace().to_text();
    assert_eq!(found, golden.trim_end(), "\n{found}\n");
    assert!(Trace::from_text(golden).is_ok());
}

#[test]
fn a_trace_survives_its_text_byte_for_byte() {
    let trace = shopping().session.trace();
    let text = trace.to_text();
    let read = Trace::from_text(&text).unwrap();
    assert_eq!(read, trace);
    assert_eq!(read.to_text(), text);
}

#[test]
fn a_result_is_kept_after_the_cut_and_before_the_fence() {
    let page = shopping();
    let text = page.session.trace().to_text();
    assert!(text.contains("\"text\":\"The blue mug is good.\",\"untrusted\":true"), "{text}");
    assert!(!text.contains("untrusted-data"));
}

#[test]
fn readers_accept_steps_and_words_they_do_not_know_and_miss_nothing_optional() {
    let text = r#"{"version":1,"startedAt":1,"endedAt":2,"steps":[
        {"type":"dream","of":"sheep"},
        {"type":"user","at":0},
        {"type":"decision","callId":"call_1","allowed":true,"by":"oracle","reason":"owner-silent"},
        {"type":"tool-result","callId":"call_1","outcome":"splendid"}]}"#;
    let trace = Trace::from_text(text).unwrap();
    assert_eq!(trace.steps.len(), 4);
    assert!(matches!(&trace.steps[0].step, Step::Other(object) if object.get("of").is_some()));
    assert!(trace.to_text().contains(r#""type":"dream","at":0,"of":"sheep""#));
    assert!(Trace::from_text(&text.replace("\"version\":1", "\"version\":2")).is_err());
}

/// Runs a replay against tools that answer by name.
pub(crate) fn replays(
    trace: &Trace,
    tools: &[site_agent_core::Tool],
    config: site_agent_core::Config,
    allow: bool,
    answer: impl Fn(&str) -> &'static str,
) -> (Vec<String>, site_agent_core::replay::Report) {
    let mut replay = Replay::from_text(&trace.to_text(), config).expect("it is a trace");
    let mut called = Vec::new();
    let mut queue = replay.start(0, &NoPatterns);
    while !queue.is_empty() {
        let mut next = Vec::new();
        for effect in queue {
            let event = match effect {
                Effect::ListTools(ticket) => {
                    let listing = Listing { tools: tools.to_vec(), dropped: Vec::new() };
                    Event::Listed { ticket, listing }
                }
                Effect::AskVisitor { ticket, .. } => Event::Decided { ticket, allow },
                Effect::CallTool { ticket, approval, .. } => {
                    let name = &approval.call().name;
                    called.push(name.clone());
                    Event::Returned { ticket, text: Some(answer(name).to_owned()), nonce: 1 }
                }
                Effect::StartTimer { ticket, ms } if ms < 2_000 => Event::TimedOut(ticket),
                Effect::AskModel { .. } => panic!("a replay asks no model"),
                _ => continue,
            };
            next.extend(replay.handle(0, event, &NoPatterns).expect("never busy"));
        }
        queue = next;
    }
    (called, replay.report().expect("it is over"))
}

pub(crate) fn statuses(report: &site_agent_core::replay::Report) -> Vec<&str> {
    report.steps.iter().map(|step| step.status.expect("a status").as_str()).collect()
}

pub(crate) fn as_before(name: &str) -> &'static str {
    if name == "add" { "1 blue mug in the cart" } else { "The blue mug is good." }
}

#[test]
fn a_replay_runs_what_ran_and_skips_what_was_refused_or_invalid() {
    let page = shopping();
    let trace = &page.session.trace();
    let (called, report) = replays(trace, &page.tools, asking(), true, as_before);
    assert_eq!(called, ["reviews", "add"]);
    assert_eq!(statuses(&report), ["ran", "skipped", "ran", "skipped"]);
    assert_eq!(report.differences, 0);
}

#[test]
fn a_replay_shows_what_came_out_differently() {
    let page = shopping();
    let trace = &page.session.trace();
    let (_, report) = replays(trace, &page.tools, asking(), true, |_| "2 mugs");
    assert_eq!(report.differences, 2);
    let first = &report.steps[0];
    assert_eq!(first.text.as_deref(), Some("2 mugs"));
    assert_eq!(first.recorded.as_deref(), Some("The blue mug is good."));
    assert_eq!(first.matches, Some(false));
}

#[test]
fn a_replay_without_confirm_denies_what_must_ask() {
    let page = shopping();
    let config = site_agent_core::Config { confirm: false, ..asking() };
    let (called, report) = replays(&page.session.trace(), &page.tools, config, true, as_before);
    assert_eq!(called, ["reviews"]);
    assert_eq!(statuses(&report), ["ran", "skipped", "denied", "skipped"]);
    assert_eq!(report.differences, 1);
}

#[test]
fn a_replay_names_missing_tools_and_arguments_that_no_longer_fit() {
    let page = shopping();
    let trace = &page.session.trace();
    let strict = with_schema(tool("add", WRITES), r#"{"required":["size"]}"#);
    let (called, report) = replays(trace, &[strict], asking(), true, as_before);
    assert_eq!(called, [""; 0]);
    assert_eq!(statuses(&report), ["missing-tool", "skipped", "invalid-arguments", "skipped"]);
    let (_, report) = replays(trace, &[], asking(), true, as_before);
    assert_eq!(statuses(&report), ["missing-tool", "skipped", "missing-tool", "skipped"]);
}

#[test]
fn a_replay_never_runs_a_call_whose_arguments_were_redacted_or_not_stored() {
    let page = shopping();
    let mut trace = page.session.trace();
    for (nth, moment) in trace.steps.iter_mut().enumerate() {
        if let Step::ToolCall { call, .. } = &mut moment.step {
            if nth < 5 {
                call.arguments = None;
            } else {
                call.redacted.push("/product".to_owned());
            }
        }
    }
    let (called, report) = replays(&trace, &page.tools, asking(), true, as_before);
    assert_eq!(called, [""; 0]);
    assert_eq!(statuses(&report), ["not-recorded", "skipped", "not-recorded", "skipped"]);
    assert_eq!(report.differences, 0);
}

#[test]
fn a_mark_of_what_was_taken_out_is_enough_to_leave_a_call_alone() {
    let page = shopping();
    for hidden in [
        r#"{"product":"[redacted:email]"}"#,
        r#"{"product":"a","to":[{"mail":"to [redacted:card] please"}]}"#,
        r#"{"[redacted:phone]":1}"#,
    ] {
        let mut trace = page.session.trace();
        for moment in &mut trace.steps {
            if let Step::ToolCall { call, .. } = &mut moment.step {
                call.arguments = Some(Wire::from_text(hidden).unwrap());
            }
        }
        let (called, report) = replays(&trace, &page.tools, asking(), true, as_before);
        assert_eq!(called, [""; 0], "{hidden}");
        assert_eq!(statuses(&report), ["not-recorded", "skipped", "not-recorded", "skipped"]);
    }
}

#[test]
fn a_result_of_which_something_was_taken_out_is_not_compared() {
    let page = shopping();
    let mut trace = page.session.trace();
    for moment in &mut trace.steps {
        if let Step::ToolResult { text, .. } = &mut moment.step {
            *text = Some("Sent to [redacted:email].".to_owned());
        }
    }
    let (called, report) = replays(&trace, &page.tools, asking(), true, as_before);
    assert_eq!(called.len(), 2);
    assert_eq!(report.steps[0].matches, None);
    assert_eq!(report.differences, 0);
}

#[test]
fn a_replay_is_over_at_once_when_nothing_ran() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("hello");
    page.model_answers("Hello.");
    let (called, report) = replays(&page.session.trace(), &[], asking(), true, as_before);
    assert_eq!(called, [""; 0]);
    assert!(report.steps.is_empty());
}

#[test]
fn a_long_replay_is_not_bound_by_the_steps_of_a_message() {
    let mut page =
        Page::new(site_agent_core::Config { max_steps: 50, ..asking() }, &[tool("go", READS)]);
    page.asks("go");
    while page.model.is_some() {
        page.model_calls("go", "{}");
        page.returns("went");
    }
    let config = site_agent_core::Config { max_steps: 1, ..asking() };
    let trace = &page.session.trace();
    let (called, report) = replays(trace, &page.tools, config, true, |_| "went");
    assert_eq!(called.len(), 50);
    assert_eq!(report.differences, 0);
}
