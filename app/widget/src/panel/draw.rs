//! The panel's drawings: paths for [`icon`](super::node::icon).

pub(crate) const START_OVER: &str = "M4.6 11.2a5.5 5.5 0 1 0 1.2-5.1L4.2 7.7M4.2 4v3.7h3.7";
pub(crate) const CLOSE: &str = "m5.2 5.2 9.6 9.6M14.8 5.2l-9.6 9.6";
pub(crate) const SEND: &str = "M10 16V4.5M5 9.2l5-4.8 5 4.8";
pub(crate) const STOP: &str =
    "M5.4 6.4a1 1 0 0 1 1-1h7.2a1 1 0 0 1 1 1v7.2a1 1 0 0 1-1 1H6.4a1 1 0 0 1-1-1z";
pub(crate) const DOWN: &str = "M10 4v11.5M5 10.8l5 4.8 5-4.8";
pub(crate) const OPEN: &str = "m7.8 5.4 4.6 4.6-4.6 4.6";
pub(crate) const ORIGIN: &str = "M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M3 10h14M10 3c2.6 2 3.4 4.4 3.4 7S12.6 15 10 17c-2.6-2-3.4-4.4-3.4-7S7.4 5 10 3";
pub(crate) const DONE: &str = "m4.2 10.6 3.9 3.9 7.7-8.6";
pub(crate) const FAILED: &str = "M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m7-3.6v4.4m0 2.7v.1";
pub(crate) const DENIED: &str = "M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m2.1-4.9 9.8 9.8";
pub(crate) const UNKNOWN: &str =
    "M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m4.9-2a2.1 2.1 0 1 1 3 1.9c-.6.4-.9.8-.9 1.5m0 2.4v.1";
pub(crate) const RUNNING: &str = "M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m7-4v4.2l2.8 1.6";
