//! The middle of what was measured.

use std::time::Duration;

/// The median; of an even number the higher of the two in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The value below which `percent` of the latencies lie, in milliseconds.
pub(crate) fn percentile(latencies: &mut [Duration], percent: usize) -> f64 {
    latencies.sort_unstable();
    let place = (latencies.len() * percent / 100).min(latencies.len().saturating_sub(1));
    latencies.get(place).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_found_in_any_order() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        let mut latencies: Vec<_> = (1..=100).rev().map(Duration::from_millis).collect();
        assert!((percentile(&mut latencies, 50) - 51.0).abs() < 1e-9);
        assert!((percentile(&mut latencies, 99) - 100.0).abs() < 1e-9);
        assert!(median(vec![]).is_nan() && percentile(&mut [], 50).is_nan());
    }
}
