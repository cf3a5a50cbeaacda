//! Widgets in the dashboard: the list, a widget's page, and the forms that change one.
//!
//! All of it works without a script; the one island copies text.

#[cfg(feature = "ssr")]
pub mod answer;
#[cfg(feature = "ssr")]
pub mod api;
mod copy;
#[cfg(feature = "ssr")]
mod field;
#[cfg(feature = "ssr")]
mod form;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
mod refusal;
#[cfg(feature = "ssr")]
pub mod sheet;
#[cfg(feature = "ssr")]
mod snippet;
#[cfg(feature = "ssr")]
mod wrong;

#[cfg(feature = "ssr")]
pub use answer::{Answer, Fields};
pub use copy::CopyButton;
#[cfg(feature = "ssr")]
pub use refusal::{Fault, Refusal};
#[cfg(feature = "ssr")]
pub use sheet::{Met, Sheet, SiteTools, Summary, Tested};
