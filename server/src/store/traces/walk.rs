//! Going through the runs in strides, from the newest on.
//!
//! Mostly a page is full, or the runs are at their end, after the first few. What is left is a
//! search of which nobody knows beforehand how many runs it has to look at: it stops when it took
//! long enough, at a place from which it can go on, and says so.

use std::time::{Duration, Instant};

use super::TraceStore;
use super::sought::{Sought, Within};
use crate::store::StoreError;

/// How much a walk may do before it stops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// So many runs are looked through at once.
    pub(super) few: u32,
    /// Runs of the first stride; the next ones are longer where that went quickly.
    pub(super) stride: u32,
    /// After so long there is no further stride.
    pub(super) time: Duration,
}

/// By how much a stride is longer than the one before.
const GROWTH: u32 = 4;
const SHORTEST: u32 = 500;

/// A walk on its way.
pub(super) struct Walk {
    patience: Option<Patience>,
    started: Instant,
    strode: Option<Instant>,
    stride: u32,
    left: Within,
    is_over: bool,
    left_off: Option<i64>,
}

impl Walk {
    /// Through all that is behind a place. Without patience, or where there is little to look at, it
    /// is one stride to the end.
    pub(super) fn new(sought: &Sought, behind: Option<i64>, patience: Option<Patience>) -> Self {
        let patience = patience.filter(|_| !sought.is_short);
        let behind = [behind, sought.times.behind].into_iter().flatten().min();
        Self {
            patience,
            started: Instant::now(),
            strode: None,
            stride: patience.map_or(0, |patience| patience.stride),
            left: Within { behind, oldest: sought.times.oldest, is_stride: false },
            is_over: false,
            left_off: None,
        }
    }

    /// The next part to look through; `None` at the end, or when it took long enough.
    pub(super) async fn next(&mut self, store: &TraceStore) -> Result<Option<Within>, StoreError> {
        if self.is_over {
            return Ok(None);
        }
        let Some(patience) = self.patience else {
            self.is_over = true;
            return Ok(Some(self.left));
        };
        if let Some(strode) = self.strode {
            let left = patience.time.saturating_sub(self.started.elapsed());
            if left.is_zero() {
                (self.is_over, self.left_off) = (true, self.left.behind);
                return Ok(None);
            }
            self.stride = longer(self.stride, strode.elapsed(), left);
        }
        self.strode = Some(Instant::now());
        let end = store.nth(self.left.behind, self.stride).await?;
        let end = end.filter(|end| self.left.oldest.is_none_or(|oldest| *end > oldest));
        let part = Within {
            behind: self.left.behind,
            oldest: end.or(self.left.oldest),
            is_stride: end.is_some(),
        };
        self.left.behind = end;
        self.is_over = end.is_none();
        Ok(Some(part))
    }

    /// The place behind which nothing was looked at, if there may be something.
    pub(super) fn left_off(&self) -> Option<i64> {
        self.left_off
    }
}

/// A stride that fits into half of the time that is left, as far as the last one tells: what lies
/// further back may be slower to look at.
fn longer(stride: u32, took: Duration, left: Duration) -> u32 {
    let fits = (left / 2).as_micros().saturating_mul(stride.into()) / took.as_micros().max(1);
    let fits = u32::try_from(fits).unwrap_or(u32::MAX);
    fits.min(stride.saturating_mul(GROWTH)).max(SHORTEST)
}

impl TraceStore {
    /// The place of the run that is so many behind a place; `None` when there are not so many.
    pub(super) async fn nth(
        &self,
        behind: Option<i64>,
        nth: u32,
    ) -> Result<Option<i64>, StoreError> {
        // The index's own list of its rows is the narrowest there is.
        let query =
            "SELECT id FROM run_words_docsize WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?";
        Ok(sqlx::query_scalar(query)
            .bind(behind.unwrap_or(i64::MAX))
            .bind(nth.saturating_sub(1))
            .fetch_optional(self.database.reader())
            .await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_grows_while_there_is_time_and_shrinks_to_what_fits() {
        let ms = Duration::from_millis;
        assert_eq!(longer(2_000, ms(1), ms(100)), 8_000, "at most four times as long");
        assert_eq!(longer(16_000, ms(10), ms(40)), 32_000);
        assert_eq!(longer(16_000, ms(40), ms(20)), 4_000);
        assert_eq!(longer(1_000, ms(500), ms(1)), SHORTEST);
        assert_eq!(longer(u32::MAX, Duration::ZERO, ms(1)), u32::MAX);
    }
}
