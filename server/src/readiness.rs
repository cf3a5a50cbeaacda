//! Whether the program wants more work: said by `/readyz`, and false as soon as the end is
//! announced.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by the route that tells and the signal that ends.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<AtomicBool>);

impl Readiness {
    /// From now on `/readyz` says no.
    pub fn end(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether the end was announced.
    pub fn is_ending(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
