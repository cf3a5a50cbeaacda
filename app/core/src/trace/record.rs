//! A trace while it is written.

use super::{Moment, Page, Status, Step, Trace, Version};
use crate::json::{Object, Value};
use crate::wire;
use crate::wire::Wire;

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
        steps: Vec<Object>,
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
            steps: Vec::new(),
        }
    }

    /// Adds a step that happened at that wall clock time.
    pub fn add(&mut self, at_ms: u64, step: Step) {
        self.ended_at = at_ms.max(self.ended_at);
        let moment = Moment { at: at_ms.saturating_sub(self.started_at), step };
        if let Value::Object(step) = moment.to_value() {
            self.steps.push(step);
        }
    }

    /// Whether the call of that id is in it as a valid one.
    pub(crate) fn has_call(&self, id: &str) -> bool {
        self.steps.iter().any(|step| {
            let of = step.get("call").and_then(|call| call.get("id")).and_then(Value::as_str);
            of == Some(id) && step.get("type").and_then(Value::as_str) == Some("tool-call")
        })
    }

    /// The trace, to be read. A step that this version cannot read is kept whole.
    #[must_use]
    pub fn read(&self) -> Trace {
        let moment = |step: &Object| {
            Moment::from_value(&Value::Object(step.clone()))
                .unwrap_or_else(|_| Moment { at: 0, step: Step::Other(step.clone()) })
        };
        Trace {
            version: self.version,
            id: self.id.clone(),
            started_at: self.started_at,
            ended_at: self.ended_at,
            model: self.model.clone(),
            status: self.status,
            page: self.page.clone(),
            steps: self.steps.iter().map(moment).collect(),
        }
    }
}
