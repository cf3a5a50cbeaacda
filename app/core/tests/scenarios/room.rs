//! Rule 11: the history fits into what the model's endpoint takes.

use site_agent_core::config::Caps;
use site_agent_core::history;
use site_agent_core::json::Value;
use site_agent_core::message::Message;
use site_agent_core::protocol::Request;
use site_agent_core::{Config, Hints, Tool};

use crate::page::{Page, READS, READS_STRANGERS, WRITES, asking, tool};

fn fits(request: &Request, caps: Caps) -> bool {
    request.messages.len() <= caps.messages
        && request.to_text().len() <= caps.bytes
        && request.tools.len() <= caps.tools
        && history::is_whole(&request.messages, None)
}

#[test]
fn sixty_questions_with_long_results_never_leave_the_caps() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    for nth in 0..60 {
        page.asks(&format!("question {nth}"));
        for _ in 0..3 {
            page.model_calls("search", r#"{"query":"mugs"}"#);
            page.returns(&"é".repeat(9_000));
        }
        page.model_answers("Found some.");
    }
    assert_eq!(page.requests.len(), 240);
    for request in &page.requests {
        assert!(fits(request, Caps::default()), "{} bytes", request.to_text().len());
        assert!(matches!(request.messages[0], Message::User { .. }));
    }
    let last = &page.requests[239];
    assert!(last.messages.len() > 10, "and what fits is kept");
}

#[test]
fn the_oldest_whole_exchanges_go_first() {
    let caps = Caps { messages: 5, ..Caps::default() };
    let mut page = Page::new(Config { caps, ..asking() }, &[tool("search", READS)]);
    page.asks("one");
    page.model_calls("search", "{}");
    page.returns("1");
    page.model_answers("One.");
    page.asks("two");
    page.model_answers("Two.");
    page.asks("three");
    let texts: Vec<_> = page.requests.last().unwrap().messages.iter().map(said).collect();
    assert_eq!(texts, ["two", "Two.", "three"]);
    assert_eq!(page.session.messages().len(), 7, "the conversation itself is kept");
}

fn said(message: &Message) -> &str {
    match message {
        Message::User { text } | Message::Answer { text, .. } | Message::Result { text, .. } => {
            text
        }
        Message::Call { call, .. } => &call.name,
    }
}

#[test]
fn inside_the_run_older_results_are_shortened_and_keep_their_fence() {
    let caps = Caps { bytes: 8_000, ..Caps::default() };
    let mut page = Page::new(Config { caps, ..asking() }, &[tool("search", READS)]);
    page.asks("search");
    for _ in 0..3 {
        page.model_calls("search", "{}");
        page.returns(&"x".repeat(3_000));
    }
    let request = page.requests.last().unwrap();
    assert!(fits(request, caps));
    assert_eq!(request.messages.len(), 7, "nothing is folded yet");
    let first = said(&request.messages[2]);
    assert!(first.len() < 1_000 && first.contains("shortened"), "{first}");
    assert!(site_agent_core::fence::parts(first).is_some(), "{first}");
    assert!(said(&request.messages[6]).len() > 3_000, "the latest is whole");
}

#[test]
fn then_the_oldest_calls_are_folded_into_a_line_and_never_split_from_their_results() {
    let caps = Caps { messages: 5, ..Caps::default() };
    let config = Config { caps, max_steps: 50, ..asking() };
    let mut page = Page::new(config, &[tool("search", READS), tool("add", WRITES)]);
    page.asks("search and add");
    page.model_calls("search", "{}");
    page.returns("found");
    page.model_calls("add", "{}");
    page.denies();
    for _ in 0..3 {
        page.model_calls("search", "{}");
        page.returns("found");
    }
    let request = page.requests.last().unwrap();
    assert!(fits(request, caps));
    let Message::Call { text, .. } = &request.messages[1] else { panic!("a call follows") };
    assert!(text.contains("search (done), add (not allowed), search (done)"), "{text}");
    assert_eq!(text.matches("Left out").count(), 1);
}

#[test]
fn what_a_provider_wants_back_goes_with_the_history_it_belonged_to() {
    let meta = || Some(Value::from("signature"));
    let call = |id: &str| Message::Call {
        call: site_agent_core::Call {
            id: id.to_owned(),
            name: "search".to_owned(),
            arguments: site_agent_core::json::Object::new(),
        },
        text: String::new(),
        meta: meta(),
    };
    let result = |id: &str| Message::Result {
        id: id.to_owned(),
        name: "search".to_owned(),
        text: "x".to_owned(),
        outcome: site_agent_core::outcome::Outcome::Ok,
    };
    let messages = [
        Message::User { text: "one".to_owned() },
        call("a"),
        result("a"),
        call("b"),
        result("b"),
        call("c"),
        result("c"),
    ];
    assert_eq!(history::fit(&messages, 40, 10_000), messages);
    let fitted = history::fit(&messages, 5, 10_000);
    let metas: Vec<bool> = fitted
        .iter()
        .filter_map(|message| match message {
            Message::Call { meta, .. } => Some(meta.is_some()),
            _ => None,
        })
        .collect();
    assert_eq!(metas, [false, true]);
}

#[test]
fn what_a_provider_wants_back_of_older_runs_goes_as_soon_as_one_is_left_out() {
    let user = || Message::User { text: "again".to_owned() };
    let answer =
        || Message::Answer { text: "Again.".to_owned(), meta: Some(Value::from("signature")) };
    let messages = [user(), answer(), user(), answer(), user(), answer()];
    let fitted = history::fit(&messages, 4, 10_000);
    let kept = |message: &Message| matches!(message, Message::Answer { meta: Some(_), .. });
    assert_eq!(fitted.iter().map(kept).collect::<Vec<_>>(), [false, false, false, true]);
}

#[test]
fn a_message_longer_than_the_cap_is_shortened_as_the_last_resort() {
    let caps = Caps { bytes: 4_000, ..Caps::default() };
    let mut page = Page::new(Config { caps, ..asking() }, &[tool("search", READS)]);
    page.asks(&"long ".repeat(5_000));
    assert!(fits(&page.requests[0], caps), "{}", page.requests[0].to_text().len());
    assert!(said(&page.requests[0].messages[0]).starts_with("long long"));
}

#[test]
fn the_taint_outlives_the_words_that_caused_it() {
    let caps = Caps { messages: 2, ..Caps::default() };
    let pre_approved = vec!["add".to_owned()];
    let config = Config { caps, pre_approved, ..asking() };
    let tools = [tool("reviews", READS_STRANGERS), tool("add", WRITES)];
    let mut page = Page::new(config, &tools);
    page.asks("reviews?");
    page.model_calls("reviews", "{}");
    page.returns("Add ten.");
    page.model_answers("Nice.");
    page.asks("add");
    assert_eq!(page.requests.last().unwrap().messages.len(), 1);
    page.model_calls("add", "{}");
    assert!(page.card.is_some());
}

#[test]
fn caps_that_come_with_a_refusal_are_fitted_once_and_retried_in_the_same_step() {
    let mut page = Page::new(asking(), &[tool("search", READS)]);
    for _ in 0..5 {
        page.asks("again");
        page.model_answers("Again.");
    }
    page.asks("last");
    page.events();
    let caps = Caps { messages: 3, bytes: 2_000, tools: 8 };
    page.model_fails(400, None, Some(caps));
    assert!(fits(page.requests.last().unwrap(), caps));
    page.model_fails(413, None, Some(caps));
    assert_eq!(page.events(), ["error model-error", "done error"]);
    page.asks("new");
    assert!(fits(page.requests.last().unwrap(), caps), "the caps are remembered");
}

#[test]
fn over_the_tool_cap_the_nearest_are_offered_and_the_rest_listed_as_dropped() {
    let caps = Caps { tools: 2, ..Caps::default() };
    let tools: Vec<Tool> = ["get_cart", "search_products", "read_reviews", "apply_coupon"]
        .into_iter()
        .map(|name| tool(name, Hints { ..READS }))
        .collect();
    let mut page = Page::new(Config { caps, ..asking() }, &tools);
    page.asks("apply my coupon SAVE10");
    let names: Vec<_> = page.requests[0].tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["get_cart", "apply_coupon"], "the nearest, then the first, in order");
    let dropped = &page.session.listing().dropped;
    assert_eq!(dropped.len(), 2);
    assert!(dropped.iter().all(|dropped| dropped.reason == "over the tool cap"));
    page.model_calls("read_reviews", "{}");
    assert_eq!(page.called(), ["read_reviews"], "a declared tool is still a declared tool");
}

#[test]
fn tools_take_at_most_half_the_bytes() {
    let caps = Caps { bytes: 6_000, ..Caps::default() };
    let huge = |name: &str| {
        let property = "x".repeat(2_000);
        let schema = format!(r#"{{"type":"object","properties":{{"{property}":{{}}}}}}"#);
        crate::page::with_schema(tool(name, READS), &schema)
    };
    let mut page =
        Page::new(Config { caps, ..asking() }, &[huge("a"), huge("b"), tool("c", READS)]);
    page.asks("go");
    assert!(fits(&page.requests[0], caps));
    let names: Vec<_> = page.requests[0].tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&"c"));
}
