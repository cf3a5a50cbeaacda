//! A tool that the page declared, as it stood in one listing.

use crate::json::Value;

/// What a page says of a tool's effects (WebMCP `ToolAnnotations`). `None` is *unknown*, which is
/// never the same as `Some(false)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// `readOnlyHint`: the call changes nothing.
    pub read_only: Option<bool>,
    /// `untrustedContentHint`: the result holds words of third parties.
    pub untrusted: Option<bool>,
    /// `consequentialHint`: the call cannot be taken back.
    pub consequential: Option<bool>,
}

/// Names a tool within the shell that lists and runs it; the core only hands it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(pub u32);

/// A declared tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// How the shell finds the tool object again.
    pub handle: Handle,
    /// Unique within one [`crate::Listing`].
    pub name: String,
    /// A human name; empty when the page gave none.
    pub title: String,
    /// The page's words on what the tool does: data, never instructions.
    pub description: String,
    /// The JSON Schema of the arguments; `None` when the page gave none that can be read.
    pub input_schema: Option<Value>,
    /// `None` when the tool came without annotations.
    pub hints: Option<Hints>,
    /// The origin of the document that declared it.
    pub origin: String,
    /// Where the listing came from: `native`, `shim`, `array`, `custom`.
    pub source: String,
    /// A form that waits for its visitor to press submit: the call has no time limit.
    pub waits_for_submit: bool,
    /// SHA-256 of the definition, see [`Tool::definition_hash`].
    pub hash: DefinitionHash,
}

/// SHA-256 over the canonical JSON of name, title, description, input schema and annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefinitionHash(pub [u8; 32]);
