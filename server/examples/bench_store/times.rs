//! Times, and what is told of them.

use std::time::Duration;

/// How long each of many took.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, others: &Self) {
        self.0.extend_from_slice(&others.0);
    }

    /// The time within which so many of a hundred were.
    pub(crate) fn percentile(&self, of_hundred: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = (sorted.len() * of_hundred).div_ceil(100).saturating_sub(1);
        sorted.get(at).copied().unwrap_or_default()
    }

    /// A line of a table; whether p95 is within the bar.
    pub(crate) fn tell(&self, what: &str, bar: Duration) -> bool {
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        let (half, most) = (self.percentile(50), self.percentile(95));
        let is_within = most <= bar;
        let verdict = if is_within { "" } else { "  OVER" };
        println!(
            "{what:<56} p50 {:>8.2} ms  p95 {:>8.2} ms  (bar {} ms){verdict}",
            ms(half),
            ms(most),
            bar.as_millis()
        );
        is_within
    }
}
