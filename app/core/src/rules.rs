//! The built-in keyword matcher: a model's place taken by rules, labelled as such and not AI.
//!
//! It serves the demo, the tests and the first run without a key. [`respond`] reads the last
//! message of the visitor and what has happened since: it picks a tool by words, fills the
//! arguments from the message, asks back when something is missing, and answers from results,
//! which it never follows. The same request always gives the same reply. What its calls may do
//! is decided elsewhere, as for every model.

mod answer;
mod choose;
mod concepts;
mod fill;
mod numbers;
mod pick;
mod plan;
mod readable;
mod said;
mod shape;
mod spelling;
mod stems;
mod words;

use crate::json::{Object, Value};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::protocol::{Reply, Request, ToolSpec};
use plan::{Step, plan};
use shape::Shape;

/// Replies to a request by rules: a call, a question back, or an answer.
#[must_use]
pub fn respond(request: &Request) -> Reply {
    let messages = &request.messages;
    let Some(asked) = messages.iter().rposition(|message| matches!(message, Message::User { .. }))
    else {
        return answer(answer::abilities(&request.tools));
    };
    let shapes: Vec<Shape> = request.tools.iter().map(Shape::of).collect();
    let text = wish_at(messages, asked, &shapes);
    let results: Vec<Outcome> = messages[asked..].iter().filter_map(outcome_of).collect();
    if results.is_empty()
        && let Some(text) = small_talk(text_of(&messages[asked]), &text, &request.tools)
    {
        return answer(text);
    }
    let steps = plan(&text, &shapes, &|key| recall(messages, key));
    let went_well = results.last().is_none_or(|outcome| !outcome.is_error());
    let step = steps.get(results.len()).filter(|_| went_well);
    let step = match step {
        Some(Step::Pick { said }) => {
            Some(pick::resolve(said, messages, &shapes).unwrap_or_else(|| pick::ask(said)))
        }
        other => other.cloned(),
    };
    let told = told(&request.tools, &messages[asked..], &steps);
    match step {
        Some(Step::Call { tool, arguments, .. }) => call(&request.tools[tool].name, arguments),
        Some(Step::Ask { question, .. }) => answer(join(&told, &question)),
        Some(Step::Nothing) if results.is_empty() => answer(answer::nothing_fits(&request.tools)),
        Some(Step::Nothing) => answer(join(&told, "I found no tool on this page for the rest.")),
        Some(Step::Pick { .. }) | None => answer(told),
    }
}

/// What needs no tool. Where a question was answered, "yes" and "no" are answers.
fn small_talk(typed: &str, wish: &str, tools: &[ToolSpec]) -> Option<String> {
    let answers = typed != wish && matches!(typed.trim().to_lowercase().as_str(), "yes" | "no");
    if answers { None } else { answer::small_talk(typed, tools) }
}

/// What the visitor wants at that message: an answer to a question of ours belongs to what was
/// asked before.
fn wish_at(messages: &[Message], asked: usize, shapes: &[Shape]) -> String {
    let mut wish = String::new();
    for at in 0..=asked {
        let Message::User { text } = &messages[at] else { continue };
        let before = at.checked_sub(1).map(|at| &messages[at]);
        let question = match before {
            Some(Message::Answer { text, .. }) if !wish.is_empty() && text.contains('?') => {
                text.as_str()
            }
            _ => "",
        };
        let before =
            if question.is_empty() { None } else { asked_for(question, &wish, messages, shapes) };
        wish = match before {
            Some(before) if said::wishes(text).first().is_none_or(said::Said::is_no_wish) => {
                before + text
            }
            _ => text.clone(),
        };
    }
    wish
}

/// When the wish led to that question of ours: what stands before its answer.
fn asked_for(question: &str, wish: &str, messages: &[Message], shapes: &[Shape]) -> Option<String> {
    plan(wish, shapes, &|key| recall(messages, key)).into_iter().find_map(|step| match step {
        Step::Ask { question: ours, wish } if question.ends_with(&ours) => Some(wish),
        Step::Pick { said } if question.ends_with(pick::QUESTION) => Some(pick::rest(&said)),
        _ => None,
    })
}

/// What "it" is: the value of that key in the last call. An older one may be long forgotten.
fn recall(messages: &[Message], key: &str) -> Option<Value> {
    let last = messages.iter().rev().find_map(|message| match message {
        Message::Call { call, .. } => Some(call),
        _ => None,
    });
    last?.arguments.get(key).filter(|value| value.as_str().is_some()).cloned()
}

/// The results since the message, in words.
fn told(tools: &[ToolSpec], since: &[Message], steps: &[Step]) -> String {
    let results = since.iter().filter_map(|message| match message {
        Message::Result { name, text, outcome, .. } => Some((name, text, outcome)),
        _ => None,
    });
    let mut told = String::new();
    for (nth, (name, text, outcome)) in results.enumerate() {
        let spec = tools.iter().find(|tool| tool.name == *name);
        let about = match steps.get(nth) {
            Some(Step::Call { about, .. }) => about.as_slice(),
            _ => &[],
        };
        told = join(&told, &answer::of_result(name, spec, text, *outcome, about));
    }
    told
}

fn outcome_of(message: &Message) -> Option<Outcome> {
    match message {
        Message::Result { outcome, .. } => Some(*outcome),
        _ => None,
    }
}

fn text_of(message: &Message) -> &str {
    match message {
        Message::User { text } => text,
        _ => "",
    }
}

fn join(before: &str, after: &str) -> String {
    if before.is_empty() { after.to_owned() } else { [before, "\n\n", after].concat() }
}

fn call(name: &str, arguments: Object) -> Reply {
    Reply::Call {
        name: name.to_owned(),
        arguments,
        text: String::new(),
        meta: None,
        model: None,
        usage: None,
    }
}

fn answer(text: String) -> Reply {
    Reply::Answer { text, meta: None, model: None, usage: None }
}
