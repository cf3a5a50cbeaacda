//! How a call ended, and a tool's result as text.
//!
//! A page's tool may answer with a sentence, with JSON, with MCP's `content` list, with nothing,
//! or by throwing, and browsers spell each of these in their own way. Here all of it becomes one
//! text of bounded length and the few facts that the session needs beside it. The text is still
//! the page's: whoever sends it to a model puts it in a fence first.

mod returned;

pub use returned::from_returned;

use crate::json::Value;
use crate::text::{one_line, split_at};
use crate::wire;

wire! {
    /// How a call ended (rule 9: unknown is not failed).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Outcome {
        /// The tool returned.
        Ok,
        /// The tool returned an error, or a read-only tool failed: nothing was changed.
        Error,
        /// A call that may have changed something ended without telling: time, abort,
        /// navigation, a masked error.
        Unknown,
        /// The page navigated, or the form was submitted.
        Navigated,
        /// The visitor, or nobody, allowed it.
        Denied,
        /// The arguments do not fit the tool's schema.
        Invalid,
        /// No such tool on the page.
        Missing,
    }
}

impl Outcome {
    /// Whether a model is told of an error (`isError` on the wire and in events).
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::Navigated)
    }
}

/// A result as text, with what stands beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolText {
    /// What the tool said, cut to the cap, or a sentence of ours. Not fenced yet.
    pub text: String,
    /// The tool says that it failed.
    pub is_error: bool,
    /// The page navigated or the form was submitted.
    pub navigated: bool,
    /// The error tells nothing of what happened: after a call that was not read-only the outcome
    /// is unknown.
    pub masked: bool,
    /// MCP's `_meta`, for the trace; never for the model.
    pub meta: Option<Value>,
    /// The tool's own code for its error.
    pub error_code: Option<String>,
}

/// What a tool that returned nothing is said to have returned.
pub const NO_OUTPUT: &str = "The tool finished and returned nothing.";

/// What a `null` from `executeTool` means.
pub const NAVIGATED: &str =
    "The page navigated or the form was submitted, so the tool itself returned nothing.";

/// What a masked error is turned into.
pub const MASKED: &str = "The tool failed, and the page did not say why.";

/// What an error without a message is turned into.
const FAILED: &str = "The tool failed without saying why.";

/// Stands before what a tool threw.
const THREW: &str = "The tool failed: ";

/// Code points of an error's message that are kept.
const MESSAGE_CHARS: usize = 500;

/// In what browsers say where they keep a tool's own error to themselves.
const MUTE: [&str; 3] =
    ["unknown transient reason", "but the invocation failed", "tool execution failed"];

/// In what they say of a call that had begun, or may have, and whose end nobody saw.
const UNSEEN: [&str; 7] = [
    "tool definition was updated",
    "execution cancelled",
    "tool was cancelled",
    "timed out",
    "respondwith promise",
    "site has a programming error",
    "serialize",
];

/// The text of a call that threw; `message` is the browser's or the tool source's.
#[must_use]
pub fn from_thrown(message: &str) -> ToolText {
    let message = one_line(message, MESSAGE_CHARS);
    // An exception arrives as `Name: message`, or as its name alone.
    let said = message.strip_prefix("UnknownError").unwrap_or(&message);
    let between = said.bytes().take_while(|byte| matches!(byte, b':' | b' ')).count();
    let said = &said[between..];
    let lower = said.to_ascii_lowercase();
    let says = |mark: &&str| split_at(&lower, mark).is_some();
    let mute = said.is_empty() || MUTE.iter().any(&says);
    let masked = mute || UNSEEN.iter().any(says);
    let text = if mute { MASKED.to_owned() } else { [THREW, said].concat() };
    ToolText { text, is_error: true, masked, ..ToolText::default() }
}

/// What the tool itself said in a result's text; empty where every word is ours, which are for the
/// model and in English. For people, who are told the rest in their own language.
#[must_use]
pub fn said_by_tool(text: &str) -> &str {
    if [NO_OUTPUT, NAVIGATED, MASKED, FAILED].contains(&text) {
        return "";
    }
    text.strip_prefix(THREW).unwrap_or(text)
}
