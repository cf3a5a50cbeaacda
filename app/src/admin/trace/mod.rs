//! Stored runs as the dashboard knows them: a row of the list, the run itself, and how runs are
//! looked for.

mod arrived;
mod filter;
#[cfg(feature = "ssr")]
mod filter_text;
mod id;
mod level;
#[cfg(feature = "ssr")]
mod moment;
mod overview;
#[cfg(feature = "ssr")]
mod retention;
mod row;
mod stored;

pub use filter::{Cursor, Filter};
#[cfg(feature = "ssr")]
pub use filter_text::{DECISIONS, FIELDS, FilterProblem, STATUSES};
pub use id::TraceId;
pub use level::Level;
pub use overview::{Day, Overview};
#[cfg(feature = "ssr")]
pub use retention::Retention;
pub use row::TraceRow;
pub use stored::{Counted, Redaction, Selector, StoredTrace, TracePage};
