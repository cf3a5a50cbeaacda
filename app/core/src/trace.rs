//! The record of a run, version 1: what was said, offered, decided, called and returned.
//!
//! A trace is written as the run happens, kept in memory, and stored only if someone chooses to.
//! It outlives the release that wrote it, so words that later versions may add to (reasons,
//! outcomes, error codes) are kept as text, optional members may be absent, and steps of a kind
//! that this version does not know are kept whole.

mod entry;
mod record;
mod step;

pub(crate) use entry::Told;
pub use record::Record;
pub use step::{Listed, Moment, Recorded, Replied, Step};

use crate::json::Value;
use crate::wire;
use crate::wire::{Read, WireError, Write};

wire! {
    /// How a run ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Status {
        /// The model answered.
        Answered,
        /// The model turns of a message were used up.
        MaxSteps,
        /// The visitor or the page stopped it.
        Aborted,
        /// The model or the page failed.
        Error,
    }
}

wire! {
    /// A whole run: one message of the visitor and all that followed from it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Trace {
        /// Always 1.
        pub version: Version,
        /// Set by whoever stores it.
        pub id: Option<String>,
        /// Wall clock, in milliseconds since 1970.
        pub started_at: u64,
        /// The same; of the latest step while the run goes on.
        pub ended_at: u64,
        /// The adapter that answered last; empty when none did.
        pub model: String = String::new(),
        /// Absent while the run goes on.
        pub status: Option<Status>,
        /// Where the run began.
        pub page: Option<Page>,
        /// In the order in which they happened.
        pub steps: Vec<Moment>,
    }
}

wire! {
    /// A page, without its query and fragment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Page {
        /// Its origin.
        pub origin: String,
        /// Its path.
        pub path: String = String::new(),
    }
}

/// The version of the form, which is 1; any other is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Write for Version {
    fn write(&self, out: &mut String) {
        1_u32.write(out);
    }
}

impl Read for Version {
    fn blank() -> Self {
        Self
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        match value.as_u64() {
            Some(1) => Ok(()),
            _ => Err(WireError::expected("version 1", value)),
        }
    }
}
