//! What is compared of a step. Times and ids differ between any two runs and say nothing.

use std::collections::HashMap;

use site_agent_core::json::Value;
use site_agent_core::trace::{Replied, Step, Trace};
use site_agent_core::wire::{Write, text_of};

/// One thing about a step, in words and as the text that is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// `arguments`, `text`, `decision` …
    pub name: &'static str,
    /// The text; empty where there is none.
    pub text: String,
}

/// A step as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Steps with the same key may belong together: the kind, and the tool where there is one.
    pub key: String,
    /// What may differ between the two.
    pub traits: Vec<Trait>,
}

/// All steps of a run.
pub fn compared(trace: &Trace) -> Vec<Compared> {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut all = Vec::new();
    for moment in &trace.steps {
        if let Step::ToolCall { call, .. } = &moment.step {
            names.insert(&call.id, &call.name);
        }
        all.push(one(&moment.step, &names));
    }
    all
}

fn one(step: &Step, names: &HashMap<&str, &str>) -> Compared {
    let of = |id: &str| names.get(id).copied().unwrap_or_default();
    match step {
        Step::User { text } => made("user", "", vec![words("text", text.as_deref())]),
        Step::Tools { tools, .. } => {
            let list: Vec<_> =
                tools.iter().map(|tool| format!("{} {}", tool.name, tool.hash)).collect();
            made("tools", "", vec![words("tools", Some(&list.join("\n")))])
        }
        Step::Model { reply, model, .. } => {
            let (wants, said) = match reply {
                Replied::Tool { name, text } => (format!("tool {name}"), text.as_deref()),
                Replied::Answer => ("answer".to_owned(), None),
            };
            let traits = vec![
                words("reply", Some(&wants)),
                words("text", said),
                words("model", Some(model)),
            ];
            made("model", "", traits)
        }
        Step::Page { origin, path } => {
            made("page", "", vec![words("page", Some(&format!("{origin}{path}")))])
        }
        Step::ToolCall { call, .. } => made(
            "tool-call",
            &call.name,
            vec![json("arguments", call.arguments.as_ref().map(|it| it as _))],
        ),
        Step::InvalidCall { call, outcome, text } => made(
            "invalid-call",
            &call.name,
            vec![
                json("arguments", call.arguments.as_ref().map(|it| it as _)),
                words("outcome", Some(outcome)),
                words("text", text.as_deref()),
            ],
        ),
        Step::Decision { call_id, allowed, by, reason, .. } => {
            let decision = format!(
                "{} by {by}{}",
                if *allowed { "allowed" } else { "denied" },
                reason.as_ref().map(|reason| format!(", {reason}")).unwrap_or_default()
            );
            made("decision", of(call_id), vec![words("decision", Some(&decision))])
        }
        Step::ToolResult { call_id, text, outcome, meta, error_code, .. } => made(
            "tool-result",
            of(call_id),
            vec![
                words("outcome", Some(outcome)),
                words("text", text.as_deref()),
                words("error code", error_code.as_deref()),
                json("meta", meta.as_ref().map(|it| it as _)),
            ],
        ),
        Step::Answer { text } => made("answer", "", vec![words("text", text.as_deref())]),
        Step::Error { code, message, .. } => {
            made("error", "", vec![words("code", Some(code)), words("message", Some(message))])
        }
        Step::Other(step) => {
            let kind = step.get("type").and_then(Value::as_str).unwrap_or("?");
            let mut step = step.clone();
            step.remove("at");
            made(kind, "", vec![json("step", Some(&step))])
        }
    }
}

fn made(kind: &str, tool: &str, traits: Vec<Trait>) -> Compared {
    Compared { key: format!("{kind} {tool}"), traits }
}

fn words(name: &'static str, text: Option<&str>) -> Trait {
    Trait { name, text: text.unwrap_or_default().to_owned() }
}

/// JSON is compared in one form, so that neither the order of keys nor blanks count.
fn json(name: &'static str, value: Option<&dyn Write>) -> Trait {
    let text = value.map(text_of).unwrap_or_default();
    let sorted = site_agent_core::json::parse(&text).map(|value| value.to_canonical());
    Trait { name, text: sorted.unwrap_or(text) }
}
