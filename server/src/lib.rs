//! The program: it serves the site, the element's files and the model proxy, and keeps the shop's
//! data.
//!
//! [`router`] is the table of everything that is served, [`middleware`] the ordered list of what
//! each request passes, [`config`] what the owner decides. The pages are the package
//! `site-agent-app`, the proxy is `site-agent-gateway`; here they are put together. [`Bound`] is
//! the whole program as a value, which is also how the tests run it.

pub mod auth;
pub mod bound;
pub mod cli;
mod clock;
pub mod config;
pub mod exports;
pub mod file_handles;
pub mod files;
mod hex;
pub mod listener;
pub mod metrics;
pub mod middleware;
mod model_check;
pub mod program;
mod random;
pub mod readiness;
pub mod replays;
pub mod router;
mod routes;
pub mod seal;
pub mod site;
pub mod store;
pub mod telemetry;
pub mod traces;
pub mod widgets;

pub use bound::{Bound, StartError};
pub use config::Config;
