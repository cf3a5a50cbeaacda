//! What a tool returned, as text.

use super::{FAILED, NAVIGATED, NO_OUTPUT, ToolText};
use crate::json::{Object, Value, parse};
use crate::protocol::MAX_VALUE_DEPTH;
use crate::text::{cut, grouped, one_line, replaced};

/// A `_meta` beyond this many bytes, or too deep, is dropped: it would be carried through every
/// snapshot, and a snapshot must be readable.
const META_BYTES: usize = 8 * 1024;

/// Code points of a tool's own error code, and of names in our notes.
const CODE_CHARS: usize = 80;

/// The text of what `executeTool` gave back, cut to `max_chars` code points and saying so when
/// it was longer. `None` is a `null`: the page navigated or the form was submitted.
///
/// MCP's `content` is joined, also when all of it came as a JSON string (unwrapped once); an
/// object with `isError: true` or with an `error` is a failure; `undefined` and Chromium's
/// "Operation succeeded" (its word for an empty string) are no output.
#[must_use]
pub fn from_returned(text: Option<&str>, max_chars: usize) -> ToolText {
    let Some(text) = text else {
        return ToolText { text: NAVIGATED.to_owned(), navigated: true, ..ToolText::default() };
    };
    // By the draft a string arrives quoted, in Chromium it does not: both become the string.
    let unquoted = match structured(text) {
        Some(Value::String(inner)) => inner,
        _ => text.to_owned(),
    };
    let mut result = match structured(&unquoted) {
        Some(Value::Object(object)) => from_object(object, unquoted),
        Some(Value::Array(items)) if !items.is_empty() && items.iter().all(is_known_block) => {
            ToolText { text: joined(&items), ..ToolText::default() }
        }
        _ => ToolText { text: unquoted, ..ToolText::default() },
    };
    if matches!(result.text.trim(), "" | "undefined" | "null" | "Operation succeeded") {
        let nothing = if result.is_error { FAILED } else { NO_OUTPUT };
        nothing.clone_into(&mut result.text);
    }
    result.text = capped(&result.text, max_chars);
    result
}

/// The value, when the text can hold one with an inside; `42` and plain words need no parsing.
fn structured(text: &str) -> Option<Value> {
    let begins = matches!(text.trim_ascii_start().as_bytes(), [b'{' | b'[' | b'"', ..]);
    begins.then(|| parse(text).ok())?
}

fn from_object(mut object: Object, text: String) -> ToolText {
    let meta = object.remove("_meta");
    let failure = object.get("error").filter(|error| is_failure(error));
    let is_error = failure.is_some() || object.get("isError") == Some(&Value::Bool(true));
    let error_code = [object.get("errorCode"), failure.and_then(|error| error.get("code"))]
        .into_iter()
        .flatten()
        .find_map(code);
    let content = object.get("content").and_then(Value::as_array).filter(|_| is_mcp(&object));
    let said = match (content, failure.and_then(message)) {
        (Some(items), _) => content_text(items, &object),
        (None, Some(message)) if only_tells_of_failure(&object) => message.to_owned(),
        // Untouched, unless there was something to take out.
        _ if meta.is_none() => text,
        _ => Value::Object(object).to_text(),
    };
    let meta =
        meta.filter(|meta| meta.depth() <= MAX_VALUE_DEPTH && meta.to_text().len() <= META_BYTES);
    ToolText { text: said, is_error, meta, error_code, ..ToolText::default() }
}

/// MCP's content as text; where it says nothing, the structured content does.
fn content_text(items: &[Value], object: &Object) -> String {
    let text = joined(items);
    match object.get("structuredContent") {
        Some(structured) if text.trim().is_empty() => structured.to_text(),
        _ => text,
    }
}

/// Whether an object is MCP's result and not some document that has a `content` too.
fn is_mcp(object: &Object) -> bool {
    const KEYS: [&str; 5] = ["content", "structuredContent", "isError", "error", "errorCode"];
    let is_block = |item: &Value| item.get("type").and_then(Value::as_str).is_some();
    object.keys().all(|key| KEYS.contains(&key))
        && object
            .get("content")
            .and_then(Value::as_array)
            .is_some_and(|items| items.iter().all(is_block))
}

/// Whether a value is one of MCP's own content blocks.
fn is_known_block(item: &Value) -> bool {
    const KINDS: [&str; 5] = ["text", "image", "audio", "resource", "resource_link"];
    item.get("type").and_then(Value::as_str).is_some_and(|kind| KINDS.contains(&kind))
}

fn joined(items: &[Value]) -> String {
    let mut text = String::new();
    for (nth, item) in items.iter().enumerate() {
        text.push_str(if nth > 0 { "\n" } else { "" });
        text.push_str(&item_text(item));
    }
    text
}

fn item_text(item: &Value) -> String {
    let word = |key: &str| item.get(key).and_then(Value::as_str);
    let kind = word("type").unwrap_or_default();
    if let ("text", Some(text)) = (kind, word("text")) {
        return text.to_owned();
    }
    let uri = item.get("resource").and_then(|resource| resource.get("uri")).and_then(Value::as_str);
    let kind = one_line(&replaced(kind, "_", " "), CODE_CHARS);
    match uri.or(word("uri")) {
        Some(uri) => ["[", &kind, " omitted: ", &one_line(uri, 200), "]"].concat(),
        None => ["[", &kind, " omitted]"].concat(),
    }
}

/// Whether an `error` member says that something went wrong.
fn is_failure(error: &Value) -> bool {
    match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => !object.is_empty(),
        Value::Bool(true) => true,
        Value::Number(number) => number.as_i64() != Some(0),
    }
}

fn message(error: &Value) -> Option<&str> {
    error.as_str().or_else(|| error.get("message")?.as_str())
}

/// Whether the message says all that is in the object.
fn only_tells_of_failure(object: &Object) -> bool {
    object.keys().all(|key| matches!(key, "error" | "errorCode" | "isError"))
        && object
            .get("error")
            .and_then(Value::as_object)
            .is_none_or(|error| error.keys().all(|key| matches!(key, "message" | "code" | "name")))
}

fn code(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Number(number) => number.text(),
        _ => return None,
    };
    Some(one_line(text, CODE_CHARS)).filter(|code| !code.is_empty())
}

fn capped(text: &str, max_chars: usize) -> String {
    let (mut kept, was_longer) = cut(text, max_chars);
    if was_longer {
        let whole = grouped(text.chars().count());
        kept.push_str("\n[cut: the first ");
        kept.push_str(&grouped(max_chars));
        kept.push_str(" of ");
        kept.push_str(&whole);
        kept.push_str(" characters]");
    }
    kept
}
