//! Handlers that are not pages: a file per path.

pub(crate) mod agent;
pub(crate) mod audit_log;
pub(crate) mod backup;
pub(crate) mod files;
pub(crate) mod frame;
pub(crate) mod health;
pub(crate) mod open_file;
pub(crate) mod replays;
pub(crate) mod run_feed;
pub(crate) mod run_files;
pub(crate) mod trace_tests;
pub(crate) mod traces;
pub(crate) mod widget_settings;
