//! `<site-agent>`'s half in wasm: sessions behind a boundary that only text crosses.
//!
//! `js/host.js` owns what cannot cross (tool objects, model adapters, fetch, timers) and carries out
//! the effects that come out of here; [`site_agent_core`] decides. The panel, when it is built in,
//! is the first user of the same stream of events that a page sees. Without features the crate is
//! empty, so that a build of the whole workspace never unifies Leptos' `csr` with `ssr`.
#![cfg(feature = "boundary")]

pub mod boundary;
mod effects;
mod events;
mod machine;
#[cfg(feature = "panel")]
pub mod panel;
mod settings;
mod shell;
#[cfg(test)]
mod shell_tests;
#[cfg(feature = "panel")]
pub mod strings;
