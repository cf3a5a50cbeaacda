//! The dashboard under `/admin`: what the owner sees of stored runs.
//!
//! Pages are rendered by the server and work as plain documents; islands only add to them. What is
//! shown of a run was written by visitors, pages and models: it is text, and never markup.
//!
//! Nobody gets here without an account: the server looks at each request below `/admin` and
//! `/api/fn/admin` before a page or a function is reached, and puts a
//! [`SignedIn`](account::SignedIn) on those it lets through.

pub mod account;
pub mod api;
#[cfg(feature = "ssr")]
pub mod asked;
#[cfg(feature = "ssr")]
mod badge;
#[cfg(feature = "ssr")]
pub mod compare;
#[cfg(feature = "ssr")]
mod desk;
#[cfg(feature = "ssr")]
mod frame;
#[cfg(feature = "ssr")]
mod icon;
pub mod islands;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
mod refused;
#[cfg(feature = "ssr")]
pub mod replay;
#[cfg(feature = "ssr")]
pub mod run;
pub mod run_fault;
#[cfg(feature = "ssr")]
mod said_as;
#[cfg(feature = "ssr")]
mod table;
pub mod trace;
#[cfg(feature = "ssr")]
mod view;
#[cfg(feature = "ssr")]
mod when;
pub mod widgets;
#[cfg(feature = "ssr")]
mod zone;

#[cfg(feature = "ssr")]
pub use badge::{Badge, Tone};
#[cfg(feature = "ssr")]
pub use desk::now;
#[cfg(feature = "ssr")]
pub use frame::{AdminFrame, Section};
#[cfg(feature = "ssr")]
pub use icon::AdminIcon;
#[cfg(feature = "ssr")]
pub use refused::{Refused, RefusedPage};
#[cfg(feature = "ssr")]
pub use table::{AdminTable, Head};
#[cfg(feature = "ssr")]
pub use when::When;
