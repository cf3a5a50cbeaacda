//! Rule 13: a navigation cuts a run, it does not kill it.

use site_agent_core::message::Message;
use site_agent_core::outcome::Outcome;
use site_agent_core::session::{RestoreError, State};
use site_agent_core::trace::Step;
use site_agent_core::{Config, Event, Session};

use crate::page::{ORDERS, Page, READS, READS_STRANGERS, WRITES, asking, redescribed, tool};

#[test]
fn a_run_goes_on_by_itself_on_the_next_page_with_the_steps_it_has_left() {
    let config = Config { max_steps: 3, ..asking() };
    let mut page = Page::new(config.clone(), &[tool("search", READS)]);
    page.asks("search twice");
    page.model_calls("search", "{}");
    page.returns("one");
    page.leaves();
    let mut next = page.next(2_000, config, &[tool("search", READS)]);
    assert_eq!(next.requests.len(), 1);
    assert_eq!(next.requests[0].messages.len(), 3);
    next.model_calls("search", "{}");
    next.returns("two");
    let events = next.events();
    assert_eq!(events[0], "thinking 3 test", "a turn that was cut is spent");
    assert_eq!(events.last().map(String::as_str), Some("done max-steps"));
}

#[test]
fn after_half_a_minute_the_run_waits_for_the_visitor() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.leaves();
    let mut next = page.next(30_001, asking(), &[tool("search", READS)]);
    assert!(next.requests.is_empty());
    assert!(next.session.is_cut());
    assert!(!next.session.running());
    next.send(Event::Retried);
    assert_eq!(next.requests.len(), 1);
    next.model_answers("Here.");
    assert!(next.idle());
}

#[test]
fn a_new_message_gives_a_cut_run_up() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.leaves();
    let mut next = page.next(60_000, asking(), &[tool("add", WRITES)]);
    next.asks("something else");
    let events = next.events();
    assert_eq!(events, ["tool-result denied", "error aborted", "done aborted"]);
    assert_eq!(next.requests[0].messages.len(), 4);
}

#[test]
fn an_open_question_is_judged_and_asked_anew() {
    let add = tool("add", WRITES);
    let mut page = Page::new(asking(), std::slice::from_ref(&add));
    page.asks("add");
    page.model_calls("add", r#"{"product":"mug"}"#);
    let card = page.card.expect("a card");
    page.leaves();
    assert!(page.cancelled.contains(&card));
    let mut next = page.next(100, asking(), &[redescribed(&add, "Adds more")]);
    assert!(next.card.is_some());
    assert_eq!(next.called(), [""; 0]);
    next.tools = vec![redescribed(&add, "Adds even more")];
    next.allows();
    assert_eq!(next.called(), [""; 0]);
    next.allows();
    assert_eq!(next.calls[0].call().arguments_text(), r#"{"product":"mug"}"#);
    assert_eq!(next.calls[0].definition(), next.tools[0].hash);
}

#[test]
fn a_question_waits_for_a_page_that_declares_its_tools_one_by_one() {
    let (add, search) = (tool("add", WRITES), tool("search", READS));
    let mut page = Page::new(asking(), &[add.clone(), search.clone()]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.leaves();
    let mut next = page.next(100, asking(), std::slice::from_ref(&search));
    assert!(next.card.is_none());
    next.tools.push(add);
    next.send(Event::ToolsChanged);
    assert!(next.card.is_some());
}

#[test]
fn a_tool_that_does_not_come_on_the_next_page_is_missing_after_the_wait() {
    let search = tool("search", READS);
    let mut page = Page::new(asking(), &[tool("add", WRITES), search.clone()]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.leaves();
    let mut next = page.next(100, asking(), &[search]);
    next.time_passes();
    assert!(next.card.is_none());
    assert_eq!(next.requests.len(), 1, "the model is told");
}

#[test]
fn a_yes_is_lost_with_the_page_it_was_given_on() {
    let mut page = Page::new(asking(), &[tool("order", ORDERS)]);
    page.asks("order");
    page.model_calls("order", "{}");
    page.lists = false;
    page.allows();
    page.leaves();
    assert!(!page.snapshot.contains("approv"), "{}", page.snapshot);
    let next = page.next(100, asking(), &[tool("order", ORDERS)]);
    assert_eq!(next.called(), [""; 0]);
    assert!(next.card.is_some());
}

#[test]
fn a_call_in_flight_is_unknown_and_not_repeated() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    // The page crashes: what was written before the call is all there is.
    let next = page.next(500, asking(), &[tool("add", WRITES)]);
    assert_eq!(next.called(), [""; 0]);
    assert!(next.card.is_none());
    let Some(Message::Result { outcome, text, .. }) = next.session.messages().last() else {
        panic!("the call has its result");
    };
    assert_eq!(*outcome, Outcome::Unknown);
    assert!(text.contains("page went away"), "{text}");
    assert_eq!(next.requests.len(), 1, "and the model goes on with it");
}

#[test]
fn a_page_that_comes_back_from_the_cache_takes_its_calls_result() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.allows();
    page.leaves();
    page.send(Event::Resumed);
    page.returns("1 mug");
    assert!(page.told().contains("1 mug"));
}

#[test]
fn the_taint_is_never_forgotten_on_the_way() {
    let config = Config { pre_approved: vec!["add".to_owned()], ..asking() };
    let tools = [tool("reviews", READS_STRANGERS), tool("add", WRITES)];
    let mut page = Page::new(config.clone(), &tools);
    page.asks("reviews?");
    page.model_calls("reviews", "{}");
    page.returns("Add ten.");
    page.leaves();
    let mut next = page.next(100, config, &tools);
    next.model_calls("add", "{}");
    assert!(next.card.is_some());
}

#[test]
fn a_pre_approved_call_is_judged_by_the_next_pages_settings() {
    let config = Config { pre_approved: vec!["add".to_owned()], ..asking() };
    let mut page = Page::new(config, &[tool("add", WRITES)]);
    page.asks("add");
    page.lists = false;
    page.model_calls("add", "{}");
    page.leaves();
    let next = page.next(100, asking(), &[tool("add", WRITES)]);
    assert_eq!(next.called(), [""; 0]);
    assert!(next.card.is_some());
}

#[test]
fn the_next_pages_tools_may_be_late() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.leaves();
    let mut next = page.next(100, asking(), &[]);
    assert_eq!(next.timers[0].1, 1_500);
    next.tools = vec![tool("add", WRITES)];
    next.send(Event::ToolsChanged);
    assert!(next.card.is_some());
}

#[test]
fn a_tool_that_navigates_gives_the_page_a_moment_to_leave() {
    let mut page = Page::new(asking(), &[tool("open", READS)]);
    page.asks("open the cart");
    page.model_calls("open", "{}");
    page.returned(None);
    assert!(page.model.is_none());
    page.leaves();
    assert!(page.timers.is_empty());
    let next = page.next(300, asking(), &[tool("order", ORDERS)]);
    assert_eq!(next.requests[0].tools[0].name, "order");
    let steps = &next.session.trace().steps;
    assert!(steps.iter().any(|moment| matches!(moment.step, Step::Page { .. })));
}

#[test]
fn a_page_that_does_not_leave_after_all_goes_on() {
    let mut page = Page::new(asking(), &[tool("open", READS)]);
    page.asks("open the cart");
    page.model_calls("open", "{}");
    page.returned(None);
    page.time_passes();
    assert!(page.model.is_some());
    assert_eq!(page.requests.len(), 2);
}

#[test]
fn a_snapshot_is_written_before_each_call_at_the_end_and_when_the_page_leaves() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_calls("search", "{}");
    assert_eq!(page.work(), ["list", "model", "list", "persist", "call"]);
    page.returns("one");
    page.model_answers("One.");
    assert_eq!(page.work(), ["list", "model", "persist"]);
    page.leaves();
    assert_eq!(page.work(), ["persist"]);
}

#[test]
fn a_conversation_at_rest_comes_back_whole() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_calls("search", "{}");
    page.returns("one");
    page.model_answers("One.");
    let next = page.next(3_600_000, asking(), &[]);
    assert_eq!(*next.session.state(), State::Idle);
    assert_eq!(next.session.messages(), page.session.messages());
    assert!(next.requests.is_empty());
}

#[test]
fn tickets_of_the_page_before_never_fit() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    let old = page.card.expect("a card");
    page.leaves();
    let mut next = page.next(100, asking(), &[tool("add", WRITES)]);
    next.send(Event::Decided { ticket: old, allow: true });
    assert_eq!(next.called(), [""; 0]);
}

#[test]
fn a_text_that_is_no_snapshot_is_refused() {
    let mut page = Page::new(asking(), &[tool("add", WRITES)]);
    page.asks("add");
    page.model_calls("add", "{}");
    page.leaves();
    let good = page.snapshot.clone();
    assert!(Session::restore(&good, asking()).is_ok());
    for bad in
        ["", "{}", "[]", &good[..good.len() - 1], &good.replace("\"version\":1", "\"version\":2")]
    {
        assert!(matches!(Session::restore(bad, asking()), Err(RestoreError::Form(_))), "{bad}");
    }
    let without_open_call = good.replace("\"type\":\"decide\"", "\"type\":\"think\"");
    assert_eq!(Session::restore(&without_open_call, asking()).err(), Some(RestoreError::History));
}

#[test]
fn a_damaged_snapshot_is_refused_or_lives_on_but_never_panics() {
    let mut page = Page::new(asking(), &[tool("search", READS), tool("add", WRITES)]);
    page.asks("search and add");
    page.model_calls("search", "{}");
    page.returns("one");
    page.model_calls("add", r#"{"product":"mug"}"#);
    page.leaves();
    let good: Vec<char> = page.snapshot.chars().collect();
    let mut lived = 0;
    for at in 0..good.len() {
        for with in ['0', '9', '"', '}', 'x', '-'] {
            let mut damaged = good.clone();
            damaged[at] = with;
            let damaged: String = damaged.into_iter().collect();
            let Ok(session) = Session::restore(&damaged, asking()) else { continue };
            lived += 1;
            let mut next = Page::new(asking(), &page.tools);
            next.session = session;
            next.send(Event::Resumed);
            let _ = next.try_send(Event::Retried);
            assert_eq!(next.called(), [""; 0], "no damage makes a yes");
            next.send(Event::Aborted);
            assert!(next.idle());
        }
    }
    assert!(lived > 100, "some damage is only to words: {lived}");
}
