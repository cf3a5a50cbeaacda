//! A run that is not in the database, as a line: what the store's preview says of one that is.

use std::collections::HashSet;

use site_agent_core::json::Value;
use site_agent_core::trace::{Step, Trace};

/// Characters of a text that a line shows.
const PREVIEW: usize = 200;

/// What a list shows of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// When it began, in milliseconds since 1970.
    pub started_at: u64,
    /// When it ended.
    pub ended_at: u64,
    /// `answered`, `max-steps`, `aborted` or `error`; empty while it goes on.
    pub status: String,
    /// The adapter that answered last.
    pub model: String,
    /// The page's origin and path.
    pub page: String,
    /// The visitor's message, cut.
    pub question: String,
    /// The answer or the failure's sentence, cut.
    pub answer: String,
    /// The tools that were called, each once.
    pub tools: Vec<String>,
    /// Steps.
    pub steps: usize,
    /// Valid calls.
    pub calls: usize,
    /// Tokens read and written.
    pub tokens: (u64, u64),
}

impl Summary {
    /// Sums a run up.
    pub fn of(trace: &Trace) -> Self {
        let mut sum = Self {
            started_at: trace.started_at,
            ended_at: trace.ended_at,
            status: trace.status.map(|status| status.as_str().to_owned()).unwrap_or_default(),
            model: cut(&trace.model),
            page: trace
                .page
                .as_ref()
                .map(|page| cut(&format!("{}{}", page.origin, page.path)))
                .unwrap_or_default(),
            steps: trace.steps.len(),
            ..Self::default()
        };
        let mut called = HashSet::new();
        for moment in &trace.steps {
            match &moment.step {
                Step::User { text: Some(text) } if sum.question.is_empty() => {
                    sum.question = cut(text);
                }
                Step::Answer { text: Some(text) } => sum.answer = cut(text),
                Step::Error { message, .. } => sum.answer = cut(message),
                Step::ToolCall { call, .. } => {
                    sum.calls += 1;
                    if called.len() < 20 && called.insert(&call.name) {
                        sum.tools.push(cut(&call.name));
                    }
                }
                Step::Model { usage: Some(usage), .. } => {
                    let told = |key| usage.get(key).and_then(Value::as_u64).unwrap_or_default();
                    sum.tokens.0 = sum.tokens.0.saturating_add(told("input"));
                    sum.tokens.1 = sum.tokens.1.saturating_add(told("output"));
                }
                _ => {}
            }
        }
        sum
    }
}

fn cut(text: &str) -> String {
    text.chars().take(PREVIEW).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, trace};
    use crate::admin::run::read;

    #[test]
    fn a_run_is_summed_up() {
        let sum = Summary::of(&read(FULL).unwrap());
        assert_eq!(sum.question, "add what people like");
        assert_eq!(sum.answer, "Added the blue one.");
        assert_eq!((sum.tools.join(" "), sum.calls, sum.steps), ("reviews add".to_owned(), 3, 18));
        assert_eq!(
            (sum.status.as_str(), sum.page.as_str()),
            ("answered", "https://shop.example/cart")
        );
    }

    #[test]
    fn long_texts_are_cut_and_tokens_added() {
        let turn = r#"{"type":"model","at":1,"reply":{"type":"answer"},"ms":1,"usage":{"input":5,"output":2}}"#;
        let long = "é".repeat(900);
        let steps = format!(r#"{{"type":"user","at":0,"text":"{long}"}},{turn},{turn}"#);
        let sum = Summary::of(&read(&trace(&steps)).unwrap());
        assert_eq!(sum.question.chars().count(), 200);
        assert_eq!(sum.tokens, (10, 4));
    }
}
