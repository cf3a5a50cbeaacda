//! Who may use the dashboard: owners, who may change things, and viewers, who may look.
//!
//! What decides is the server's: this module has the words for it, the pages and the forms. All of
//! them are plain documents that need no script.

#[cfg(feature = "ssr")]
pub mod api;
#[cfg(feature = "ssr")]
mod audit_line;
#[cfg(feature = "ssr")]
mod caller;
#[cfg(feature = "ssr")]
mod codes;
#[cfg(feature = "ssr")]
pub mod cookie;
#[cfg(feature = "ssr")]
mod done;
#[cfg(feature = "ssr")]
mod door;
#[cfg(feature = "ssr")]
mod form;
#[cfg(feature = "ssr")]
pub mod link;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
mod person;
#[cfg(feature = "ssr")]
mod refusal;
mod role;
#[cfg(feature = "ssr")]
mod session;
#[cfg(feature = "ssr")]
mod told;
#[cfg(feature = "ssr")]
pub mod way_back;

#[cfg(feature = "ssr")]
pub use audit_line::AuditLine;
#[cfg(feature = "ssr")]
pub use caller::{Caller, HalfIn, SignedIn};
#[cfg(feature = "ssr")]
pub use codes::{Codes, Qr, Shown};
#[cfg(feature = "ssr")]
pub use done::Done;
#[cfg(feature = "ssr")]
pub(super) use door::Door;
#[cfg(feature = "ssr")]
pub use person::{Invitation, Person};
#[cfg(feature = "ssr")]
pub use refusal::Refusal;
pub use role::Role;
#[cfg(feature = "ssr")]
pub use session::Session;
#[cfg(feature = "ssr")]
pub(crate) use told::Told;
