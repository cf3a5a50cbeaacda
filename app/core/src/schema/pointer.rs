//! References within a schema: `#` and a JSON pointer (RFC 6901) in a URI fragment.

use crate::json::Value;
use crate::text::pieces;

/// What `reference` points at within `root`; `None` when it points elsewhere or at nothing.
pub(crate) fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = percent_decoded(reference.strip_prefix('#')?)?;
    if pointer.is_empty() {
        return Some(root);
    }
    let mut at = root;
    for step in pieces(pointer.strip_prefix('/')?, "/") {
        at = match at {
            Value::Object(members) => members.get(&unescaped(step))?,
            Value::Array(items) => items.get(index(step)?)?,
            _ => return None,
        };
    }
    Some(at)
}

/// A step's key: `~1` stands for a slash, `~0` for a tilde.
fn unescaped(step: &str) -> String {
    let mut key = String::with_capacity(step.len());
    let mut letters = step.chars();
    while let Some(ch) = letters.next() {
        let escaped = match letters.clone().next() {
            Some('0') if ch == '~' => Some('~'),
            Some('1') if ch == '~' => Some('/'),
            _ => None,
        };
        key.push(escaped.unwrap_or(ch));
        if escaped.is_some() {
            letters.next();
        }
    }
    key
}

fn index(step: &str) -> Option<usize> {
    let plain = step.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = step.len() > 1 && step.starts_with('0');
    if plain && !leading_zero { step.parse().ok() } else { None }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
            out.push(u8::try_from(high? * 16 + low?).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}
