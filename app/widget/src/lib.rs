//! `<site-agent>`'s half in wasm: sessions behind a boundary that only text crosses.
//!
//! `js/host.js` owns what cannot cross (tool objects, model adapters, fetch, timers) and carries out
//! the effects that come out of here; [`site_agent_core`] decides. The panel, when it is built in,
//! is the first user of the same stream of events that a page sees. Built with `rules` alone it is
//! the rule matcher, a second wasm that pages load only when that is their model; built with `replay`
//! it runs traces again, a third. Without features the crate is empty.
#![cfg(any(feature = "boundary", feature = "rules"))]

#[cfg(feature = "boundary")]
pub mod boundary;
#[cfg(feature = "boundary")]
mod effects;
#[cfg(feature = "boundary")]
mod events;
#[cfg(feature = "boundary")]
mod incoming;
#[cfg(feature = "boundary")]
mod machine;
#[cfg(feature = "rules")]
pub mod matcher;
#[cfg(feature = "panel")]
pub mod panel;
#[cfg(feature = "replay")]
pub mod replay;
#[cfg(feature = "boundary")]
mod settings;
#[cfg(feature = "boundary")]
mod shell;
#[cfg(test)]
#[cfg(feature = "boundary")]
mod shell_tests;
#[cfg(feature = "panel")]
pub mod strings;

/// Half the size of the standard library's, and it grows what is there before it takes more.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
