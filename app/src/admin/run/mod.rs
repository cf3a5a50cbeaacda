//! A run as a person reads it: its trace, read so that no document can break a page, and what
//! follows from it: what the visitor saw, what became of each tool.

mod file;
#[cfg(test)]
pub(crate) mod fixtures;
mod reading;
mod summary;
mod talk;
mod tool_use;

pub use file::{LARGEST, Lines, Opened, OpenedRun, Refused, Stored, Wholeness, open, write_again};
pub use reading::{Unreadable, read};
pub use summary::Summary;
pub use talk::{Said, talk};
pub use tool_use::{Calls, ToolUse, ToolUses, tool_uses};
