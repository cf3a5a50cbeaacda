//! One step of a trace.

use crate::json::{Object, Value};
use crate::listing::Dropped;
use crate::tool::{DefinitionHash, Hints};
use crate::wire;
use crate::wire::{Read, WireError, Write, put};

/// A step with its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Milliseconds since the run began.
    pub at: u64,
    /// What happened.
    pub step: Step,
}

wire! {
    /// What happened.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Step by "type" {
        /// The visitor's message.
        User {
            /// Absent when it was not stored.
            text: Option<String>,
        },
        /// The page's tools, whenever they had changed.
        Tools {
            /// Those on offer.
            tools: Vec<Listed>,
            /// Those that were left out.
            dropped: Vec<Dropped> = Vec::<Dropped>::new(),
        },
        /// A turn of the model.
        Model {
            /// The adapter that answered.
            model: String = String::new(),
            /// The model behind it, when it says so.
            answered_by: Option<String>,
            /// What it replied.
            reply: Replied,
            /// Milliseconds until the whole reply was there.
            ms: u64,
            /// `{input, output}`, when known.
            usage: Option<Value>,
        },
        /// The run went on on this page.
        Page {
            /// Its origin.
            origin: String = String::new(),
            /// Its path.
            path: String = String::new(),
        },
        /// A valid call.
        ToolCall {
            /// The call.
            call: Recorded,
            /// The tool's hints; absent when it came without annotations.
            annotations: Option<Hints>,
            /// The tool's definition.
            hash: Option<DefinitionHash>,
        },
        /// A call of no listed tool, or with arguments that do not fit.
        InvalidCall {
            /// The call.
            call: Recorded,
            /// `missing` or `invalid`.
            outcome: String,
            /// What the model was told.
            text: Option<String>,
        },
        /// Whether a valid call may run.
        Decision {
            /// The decision.
            call_id: String,
            /// Whether the call may run.
            allowed: bool,
            /// Who decided, see [`crate::policy::By`].
            by: String,
            /// Why it asked, see [`crate::policy::Reason`].
            reason: Option<String>,
            /// Milliseconds that the question was open.
            wait: Option<u64>,
        },
        /// What a valid call came to.
        ToolResult {
            /// The call.
            call_id: String,
            /// After the cut and before the fence; absent when it was not stored.
            text: Option<String>,
            /// Whether it counts as untrusted.
            untrusted: Option<bool>,
            /// Whether the model was told of an error.
            is_error: Option<bool>,
            /// Whether the page navigated or the form was submitted.
            navigated: Option<bool>,
            /// How it ended, see [`crate::outcome::Outcome`].
            outcome: String,
            /// What the tool gave beside its text.
            meta: Option<Value>,
            /// The tool's own code for its error.
            error_code: Option<String>,
        },
        /// The model's answer.
        Answer {
            /// Absent when it was not stored.
            text: Option<String>,
        },
        /// Why the run failed.
        Error {
            /// A public code.
            code: String,
            /// A sentence for a person.
            message: String = String::new(),
            /// A proxy's own error.
            detail: Option<Value>,
        },
    }
    else Other
}

wire! {
    /// A tool of a listing.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Listed {
        /// Its name.
        pub name: String,
        /// Its human name.
        pub title: String = String::new(),
        /// Its hints; absent when it came without annotations.
        pub annotations: Option<Hints>,
        /// Its definition.
        pub hash: DefinitionHash,
        /// The origin of the document that declared it.
        pub origin: String = String::new(),
        /// Where the listing came from.
        pub source: String = String::new(),
    }
}

wire! {
    /// What a model replied; the call or the answer itself is a step of its own.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Replied by "type" {
        /// It wants a tool called.
        Tool {
            /// The name as the model gave it.
            name: String,
            /// What it said before the call.
            text: Option<String>,
        },
        /// It answers.
        Answer,
    }
}

wire! {
    /// A call as far as it was stored.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Recorded {
        /// Unique within the trace.
        pub id: String,
        /// The tool's name.
        pub name: String,
        /// Absent when they were not stored.
        pub arguments: Option<Object>,
        /// JSON pointers into the arguments to what was redacted; such a call is never replayed.
        pub redacted: Vec<String> = Vec::<String>::new(),
    }
}

impl Step {
    /// Writes a step that this version knows, with its time behind its type.
    fn write_at(&self, at: u64, out: &mut String) {
        let start = out.len();
        self.write(out);
        // No type has a comma or a brace in it.
        let ends = |byte: &u8| matches!(byte, b',' | b'}');
        let kind = out.as_bytes()[start..].iter().position(ends).unwrap_or_default();
        let others = out.split_off(start + kind);
        put(out, "at", &at);
        out.push_str(&others);
    }
}

impl Write for Moment {
    /// The step's object with `at` behind its first member.
    fn write(&self, out: &mut String) {
        let Step::Other(step) = &self.step else { return self.step.write_at(self.at, out) };
        out.push('{');
        for (nth, (key, value)) in step.iter().filter(|(key, _)| *key != "at").enumerate() {
            put(out, key, value);
            if nth == 0 {
                put(out, "at", step.get("at").unwrap_or(&self.at.into()));
            }
        }
        out.push('}');
    }
}

impl Read for Moment {
    fn blank() -> Self {
        Self { at: 0, step: Step::blank() }
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        if let Some(at) = value.get("at") {
            self.at.read(at).map_err(|error| error.within("at"))?;
        }
        self.step.read(value)
    }
}
