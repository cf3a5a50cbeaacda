//! What we say ourselves: to the model in place of a result, to a person when a run ends.
//!
//! Words of the page or the model appear in these only as one capped line between quotation marks.

use crate::listing::Listing;
use crate::outcome::MASKED;
use crate::schema::Violation;
use crate::text::{digits, one_line, replaced};

/// Code points of a browser's message.
const MESSAGE_CHARS: usize = 200;

/// Code points of a name.
const NAME_CHARS: usize = 128;

/// Code points of a violation.
const VIOLATION_CHARS: usize = 300;

/// Violations and names that a model can act on; more would only cost room.
const MAX_LISTED: usize = 8;

pub(super) const DENIED: &str =
    "The visitor said no. The call was not run; do not try it again unless they ask for it.";
pub(super) const NO_CONFIRM: &str = "Not allowed: this call needs the visitor's confirmation, and \
     this site has no way to ask for it. The call was not run.";
pub(super) const STOPPED: &str = "The run was stopped before this call ran. It was not run.";
pub(super) const KEEPS_CHANGING: &str = "The page changed this tool's definition again while the \
     visitor was being asked. The call was not run.";
pub(super) const TIMED_OUT: &str = "The tool gave no result in time.";
pub(super) const CANCELLED: &str = "The visitor cancelled the call while it ran.";
pub(super) const ABORTED: &str = "The run was stopped while the tool ran.";
pub(crate) const PAGE_LEFT: &str = "The page went away while the tool ran.";
pub(super) const UNKNOWN: &str = "Whether it took effect is unknown. Do not repeat it by yourself; \
     check with a tool that only reads, or tell the visitor.";

pub(super) const NO_TOOLS: &str = "This page offers no tools.";
pub(super) const MAX_STEPS: &str = "The steps that one message may take are used up.";
pub(super) const RUN_STOPPED: &str = "The run was stopped.";
pub(super) const EMPTY_ANSWER: &str = "The model returned an empty answer.";

/// The page's tools could not be listed.
pub(super) fn not_listed(message: &str) -> String {
    ["The page's tools could not be listed: ", &quoted(message, MESSAGE_CHARS)].concat()
}

/// A tool failed in a way that tells nothing of what it did; `text` is what is known of it.
pub(super) fn masked(text: &str) -> String {
    let text = if text == MASKED { text.to_owned() } else { quoted(text, MESSAGE_CHARS) };
    [&text, " ", UNKNOWN].concat()
}

/// There is no such tool.
pub(super) fn missing(name: &str, listing: &Listing) -> String {
    let names: Vec<_> = listing.tools.iter().map(|tool| tool.name.as_str()).collect();
    let there = match names.len() {
        0 => "It offers none now.".to_owned(),
        1..=MAX_LISTED => ["It offers: ", &names.join(", "), "."].concat(),
        many => ["It offers ", &digits(many), " others."].concat(),
    };
    let name = quoted(name, NAME_CHARS);
    ["The page has no tool ", &name, ". ", &there, " The call was not run."].concat()
}

/// The arguments do not fit.
pub(super) fn invalid(violations: &[Violation]) -> String {
    let mut text = "The arguments do not fit the tool's schema. The call was not run.".to_owned();
    for violation in violations.iter().take(MAX_LISTED) {
        text.push_str("\n- ");
        text.push_str(&one_line(&violation.words(), VIOLATION_CHARS));
    }
    if violations.len() > MAX_LISTED {
        text.push_str("\n- and more");
    }
    text
}

/// Words that are not ours, as one line that cannot end its own quotation.
fn quoted(text: &str, max_chars: usize) -> String {
    ["\"", &replaced(&one_line(text, max_chars), "\"", "'"), "\""].concat()
}
