//! A streamed reply, put together to the document that it would have been in one piece. So there
//! is one place per provider that judges a reply, however it came.

use serde_json::Value;

use super::Fault;

/// Puts one streamed reply together.
pub(crate) trait Pieces: Send {
    /// Takes the data of an event in.
    fn take(&mut self, data: &[u8]) -> Result<Heard, Fault>;

    /// The whole document; a stream that ended too early is none.
    fn whole(&mut self) -> Result<Value, Fault>;
}

/// What an event was.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Something that nobody sees yet.
    Nothing,
    /// A piece of the text.
    Text(String),
    /// The last one.
    End,
}

impl Heard {
    /// A piece of text, if there is any in it.
    pub(super) fn said(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() { Self::Nothing } else { Self::Text(text) }
    }
}

/// The data of an event as JSON.
pub(super) fn event(data: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(data).map_err(|_| Fault::BadReply("an event is not JSON"))
}

/// Adds to a text of the document.
pub(super) fn append(to: &mut Value, text: &Value) {
    let Some(text) = text.as_str() else {
        return;
    };
    match to {
        Value::String(known) => known.push_str(text),
        _ => *to = text.into(),
    }
}
