//! Two runs beside each other: which steps belong together, and where they begin to differ.

mod align;
mod diff;
mod traits;

pub use align::{Aligned, Comparison, Pairing, compare};
pub use diff::{Piece, Texts, texts};
pub use traits::Trait;
