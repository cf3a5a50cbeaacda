//! The fence around every tool result: what stands inside is data, never instructions.
//!
//! A result goes to the model between an opener and a closer that carry the same 128 random
//! bits, drawn after the content was in hand, so that no page can know them. That alone would
//! do for a careful reader. A model is not one, so whatever inside *looks* like a fence to a
//! lenient eye (`sight` reads through case, spaces, entities, escapes, full-width letters and
//! invisible characters) loses its angle bracket. The fence lowers the risk of injected
//! instructions and does not remove it; asking the visitor is the backstop.

mod sight;

use crate::text::{hex, split_at};

const NAME: &str = "untrusted-data";

/// The longest tool name that WebMCP allows.
const NAME_CHARS: usize = 128;

/// A fenced result, taken apart by [`parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The opening line.
    pub opener: &'a str,
    /// What stands between, with its look-alikes defused.
    pub content: &'a str,
    /// The closing line.
    pub closer: &'a str,
}

/// Fences a result. The same content and nonce always give the same text, so that history stays
/// stable; `nonce` must be drawn after `content` was in hand.
#[must_use]
pub fn wrap(tool_name: &str, nonce: u128, content: &str) -> String {
    let (tool, nonce) = (attribute(tool_name), hex(&nonce.to_be_bytes()));
    let mut text = ["<", NAME, " tool=\"", &tool, "\" nonce=\"", &nonce, "\">\n"].concat();
    defuse(content, &mut text);
    text + &["\n</", NAME, " nonce=\"", &nonce, "\">"].concat()
}

/// Takes a fenced result apart; `None` when the text is not exactly one.
#[must_use]
pub fn parts(text: &str) -> Option<Parts<'_>> {
    let (opener, rest) = split_at(text, "\n")?;
    let last = rest.bytes().rposition(|byte| byte == b'\n')?;
    let (content, closer) = (&rest[..last], &rest[last + 1..]);
    let attributes = opener.strip_prefix("<untrusted-data tool=\"")?;
    let (_, nonce) = split_at(attributes, "\" nonce=\"")?;
    let same = closer.strip_prefix("</untrusted-data nonce=\"")? == nonce;
    same.then_some(Parts { opener, content, closer })
}

/// Copies the content, each look-alike's bracket turned into `[` and its words into plain ones.
fn defuse(content: &str, out: &mut String) {
    let mut copied = 0;
    for look_alike in sight::look_alikes(content) {
        out.push_str(&content[copied..look_alike.start]);
        out.push('[');
        out.push_str(if look_alike.closes { "/" } else { "" });
        out.push_str("quoted untrusted data");
        copied = look_alike.end;
    }
    out.push_str(&content[copied..]);
}

/// A tool's name as it may stand in an attribute: WebMCP's own alphabet, everything else `_`.
fn attribute(name: &str) -> String {
    let plain = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-' | '.');
    name.chars().take(NAME_CHARS).map(|ch| if plain(ch) { ch } else { '_' }).collect()
}
