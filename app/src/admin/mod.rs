//! The dashboard under `/admin`: what the owner sees of stored runs.
//!
//! Pages are rendered by the server and work as plain documents; islands only add to them. What is
//! shown of a run was written by visitors, pages and models: it is text, and never markup.

#[cfg(feature = "ssr")]
pub mod compare;
#[cfg(feature = "ssr")]
pub mod run;
pub mod trace;
