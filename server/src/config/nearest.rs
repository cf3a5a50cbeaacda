//! The name somebody probably meant.

/// The candidate nearest to `wrong`, if one is near enough to be worth offering.
pub(super) fn nearest<'a>(
    wrong: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .map(|candidate| (distance(wrong, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 2.max(candidate.len() / 4))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, one row at a time.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_keys_is_recognised_and_another_word_is_not() {
        let keys = ["widget.provider", "widget.model", "listen"];
        assert_eq!(nearest("widget.modle", keys.into_iter()), Some("widget.model"));
        assert_eq!(nearest("listn", keys.into_iter()), Some("listen"));
        assert_eq!(nearest("colour", keys.into_iter()), None);
    }
}
