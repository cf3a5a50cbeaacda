//! Sorting by place: one routine for all that is sorted, whatever it is made of.

use std::cmp::Ordering;

/// The places of so many things in their order; equal ones keep theirs.
pub(crate) fn sorted(
    length: usize,
    compare: &mut dyn FnMut(usize, usize) -> Ordering,
) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    places
}
