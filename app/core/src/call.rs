//! One tool call as a model asked for it.

use crate::json::{Object, Value};
use crate::wire;

wire! {
    /// A call: which tool, with which arguments. The arguments keep the model's key order and
    /// number spelling, since an approval is bound to exactly these.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Call {
        /// Names the call within its session: `call_1`, `call_2`, …
        pub id: String,
        /// The tool's name as the model gave it; it may name no tool at all.
        pub name: String,
        /// Always an object; absent or empty arguments have become `{}`.
        pub arguments: Object,
    }
}

impl Call {
    /// The arguments as JSON text, as the page's tool will receive them.
    #[must_use]
    pub fn arguments_text(&self) -> String {
        Value::Object(self.arguments.clone()).to_text()
    }
}
