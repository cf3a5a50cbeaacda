//! Widgets in the dashboard: the list, a widget's page, and the forms that change one.
//!
//! All of it works without a script; the one island copies text.

#[cfg(feature = "ssr")]
pub mod answer;
#[cfg(feature = "ssr")]
pub mod sheet;

#[cfg(feature = "ssr")]
pub use answer::{Answer, Fault, Fields, Refusal};
#[cfg(feature = "ssr")]
pub use sheet::{Met, Sheet, Summary, Tested};
