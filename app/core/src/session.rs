//! The session machine. Placeholder until it lands.

/// A conversation with its run.
#[derive(Debug)]
pub struct Session;
