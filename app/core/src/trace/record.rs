//! A trace while it is written.

use super::{Moment, Page, Status, Step, Trace, Version};
use crate::json::{Object, Value};
use crate::wire;
use crate::wire::{Read, Wire, WireError, Write, put, read_items, text_of};

wire! {
    /// A trace whose steps are already as they cross. Whoever only writes and keeps them (the
    /// element, over page loads) need not carry the code that reads them.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Record {
        version: Version,
        id: Option<String>,
        started_at: u64,
        /// When the run ended, or its latest step.
        pub(crate) ended_at: u64,
        /// The adapter that answered last.
        pub(crate) model: String = String::new(),
        /// How the run ended.
        pub(crate) status: Option<Status>,
        page: Option<Page>,
        steps: Steps,
    }
}

impl Record {
    /// A record without steps.
    #[must_use]
    pub fn begin(at_ms: u64, page: Option<Page>) -> Self {
        Self {
            version: Version,
            id: None,
            started_at: at_ms,
            ended_at: at_ms,
            model: String::new(),
            status: None,
            page,
            steps: Steps::blank(),
        }
    }

    /// Begins a step that happened at that wall clock time; its members and its brace are to follow.
    pub(super) fn step(&mut self, at_ms: u64, kind: &str) -> &mut String {
        self.ended_at = at_ms.max(self.ended_at);
        let out = self.steps.next();
        out.push('{');
        put(out, "type", &kind);
        put(out, "at", &at_ms.saturating_sub(self.started_at));
        out
    }

    /// Remembers the id of a valid call.
    pub(super) fn know_call(&mut self, id: &str) {
        self.steps.calls.push(id.to_owned());
    }

    /// Whether the call of that id is in it as a valid one.
    pub(crate) fn has_call(&self, id: &str) -> bool {
        self.steps.calls.iter().any(|call| call == id)
    }

    /// The trace, to be read. A step that this version cannot read is kept whole.
    #[must_use]
    pub fn read(&self) -> Trace {
        let moment = |step: Value| match (Moment::from_value(&step), step) {
            (Ok(moment), _) => moment,
            (Err(_), Value::Object(step)) => Moment { at: 0, step: Step::Other(step) },
            (Err(_), _) => Moment { at: 0, step: Step::Other(Object::new()) },
        };
        let steps = Vec::<Value>::from_text(&text_of(&self.steps)).unwrap_or_default();
        Trace {
            version: self.version,
            id: self.id.clone(),
            started_at: self.started_at,
            ended_at: self.ended_at,
            model: self.model.clone(),
            status: self.status,
            page: self.page.clone(),
            steps: steps.into_iter().map(moment).collect(),
        }
    }
}

/// Steps as they cross: the items of an array, without its brackets.
#[derive(Clone, Debug, PartialEq)]
struct Steps {
    text: String,
    /// The ids of the valid calls among them.
    calls: Vec<String>,
}

impl Steps {
    /// Where the next step is to be written.
    fn next(&mut self) -> &mut String {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        &mut self.text
    }
}

impl Write for Steps {
    fn write(&self, out: &mut String) {
        out.push('[');
        out.push_str(&self.text);
        out.push(']');
    }
}

impl Read for Steps {
    fn blank() -> Self {
        Self { text: String::new(), calls: Vec::new() }
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        read_items(value, &mut |step| {
            let Some(members) = step.as_object() else {
                return Err(WireError::expected("an object", step));
            };
            if members.get("type").and_then(Value::as_str) == Some("tool-call") {
                let id = members.get("call").and_then(|call| call.get("id"));
                self.calls.extend(id.and_then(Value::as_str).map(str::to_owned));
            }
            step.write(self.next());
            Ok(())
        })
    }
}
