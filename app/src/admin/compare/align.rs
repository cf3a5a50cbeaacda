//! Which steps of two runs belong together.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use site_agent_core::trace::Trace;

use super::traits::{Compared, Trait, compared};

/// Two hostile runs of many thousand steps are aligned less well rather than for long.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a row of the comparison came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// In both, and the same.
    Same,
    /// In both, but something about it differs.
    Changed,
    /// Only in the first run.
    OnlyA,
    /// Only in the second run.
    OnlyB,
}

/// A row: a step of either run, or one of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aligned {
    /// How it came about.
    pub pairing: Pairing,
    /// The step of the first run, from 0.
    pub a: Option<usize>,
    /// The step of the second.
    pub b: Option<usize>,
    /// What differs, as it is in the one and in the other.
    pub changes: Vec<(Trait, Trait)>,
}

/// Two runs, aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// In order.
    pub rows: Vec<Aligned>,
    /// The first row that is not the same, if any.
    pub first_divergence: Option<usize>,
}

impl Comparison {
    /// Rows of a kind.
    pub fn count(&self, pairing: Pairing) -> usize {
        self.rows.iter().filter(|row| row.pairing == pairing).count()
    }
}

/// Aligns two runs: steps of the same kind and tool, in order, as many as can be.
pub fn compare(a: &Trace, b: &Trace) -> Comparison {
    let (a, b) = (compared(a), compared(b));
    let keys = |steps: &[Compared]| steps.iter().map(|step| step.key.clone()).collect::<Vec<_>>();
    let deadline = Instant::now().checked_add(PATIENCE);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &keys(&a), &keys(&b), deadline);
    let mut rows = Vec::new();
    for op in ops {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                rows.extend((0..len).map(|nth| pair(&a, old_index + nth, &b, new_index + nth)));
            }
            DiffOp::Delete { old_index, old_len, .. } => only_a(&mut rows, old_index, old_len),
            DiffOp::Insert { new_index, new_len, .. } => only_b(&mut rows, new_index, new_len),
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                only_a(&mut rows, old_index, old_len);
                only_b(&mut rows, new_index, new_len);
            }
        }
    }
    let first_divergence = rows.iter().position(|row| row.pairing != Pairing::Same);
    Comparison { rows, first_divergence }
}

fn only_a(rows: &mut Vec<Aligned>, from: usize, many: usize) {
    let row = |nth| Aligned { pairing: Pairing::OnlyA, a: Some(nth), b: None, changes: Vec::new() };
    rows.extend((from..from + many).map(row));
}

fn only_b(rows: &mut Vec<Aligned>, from: usize, many: usize) {
    let row = |nth| Aligned { pairing: Pairing::OnlyB, a: None, b: Some(nth), changes: Vec::new() };
    rows.extend((from..from + many).map(row));
}

fn pair(a: &[Compared], at_a: usize, b: &[Compared], at_b: usize) -> Aligned {
    // The same kind has the same traits in the same order.
    let both = a[at_a].traits.iter().zip(&b[at_b].traits);
    let changes: Vec<_> = both
        .filter(|(one, other)| one != other)
        .map(|(one, other)| (one.clone(), other.clone()))
        .collect();
    let pairing = if changes.is_empty() { Pairing::Same } else { Pairing::Changed };
    Aligned { pairing, a: Some(at_a), b: Some(at_b), changes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, trace};
    use crate::admin::run::read;

    fn steps(words: &[&str]) -> Trace {
        let step = |word: &&str| match word.split_once(' ') {
            Some((tool, product)) => format!(
                r#"{{"type":"tool-call","at":1,"call":{{"id":"{tool}{product}","name":"{tool}","arguments":{{"product":"{product}"}}}}}}"#
            ),
            None => format!(r#"{{"type":"answer","at":1,"text":"{word}"}}"#),
        };
        read(&trace(&words.iter().map(step).collect::<Vec<_>>().join(","))).unwrap()
    }

    fn drawn(a: &[&str], b: &[&str]) -> (String, Option<usize>) {
        let found = compare(&steps(a), &steps(b));
        let sign = |row: &Aligned| match row.pairing {
            Pairing::Same => '=',
            Pairing::Changed => '~',
            Pairing::OnlyA => '-',
            Pairing::OnlyB => '+',
        };
        (found.rows.iter().map(sign).collect(), found.first_divergence)
    }

    #[test]
    fn steps_of_one_kind_and_tool_are_paired_in_order() {
        let run = ["find mug", "add mug", "Done."];
        assert_eq!(drawn(&run, &run), ("===".to_owned(), None));
        assert_eq!(drawn(&run, &["find mug", "add jug", "Done."]), ("=~=".to_owned(), Some(1)));
        assert_eq!(drawn(&run, &["find mug", "Done."]), ("=-=".to_owned(), Some(1)));
        assert_eq!(drawn(&["add mug"], &["see x", "add mug"]), ("+=".to_owned(), Some(0)));
        assert_eq!(drawn(&["see mug"], &["add mug"]), ("-+".to_owned(), Some(0)));
        assert_eq!(drawn(&[], &[]), (String::new(), None));
        assert_eq!(drawn(&[], &["Hello"]), ("+".to_owned(), Some(0)));
    }

    #[test]
    fn ids_times_and_the_order_of_keys_are_no_difference() {
        let one =
            r#"{"type":"tool-call","at":1,"call":{"id":"1","name":"t","arguments":{"a":1,"b":2}}}"#;
        let two =
            r#"{"type":"tool-call","at":9,"call":{"id":"7","name":"t","arguments":{"b":2,"a":1}}}"#;
        let found = compare(&read(&trace(one)).unwrap(), &read(&trace(two)).unwrap());
        assert_eq!(found.first_divergence, None);
    }

    #[test]
    fn what_differs_is_named() {
        let other =
            FULL.replace(r#""allowed":true,"by":"visitor""#, r#""allowed":false,"by":"visitor""#);
        let found = compare(&read(FULL).unwrap(), &read(&other).unwrap());
        let first = &found.rows[found.first_divergence.unwrap()];
        assert_eq!(first.changes[0].0.name, "decision");
        assert_eq!(first.changes[0].0.text, "allowed by visitor, after-untrusted");
        assert_eq!(first.changes[0].1.text, "denied by visitor, after-untrusted");
    }

    #[test]
    fn ten_thousand_steps_against_as_many_others_are_aligned_soon() {
        let run = |of: &str| {
            let words: Vec<_> = (0..10_000).map(|nth| format!("{of}{} x", nth % 97)).collect();
            steps(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (a, b) = (run("a"), run("b"));
        let start = Instant::now();
        let found = compare(&a, &b);
        assert_eq!(found.rows.len(), 20_000);
        assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    }
}
