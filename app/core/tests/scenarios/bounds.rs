//! Rules 7, 9 and 10: steps, clocks, stopping, and outcomes that nobody knows.

use site_agent_core::message::Message;
use site_agent_core::outcome::Outcome;
use site_agent_core::{Config, Effect, Event, Hints, Tool};

use crate::page::{Page, READS, WRITES, asking, tool};

fn last_outcome(page: &Page) -> Outcome {
    match page.session.messages().iter().rev().find(|m| matches!(m, Message::Result { .. })) {
        Some(Message::Result { outcome, .. }) => *outcome,
        _ => panic!("no result"),
    }
}

#[test]
fn the_last_turns_call_still_runs_then_the_run_stops() {
    let mut page = Page::new(Config { max_steps: 2, ..asking() }, &[tool("search", READS)]);
    page.asks("search for ever");
    for _ in 0..2 {
        page.model_calls("search", "{}");
        page.returns("nothing");
    }
    assert_eq!(page.called(), ["search", "search"]);
    assert!(page.idle());
    let events = page.events();
    assert_eq!(events[events.len() - 2..], ["error max-steps", "done max-steps"]);
    assert_eq!(page.requests.len(), 2);
}

#[test]
fn steps_are_counted_per_message_and_kept_between_1_and_50() {
    for (given, kept) in [(0, 1), (6, 6), (200, 50)] {
        let mut page = Page::new(Config { max_steps: given, ..asking() }, &[tool("go", READS)]);
        for _ in 0..2 {
            page.asks("go");
            while page.model.is_some() {
                page.model_calls("go", "{}");
                page.returns("ok");
            }
        }
        assert_eq!(page.requests.len(), 2 * kept);
    }
}

#[test]
fn a_tool_that_hangs_is_given_up_and_its_outcome_is_unknown() {
    let config = Config { tool_timeout_ms: 5_000, ..asking() };
    let mut page = Page::new(config, &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    let running = page.running.expect("a call");
    assert_eq!(page.timers[0].1, 5_000);
    page.time_passes();
    assert!(page.cancelled.contains(&running));
    assert_eq!(last_outcome(&page), Outcome::Unknown);
    assert!(page.told().contains("unknown"), "{}", page.told());
    page.send(Event::Returned { ticket: running, text: Some("late".into()), nonce: 1 });
    assert!(page.model.is_some(), "the late result is dropped");
    assert_eq!(page.called(), ["add"], "nothing is retried by itself");
}

#[test]
fn a_read_only_tool_that_hangs_has_simply_failed() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_calls("search", "{}");
    page.time_passes();
    assert_eq!(last_outcome(&page), Outcome::Error);
    assert!(!page.told().contains("unknown"), "{}", page.told());
}

#[test]
fn the_visitors_thinking_does_not_count() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    assert!(page.timers.is_empty());
    page.now += 3_600_000;
    page.allows();
    assert_eq!(page.timers.len(), 1);
    let names: Vec<_> = page.effects.iter().rev().take(2).collect();
    assert!(matches!(names[1], Effect::CallTool { .. }), "the clock starts with the call");
}

#[test]
fn results_are_cut_and_say_so() {
    let config = Config { max_result_chars: 10, ..asking() };
    let mut page = Page::new(config, &[tool("search", READS)]);
    page.asks("search");
    page.model_calls("search", "{}");
    page.returns(&"ä".repeat(50));
    assert!(page.told().contains(&"ä".repeat(10)));
    assert!(!page.told().contains(&"ä".repeat(11)));
    assert!(page.told().contains("50"), "{}", page.told());
}

#[test]
fn stopping_drops_the_models_turn_and_keeps_what_it_said() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    let ticket = page.model_ticket();
    page.send(Event::Delta { ticket, text: "I will".to_owned() });
    page.send(Event::Aborted);
    assert!(page.cancelled.contains(&ticket));
    assert_eq!(
        page.session.messages().last(),
        Some(&Message::Answer { text: "I will".to_owned(), meta: None })
    );
    assert_eq!(page.events(), ["thinking 1 ", "delta I will", "error aborted", "done aborted"]);
}

#[test]
fn stopping_closes_the_question_and_gives_its_call_a_result() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    let card = page.card.expect("a card");
    page.events();
    page.send(Event::Aborted);
    assert!(page.cancelled.contains(&card));
    let expected = [
        "confirm-result refused aborted not-read-only",
        "tool-result denied",
        "error aborted",
        "done aborted",
    ];
    assert_eq!(page.events(), expected);
    page.send(Event::Decided { ticket: card, allow: true });
    assert_eq!(page.called(), [""; 0]);
}

#[test]
fn stopping_a_running_call_leaves_its_outcome_unknown() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    let running = page.running.expect("a call");
    page.send(Event::Aborted);
    assert!(page.cancelled.contains(&running));
    assert_eq!(last_outcome(&page), Outcome::Unknown);
    assert!(page.idle());
    assert!(page.timers.is_empty());
}

#[test]
fn stopping_between_a_yes_and_the_call_runs_nothing() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.lists = false;
    page.allows();
    page.send(Event::Aborted);
    page.lists = true;
    assert_eq!(page.called(), [""; 0]);
    assert_eq!(last_outcome(&page), Outcome::Denied);
    assert!(page.idle());
}

#[test]
fn a_masked_error_of_a_call_that_may_have_changed_something_is_unknown() {
    let mut page = Page::new(asking(), &[tool("add", WRITES), tool("search", READS)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    page.throws("UnknownError: Tool failed for an unknown transient reason");
    assert_eq!(last_outcome(&page), Outcome::Unknown);
    assert!(page.told().contains("effect is unknown"), "{}", page.told());
    assert!(!page.told().contains("untrusted-data"), "our sentence: {}", page.told());
    page.model_calls("search", "{}");
    page.throws("UnknownError: Tool failed for an unknown transient reason");
    assert_eq!(last_outcome(&page), Outcome::Error, "a read-only tool has simply failed");
}

#[test]
fn an_error_that_says_why_is_an_error_and_not_a_failed_run() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    page.throws("Error: out of stock");
    assert_eq!(last_outcome(&page), Outcome::Error);
    assert!(page.told().contains("out of stock"));
    assert!(page.model.is_some(), "the run goes on");
}

#[test]
fn a_form_waits_for_its_visitor_without_a_clock_and_can_be_cancelled() {
    let form = Tool { waits_for_submit: true, ..tool("subscribe", Hints { ..WRITES }) };
    let mut page = Page::new(asking(), &[form]);
    page.asks("subscribe me");
    page.model_calls("subscribe", "{}");
    page.allows();
    assert!(page.timers.is_empty());
    assert_eq!(page.events().last().map(String::as_str), Some("waiting-for-submit subscribe"));
    let running = page.running.expect("a call");
    page.send(Event::CallCancelled);
    assert!(page.cancelled.contains(&running));
    assert_eq!(last_outcome(&page), Outcome::Unknown);
    assert!(page.told().contains("cancelled"));
    assert!(page.model.is_some(), "the run goes on");
}
