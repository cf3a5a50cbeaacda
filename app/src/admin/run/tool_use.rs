//! What became of each tool: offered and called, denied, called wrongly or never; left out.

use std::collections::HashMap;

use site_agent_core::listing::Dropped;
use site_agent_core::tool::Hints;
use site_agent_core::trace::{Step, Trace};

/// How often a tool was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Valid calls, the denied ones among them.
    pub valid: usize,
    /// Valid calls that were not allowed.
    pub denied: usize,
    /// Calls with arguments that did not fit, or of a tool that was not there.
    pub invalid: usize,
}

/// A tool that was on offer, or that the model thought to be.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    /// Its name.
    pub name: String,
    /// Its human name; empty without one.
    pub title: String,
    /// Its hints; `None` when it came without annotations.
    pub hints: Option<Hints>,
    /// Whether any listing had it.
    pub offered: bool,
    /// Definitions under this name: more than one when it changed on the way.
    pub definitions: usize,
    /// What the model did with it.
    pub calls: Calls,
    /// The step of its first call, from 0.
    pub first: Option<usize>,
}

/// All tools of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolUses {
    /// The called ones first, in the order of their first calls; then as they were listed.
    pub tools: Vec<ToolUse>,
    /// What was left out, each with its reason, once.
    pub dropped: Vec<Dropped>,
}

/// Looks through a run.
pub fn tool_uses(trace: &Trace) -> ToolUses {
    let mut uses = ToolUses::default();
    let mut places = Places::default();
    let mut called: HashMap<&str, usize> = HashMap::new();
    for (nth, moment) in trace.steps.iter().enumerate() {
        match &moment.step {
            Step::Tools { tools, dropped } => {
                for tool in tools {
                    let place = places.of(&mut uses.tools, &tool.name);
                    if !places.hashes[place].contains(&tool.hash.0) {
                        places.hashes[place].push(tool.hash.0);
                    }
                    let known = &mut uses.tools[place];
                    known.offered = true;
                    known.definitions = places.hashes[place].len();
                    known.title.clone_from(&tool.title);
                    known.hints = tool.annotations;
                }
                let new = dropped.iter().filter(|one| !uses.dropped.contains(one));
                let new: Vec<_> = new.take(MOST_DROPPED - uses.dropped.len()).cloned().collect();
                uses.dropped.extend(new);
            }
            Step::ToolCall { call, .. } => {
                let place = places.of(&mut uses.tools, &call.name);
                called.insert(&call.id, place);
                uses.tools[place].calls.valid += 1;
                uses.tools[place].first.get_or_insert(nth);
            }
            Step::InvalidCall { call, .. } => {
                let place = places.of(&mut uses.tools, &call.name);
                uses.tools[place].calls.invalid += 1;
                uses.tools[place].first.get_or_insert(nth);
            }
            Step::Decision { call_id, allowed: false, .. } => {
                if let Some(place) = called.get(call_id.as_str()) {
                    uses.tools[*place].calls.denied += 1;
                }
            }
            _ => {}
        }
    }
    uses.tools.sort_by_key(|tool| tool.first.unwrap_or(usize::MAX));
    uses
}

/// A hostile trace may claim any number.
const MOST_DROPPED: usize = 500;

/// Where each name stands.
#[derive(Default)]
struct Places {
    by_name: HashMap<String, usize>,
    hashes: Vec<Vec<[u8; 32]>>,
}

impl Places {
    fn of(&mut self, tools: &mut Vec<ToolUse>, name: &str) -> usize {
        if let Some(place) = self.by_name.get(name) {
            return *place;
        }
        self.by_name.insert(name.to_owned(), tools.len());
        self.hashes.push(Vec::new());
        tools.push(ToolUse {
            name: name.to_owned(),
            title: String::new(),
            hints: None,
            offered: false,
            definitions: 0,
            calls: Calls::default(),
            first: None,
        });
        tools.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, trace};
    use crate::admin::run::read;

    #[test]
    fn calls_are_counted_by_what_became_of_them_and_the_called_come_first() {
        let uses = tool_uses(&read(FULL).unwrap());
        let found: Vec<_> =
            uses.tools.iter().map(|tool| (tool.name.as_str(), tool.calls)).collect();
        assert_eq!(
            found,
            [
                ("reviews", Calls { valid: 1, ..Calls::default() }),
                ("add", Calls { valid: 2, denied: 1, invalid: 1 }),
            ]
        );
    }

    #[test]
    fn what_was_never_called_left_out_changed_or_made_up_is_told() {
        let (one, two) = ("0".repeat(64), "1".repeat(64));
        let tool = |name: &str, hash: &str| format!(r#"{{"name":"{name}","hash":"{hash}"}}"#);
        let steps = format!(
            r#"{{"type":"tools","at":0,"tools":[{},{}],"dropped":[{{"name":"x","reason":"debugging"}}]}},
            {{"type":"tools","at":1,"tools":[{}],"dropped":[{{"name":"x","reason":"debugging"}}]}},
            {{"type":"invalid-call","at":2,"call":{{"id":"1","name":"made_up"}},"outcome":"missing"}}"#,
            tool("a", &one),
            tool("b", &one),
            tool("b", &two),
        );
        let uses = tool_uses(&read(&trace(&steps)).unwrap());
        let found: Vec<_> = uses
            .tools
            .iter()
            .map(|tool| (tool.name.as_str(), tool.offered, tool.definitions, tool.first))
            .collect();
        assert_eq!(
            found,
            [("made_up", false, 0, Some(2)), ("a", true, 1, None), ("b", true, 2, None)]
        );
        assert_eq!(uses.dropped.len(), 1);
    }
}
