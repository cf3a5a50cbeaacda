//! Stored runs as the dashboard knows them: a row of the list, the run itself, and how runs are
//! looked for.

mod filter;
mod id;
mod level;
mod overview;
mod row;
mod stored;

pub use filter::{Cursor, Filter};
pub use id::TraceId;
pub use level::Level;
pub use overview::{Day, Overview};
pub use row::TraceRow;
pub use stored::{Counted, Redaction, Selector, StoredTrace, TracePage};
