//! A tool that the page declared, as it stood in one listing.

use sha2::{Digest, Sha256};

use crate::json::Value;
use crate::text::hex;
use crate::wire::{Raw, Read, Wire, WireError, Write, put};

/// What a page says of a tool's effects (WebMCP `ToolAnnotations`). `None` is *unknown*, which is
/// never the same as `Some(false)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints {
    /// `readOnlyHint`: the call changes nothing.
    pub read_only: Option<bool>,
    /// `untrustedContentHint`: the result holds words of third parties.
    pub untrusted: Option<bool>,
    /// `consequentialHint`: the call cannot be taken back.
    pub consequential: Option<bool>,
}

impl Write for Hints {
    /// The hints under their WebMCP names; the unknown ones are absent.
    fn write(&self, out: &mut String) {
        out.push('{');
        put(out, "readOnlyHint", &self.read_only);
        put(out, "untrustedContentHint", &self.untrusted);
        put(out, "consequentialHint", &self.consequential);
        out.push('}');
    }
}

impl Read for Hints {
    fn blank() -> Self {
        Self::default()
    }

    /// Reads an annotations object; a hint that is anything but a boolean is unknown.
    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        let object =
            value.as_object().ok_or_else(|| WireError::expected("an annotations object", value))?;
        let hint = |name| object.get(name).and_then(Value::as_bool);
        *self = Self {
            read_only: hint("readOnlyHint"),
            untrusted: hint("untrustedContentHint"),
            consequential: hint("consequentialHint"),
        };
        Ok(())
    }
}

/// Names a tool within the shell that lists and runs it; the core only hands it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(pub u32);

/// A tool's own description of itself: what a visitor's yes is bound to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
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
}

impl Definition {
    /// SHA-256 over the canonical JSON of the five fields.
    #[must_use]
    pub fn hash(&self) -> DefinitionHash {
        let mut canonical = String::from("{");
        let hints = self.hints.as_ref().map(Wire::to_value).unwrap_or_default();
        put(&mut canonical, "annotations", &Raw(&hints.to_canonical()));
        put(&mut canonical, "description", &self.description);
        let schema = self.input_schema.as_ref().unwrap_or(&Value::Null);
        put(&mut canonical, "inputSchema", &Raw(&schema.to_canonical()));
        put(&mut canonical, "name", &self.name);
        put(&mut canonical, "title", &self.title);
        canonical.push('}');
        DefinitionHash(Sha256::digest(canonical.as_bytes()).into())
    }
}

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
    /// Declared by a frame of the page; pre-approval speaks of the top document only.
    pub framed: bool,
    /// A form that waits for its visitor to press submit: the call has no time limit.
    pub waits_for_submit: bool,
    /// SHA-256 of the definition, see [`Definition::hash`].
    pub hash: DefinitionHash,
}

impl Tool {
    /// A tool of the top document, from a source unknown, that runs by itself; the other fields
    /// are set by whoever knows better.
    #[must_use]
    pub fn new(handle: Handle, definition: Definition) -> Self {
        let hash = definition.hash();
        let Definition { name, title, description, input_schema, hints } = definition;
        Self {
            handle,
            name,
            title,
            description,
            input_schema,
            hints,
            origin: String::new(),
            source: String::new(),
            framed: false,
            waits_for_submit: false,
            hash,
        }
    }
}

/// SHA-256 over the canonical JSON of name, title, description, input schema and annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefinitionHash(pub [u8; 32]);

impl DefinitionHash {
    /// Reads 64 hex digits.
    #[must_use]
    pub fn parse(hex: &str) -> Option<Self> {
        let digits = hex.as_bytes();
        let mut bytes = [0; 32];
        if digits.len() != 64 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16)?;
            let low = char::from(pair[1]).to_digit(16)?;
            *byte = u8::try_from(high * 16 + low).ok()?;
        }
        Some(Self(bytes))
    }
}

impl Write for DefinitionHash {
    fn write(&self, out: &mut String) {
        hex(&self.0).write(out);
    }
}

impl Read for DefinitionHash {
    fn blank() -> Self {
        Self([0; 32])
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        let hash = value.as_str().and_then(Self::parse);
        *self = hash.ok_or_else(|| WireError::expected("64 hex digits", value))?;
        Ok(())
    }
}

impl std::fmt::Display for DefinitionHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex(&self.0))
    }
}
