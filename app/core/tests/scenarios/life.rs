//! A session's life around its runs: busy, settings, starting over, trying again.

use site_agent_core::config::Caps;
use site_agent_core::message::Message;
use site_agent_core::session::Busy;
use site_agent_core::{Config, Event};

use crate::page::{Page, READS, WRITES, asking, tool};

#[test]
fn a_second_message_while_one_runs_is_busy_and_changes_nothing() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("one");
    let before = page.session.messages().len();
    assert_eq!(page.try_send(Event::Asked("two".to_owned())), Err(Busy));
    assert_eq!(page.try_send(Event::Retried), Err(Busy));
    assert_eq!(page.session.messages().len(), before);
    page.model_answers("One.");
    page.asks("two");
    assert!(page.model.is_some());
}

#[test]
fn new_settings_start_a_fresh_conversation() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("one");
    page.model_answers("One.");
    page.events();
    page.send(Event::Configured(Config { instructions: "Be brief.".to_owned(), ..asking() }));
    assert!(page.session.messages().is_empty());
    assert_eq!(page.events(), ["reset"]);
    page.asks("two");
    assert_eq!(page.requests[1].instructions, "Be brief.");
}

#[test]
fn what_a_page_sets_up_after_the_conversation_came_leaves_it_alone() {
    let mut first = Page::new(asking(), &[tool("search", READS)]);
    first.asks("one");
    first.model_answers("One.");
    let mut page = first.next(1_000, asking(), &[tool("search", READS)]);
    let settings = |words: &str| Config { instructions: words.to_owned(), ..asking() };
    page.send(Event::Configured(settings("Be brief.")));
    assert_eq!(page.session.messages().len(), 2);
    page.asks("two");
    assert_eq!(page.requests[0].instructions, "Be brief.");
    page.model_answers("Two.");
    page.send(Event::Configured(settings("Be long.")));
    assert!(page.session.messages().is_empty(), "from then on a change is a change");
}

#[test]
fn new_settings_wait_for_the_end_of_a_run() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.send(Event::Configured(Config { pre_approved: vec!["add".to_owned()], ..asking() }));
    page.model_calls("add", "{}");
    assert!(page.card.is_some(), "the old settings hold");
    page.allows();
    page.returns("ok");
    page.model_answers("Done.");
    assert!(page.session.messages().is_empty());
    page.asks("add");
    page.model_calls("add", "{}");
    assert!(page.card.is_none(), "now the new ones do");
}

#[test]
fn settings_that_change_no_rule_leave_the_conversation_alone() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("one");
    page.model_answers("One.");
    page.send(Event::Configured(asking()));
    let caps = Caps { messages: 9, ..Caps::default() };
    page.send(Event::Configured(Config { path: "/other".to_owned(), caps, ..asking() }));
    assert_eq!(page.session.messages().len(), 2);
    assert_eq!(page.session.config().caps, caps);
}

#[test]
fn starting_over_while_a_run_goes_on_stops_it_first() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.events();
    page.send(Event::Reset);
    let expected = [
        "confirm-result refused aborted not-read-only",
        "tool-result denied",
        "error aborted",
        "done aborted",
        "reset",
    ];
    assert_eq!(page.events(), expected);
    assert!(page.session.messages().is_empty());
    assert_eq!(page.session.trace().steps.len(), 7, "the last run's trace is still there");
}

#[test]
fn trying_again_drops_an_answer_but_no_deed() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    page.returns("1 mug");
    page.model_fails(500, None, None);
    page.send(Event::Retried);
    let request = page.requests.last().expect("a request");
    assert_eq!(request.messages.len(), 3, "the model still knows that it was added");
    page.model_answers("Wrong.");
    page.send(Event::Retried);
    assert!(!page.session.messages().iter().any(|m| matches!(m, Message::Answer { .. })));
}

#[test]
fn there_is_nothing_to_try_again_before_the_first_message() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.send(Event::Retried);
    assert!(page.idle());
    assert!(page.effects.is_empty());
}

#[test]
fn an_empty_answer_is_a_bad_reply() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("hello");
    page.model_answers("  ");
    assert_eq!(page.events(), ["thinking 1 test", "error bad-reply", "done error"]);
}

#[test]
fn events_out_of_place_change_nothing() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    for event in [Event::Aborted, Event::CallCancelled, Event::ToolsChanged, Event::Resumed] {
        page.send(event);
    }
    assert!(page.idle());
    assert!(page.effects.is_empty());
}
