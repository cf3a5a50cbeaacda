//! The keyword matcher, by tables: what was said, and the call, question or answer it comes to.

mod elsewhere;
mod pages;
mod results;
mod rich_shop;
mod shop;
mod talk;

use site_agent_core::call::Call;
use site_agent_core::json::parse;
use site_agent_core::message::Message;
use site_agent_core::outcome::Outcome;
use site_agent_core::protocol::{Reply, Request, ToolSpec};
use site_agent_core::rules::respond;

/// The reply to a first message, as text: `name {arguments}` or the answer.
fn said(tools: &[ToolSpec], text: &str) -> String {
    reply(tools, vec![user(text)])
}

fn reply(tools: &[ToolSpec], messages: Vec<Message>) -> String {
    let request = Request { instructions: String::new(), messages, tools: tools.to_vec() };
    let reply = respond(&request);
    assert_eq!(respond(&request), reply, "the same request, the same reply");
    match reply {
        Reply::Call { name, arguments, .. } => {
            let tool =
                tools.iter().find(|tool| tool.name == name).expect("a tool that was offered");
            let known = tool.input_schema.get("properties");
            assert!(
                arguments.keys().all(|key| known.is_some_and(|known| known.get(key).is_some()))
            );
            format!("{name} {}", site_agent_core::json::Value::Object(arguments).to_text())
        }
        Reply::Answer { text, .. } => text,
    }
}

fn user(text: &str) -> Message {
    Message::User { text: text.to_owned() }
}

fn answered(text: &str) -> Message {
    Message::Answer { text: text.to_owned(), meta: None }
}

fn called(name: &str, arguments: &str) -> Message {
    let arguments = parse(arguments).expect("JSON").as_object().expect("an object").clone();
    let call = Call { id: "call_1".to_owned(), name: name.to_owned(), arguments };
    Message::Call { call, text: String::new(), meta: None }
}

/// A result as the session sends it: fenced.
fn returned(name: &str, text: &str, outcome: Outcome) -> Message {
    let text = site_agent_core::fence::wrap(name, 7, text);
    Message::Result { id: "call_1".to_owned(), name: name.to_owned(), text, outcome }
}

/// A result in our own words.
fn told(name: &str, text: &str, outcome: Outcome) -> Message {
    Message::Result {
        id: "call_1".to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
        outcome,
    }
}

/// Judges a whole table, with the tools in their order and in the opposite one, since no reply
/// may hang on that. Shows every row that failed at once.
fn assert_table(tools: &[ToolSpec], table: &[(&str, &str)]) {
    let turned: Vec<ToolSpec> = tools.iter().rev().cloned().collect();
    let mut wrong = Vec::new();
    for (order, tools) in [("", tools), (" (turned)", &turned)] {
        for (text, expected) in table {
            let came = said(tools, text);
            let fits = match expected.strip_suffix('…') {
                Some(start) => came.starts_with(start),
                None => came == *expected,
            };
            if !fits {
                wrong.push(format!("{text:?}{order}\n  expected {expected}\n  came     {came}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), 2 * table.len(), wrong.join("\n"));
}
