//! The built-in rules that every model gets first; no setting can drop them.

/// Added by the server and by the local adapters, never sent by the browser.
pub const BUILT_IN: &str = "";
