//! The writer: compact text, in three styles.

use super::{Object, Value};

/// How keys and numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// As they stand.
    AsWritten,
    /// Keys sorted.
    Canonical,
    /// Keys sorted, numbers in one form for each value: equal texts are equal values.
    Identity,
}

pub(super) fn text(value: &Value, style: Style) -> String {
    let mut out = String::new();
    write(&mut out, value, style);
    out
}

/// Writes a value as it stands.
pub(crate) fn value(out: &mut String, value: &Value) {
    write(out, value, Style::AsWritten);
}

/// Writes an object as it stands.
pub(crate) fn object(out: &mut String, object: &Object) {
    members(out, object, Style::AsWritten);
}

fn write(out: &mut String, value: &Value, style: Style) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) if style == Style::Identity => out.push_str(&number.identity()),
        Value::Number(number) => out.push_str(number.text()),
        Value::String(text) => string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (nth, item) in items.iter().enumerate() {
                if nth > 0 {
                    out.push(',');
                }
                write(out, item, style);
            }
            out.push(']');
        }
        Value::Object(object) => members(out, object, style),
    }
}

fn members(out: &mut String, object: &Object, style: Style) {
    out.push('{');
    let sorted = if style == Style::AsWritten { None } else { Some(object.sorted()) };
    for nth in 0..object.len() {
        if nth > 0 {
            out.push(',');
        }
        let (key, value) = object.pair(sorted.as_ref().map_or(nth, |sorted| sorted[nth]));
        string(out, key);
        out.push(':');
        write(out, value, style);
    }
    out.push('}');
}

/// Escapes what RFC 8259 demands and nothing else.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => "\\u00",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(short);
        if short.len() > 2 {
            out.push(hex(byte >> 4));
            out.push(hex(byte & 15));
        }
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

fn hex(digit: u8) -> char {
    char::from(b"0123456789abcdef"[usize::from(digit)])
}
