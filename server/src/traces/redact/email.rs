//! E-mail addresses, in any script.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static ADDRESS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}").ok());

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    // Most texts have none, and this is quicker to see.
    if !text.contains('@') {
        return Vec::new();
    }
    ADDRESS.iter().flat_map(|address| address.find_iter(text)).map(|found| found.range()).collect()
}
