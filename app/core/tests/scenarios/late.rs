//! Rule 12: pages are late and networks are busy.

use site_agent_core::Event;

use crate::page::{Page, READS, asking, tool};

#[test]
fn an_empty_first_list_waits_for_the_pages_tools() {
    let mut page = Page::new(asking(), &[]);
    page.asks("search");
    assert_eq!(page.timers[0].1, 1_500);
    assert!(page.model.is_none());
    page.tools = vec![tool("search", READS)];
    page.send(Event::ToolsChanged);
    assert_eq!(page.requests[0].tools.len(), 1);
    assert!(page.timers.is_empty());
}

#[test]
fn a_page_whose_tools_do_not_come_has_none() {
    let mut page = Page::new(asking(), &[]);
    page.asks("search");
    page.send(Event::ToolsChanged);
    assert_eq!(page.timers.len(), 1, "another empty list does not start the wait anew");
    page.time_passes();
    assert_eq!(page.events(), ["error no-tools", "done error"]);
    assert!(page.idle());
}

#[test]
fn a_change_that_crossed_the_empty_list_is_found_at_the_end_of_the_wait() {
    let mut page = Page::new(asking(), &[]);
    page.lists = false;
    page.asks("search");
    page.send(Event::ToolsChanged);
    page.lists_now();
    page.lists = true;
    page.tools = vec![tool("search", READS)];
    page.time_passes();
    assert_eq!(page.requests.len(), 1);
}

#[test]
fn only_the_first_list_of_a_run_can_end_in_no_tools() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_calls("search", "{}");
    page.tools.clear();
    page.returns("gone");
    assert!(page.timers.is_empty(), "nothing is waited for");
    assert!(page.requests[1].tools.is_empty());
    page.model_answers("The tools are gone.");
    assert_eq!(page.events().last().map(String::as_str), Some("done answered"));
}

#[test]
fn a_list_that_fails_at_the_start_is_no_tools() {
    let mut page = Page::new(asking(), &[]);
    page.lists = false;
    page.asks("search");
    let ticket = page.listings.pop().expect("a listing");
    page.send(Event::ListFailed { ticket, message: "NotAllowedError".to_owned() });
    assert_eq!(page.events(), ["error no-tools", "done error"]);
}

#[test]
fn a_busy_model_is_waited_for_once_in_the_same_step() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_fails(429, Some(2_000), None);
    assert_eq!(page.events(), ["waiting 2000"]);
    assert_eq!(page.timers[0].1, 2_000);
    page.time_passes();
    page.model_answers("Here.");
    assert_eq!(page.events(), ["thinking 1 test", "answer Here.", "done answered"]);
}

#[test]
fn a_model_that_is_busy_twice_has_failed() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_fails(503, Some(1_000), None);
    page.time_passes();
    page.model_fails(503, Some(1_000), None);
    assert_eq!(page.events(), ["waiting 1000", "error model-error", "done error"]);
}

#[test]
fn a_long_pause_is_not_granted() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    page.model_fails(429, Some(10_001), None);
    assert_eq!(page.events(), ["error model-error", "done error"]);
}

#[test]
fn a_pause_can_be_stopped_and_nothing_late_of_the_failed_turn_is_heard() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    let failed = page.model_ticket();
    page.model_fails(429, Some(2_000), None);
    page.send(Event::Delta { ticket: failed, text: "late".to_owned() });
    page.send(Event::Aborted);
    assert!(page.timers.is_empty());
    assert_eq!(page.events(), ["waiting 2000", "error aborted", "done aborted"]);
}

#[test]
fn a_turn_that_already_spoke_is_not_tried_again() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    page.asks("search");
    let ticket = page.model_ticket();
    page.send(Event::Delta { ticket, text: "I".to_owned() });
    page.model_fails(503, Some(1_000), None);
    assert_eq!(page.events(), ["thinking 1 ", "delta I", "error model-error", "done error"]);
}
