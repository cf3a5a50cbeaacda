//! The conversation as the visitor saw it: words, and a line for each call.

use std::collections::HashMap;

use site_agent_core::trace::{Replied, Step, Trace};

/// A line of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The visitor's message; `None` where it was not stored.
    Visitor {
        /// The step, from 0.
        step: usize,
        /// What was said.
        text: Option<String>,
    },
    /// Words of the model: the answer, or what it said before a call.
    Agent {
        /// The step, from 0.
        step: usize,
        /// What was said.
        text: Option<String>,
    },
    /// A call that the panel showed.
    Work {
        /// The step of the call, from 0.
        step: usize,
        /// The tool's human name, else its name.
        tool: String,
        /// What was asked of the visitor, and answered: allowed or not, after so many milliseconds.
        asked: Option<(bool, Option<u64>)>,
        /// How it ended; empty when that is not in the trace.
        outcome: String,
    },
    /// The run went on on another page.
    Page {
        /// The step, from 0.
        step: usize,
        /// The page's path.
        path: String,
    },
    /// The run failed.
    Fault {
        /// The step, from 0.
        step: usize,
        /// The sentence for the visitor.
        message: String,
    },
}

/// The lines of a run, at most `most` of them.
pub fn talk(trace: &Trace, most: usize) -> Vec<Said> {
    let mut lines = Vec::new();
    let mut titles: HashMap<&str, &str> = HashMap::new();
    let mut works: HashMap<&str, usize> = HashMap::new();
    for (step, moment) in trace.steps.iter().enumerate() {
        match &moment.step {
            Step::Tools { tools, .. } => {
                let named = tools.iter().filter(|tool| !tool.title.is_empty());
                titles.extend(named.map(|tool| (tool.name.as_str(), tool.title.as_str())));
            }
            Step::ToolCall { call, .. } => {
                works.insert(&call.id, lines.len());
                let tool = titles.get(call.name.as_str()).copied().unwrap_or(&call.name).to_owned();
                lines.push(Said::Work { step, tool, asked: None, outcome: String::new() });
            }
            Step::Decision { call_id, allowed, by, wait, .. } => {
                if let Some(Said::Work { asked, .. }) = at(&mut lines, &works, call_id)
                    && matches!(by.as_str(), "visitor" | "aborted")
                {
                    *asked = Some((*allowed, *wait));
                }
            }
            Step::ToolResult { call_id, outcome: ended, .. } => {
                if let Some(Said::Work { outcome, .. }) = at(&mut lines, &works, call_id) {
                    outcome.clone_from(ended);
                }
            }
            step_of_words => lines.extend(words(step, step_of_words)),
        }
        if lines.len() >= most {
            break;
        }
    }
    lines
}

fn at<'a>(lines: &'a mut [Said], works: &HashMap<&str, usize>, call: &str) -> Option<&'a mut Said> {
    lines.get_mut(*works.get(call)?)
}

fn words(step: usize, of: &Step) -> Option<Said> {
    match of {
        Step::User { text } => Some(Said::Visitor { step, text: text.clone() }),
        Step::Model { reply: Replied::Tool { text: Some(text), .. }, .. } if !text.is_empty() => {
            Some(Said::Agent { step, text: Some(text.clone()) })
        }
        Step::Answer { text } => Some(Said::Agent { step, text: text.clone() }),
        Step::Page { path, .. } => Some(Said::Page { step, path: path.clone() }),
        Step::Error { message, code, .. } => {
            let message = if message.is_empty() { code } else { message };
            Some(Said::Fault { step, message: message.clone() })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, trace};
    use crate::admin::run::read;

    #[test]
    fn the_visitor_saw_words_and_valid_calls() {
        let lines = talk(&read(FULL).unwrap(), 100);
        let said: Vec<_> = lines
            .iter()
            .map(|line| match line {
                Said::Visitor { text, .. } | Said::Agent { text, .. } => text.clone().unwrap(),
                Said::Work { tool, asked, outcome, .. } => format!("{tool} {asked:?} {outcome}"),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            said,
            [
                "add what people like",
                "reviews None ok",
                "add Some((true, Some(1))) ok",
                "add Some((false, Some(1))) denied",
                "Added the blue one.",
            ]
        );
    }

    #[test]
    fn a_tool_goes_by_its_human_name_and_what_was_not_stored_is_known_as_such() {
        let hash = "0".repeat(64);
        let steps = format!(
            r#"{{"type":"user","at":0}},
            {{"type":"tools","at":0,"tools":[{{"name":"a","title":"Add","hash":"{hash}"}}]}},
            {{"type":"tool-call","at":1,"call":{{"id":"1","name":"a"}}}},
            {{"type":"error","at":2,"code":"timeout"}}"#
        );
        let lines = talk(&read(&trace(&steps)).unwrap(), 100);
        assert_eq!(lines[0], Said::Visitor { step: 0, text: None });
        let Said::Work { tool, outcome, .. } = &lines[1] else { panic!("a call") };
        assert_eq!((tool.as_str(), outcome.as_str()), ("Add", ""));
        assert_eq!(lines[2], Said::Fault { step: 3, message: "timeout".to_owned() });
    }

    #[test]
    fn a_long_run_is_cut() {
        let steps = vec![r#"{"type":"user","at":0}"#; 50].join(",");
        assert_eq!(talk(&read(&trace(&steps)).unwrap(), 10).len(), 10);
    }
}
