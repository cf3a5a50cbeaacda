//! What slows guessing down: after some free tries each further one has to wait longer, up to a
//! bound. Nobody is ever locked out.
//!
//! A try counts when it begins and is forgiven when it succeeds, so that many at once are no way
//! around. Kept in memory: a restart forgives everybody.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tries without any wait.
const FREE: u32 = 5;
/// Failures are forgotten after so long without another try.
const FORGOTTEN: Duration = Duration::from_hours(1);
/// Keys that are remembered at once.
const REMEMBERED: usize = 20_000;

/// The tries of each key.
#[derive(Debug)]
pub(super) struct Delays<K> {
    longest: Duration,
    tries: Mutex<HashMap<K, Tries>>,
}

#[derive(Clone, Copy, Debug)]
struct Tries {
    count: u32,
    /// The last one that was let through.
    last: Instant,
}

impl Tries {
    /// How long after the last one the next may begin.
    fn wait(self, longest: Duration) -> Duration {
        match self.count.checked_sub(FREE) {
            None => Duration::ZERO,
            Some(doublings) => Duration::from_secs(1 << doublings.min(16)).min(longest),
        }
    }
}

impl<K: Eq + Hash + Clone> Delays<K> {
    /// With waits of at most `longest`.
    pub(super) fn new(longest: Duration) -> Self {
        Self { longest, tries: Mutex::default() }
    }

    /// Begins a try, or says how many seconds it is too early.
    pub(super) fn begin(&self, key: &K, now: Instant) -> Result<(), u32> {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.len() >= REMEMBERED && !tries.contains_key(key) {
            tries.retain(|_, tries| now.saturating_duration_since(tries.last) < FORGOTTEN);
            if tries.len() >= REMEMBERED {
                // Somebody tries from everywhere at once: a moment of rest for all newcomers.
                return Err(1);
            }
        }
        let known = tries.entry(key.clone()).or_insert(Tries { count: 0, last: now });
        let passed = now.saturating_duration_since(known.last);
        if passed >= FORGOTTEN {
            known.count = 0;
        }
        let left = known.wait(self.longest).saturating_sub(passed);
        if !left.is_zero() {
            return Err(u32::try_from(left.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX));
        }
        *known = Tries { count: known.count.saturating_add(1), last: now };
        Ok(())
    }

    /// Forgives the tries of a key: the last one succeeded.
    pub(super) fn forgive(&self, key: &K) {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    #[test]
    fn after_five_free_tries_the_waits_grow_to_their_bound_and_no_further() {
        let delays = Delays::new(Duration::from_mins(1));
        let start = Instant::now();
        for _ in 0..5 {
            assert_eq!(delays.begin(&"a", start), Ok(()), "many at once are five as well");
        }
        let mut now = 0;
        for wait in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            assert_eq!(delays.begin(&"a", after(start, now)), Err(wait));
            // Asking too early does not make it longer.
            assert_eq!(delays.begin(&"a", after(start, now)), Err(wait));
            now += u64::from(wait);
            assert_eq!(delays.begin(&"a", after(start, now)), Ok(()));
        }
        assert_eq!(delays.begin(&"b", after(start, now)), Ok(()), "others do not wait");
    }

    #[test]
    fn success_and_time_forgive() {
        let delays = Delays::new(Duration::from_mins(1));
        let start = Instant::now();
        let try_five = |from| (0..5).for_each(|_| assert_eq!(delays.begin(&"a", from), Ok(())));
        try_five(start);
        delays.forgive(&"a");
        try_five(start);
        assert_eq!(delays.begin(&"a", start), Err(1));
        try_five(after(start, 3_600));
        assert_eq!(delays.begin(&"a", after(start, 3_600)), Err(1));
    }

    #[test]
    fn a_flood_of_keys_fills_no_memory_and_slows_down_none_that_is_known() {
        let delays = Delays::new(Duration::from_mins(1));
        let start = Instant::now();
        for key in 0..REMEMBERED {
            assert_eq!(delays.begin(&key, start), Ok(()));
        }
        assert_eq!(delays.begin(&REMEMBERED, start), Err(1));
        assert_eq!(delays.begin(&7, start), Ok(()));
        assert_eq!(
            delays.begin(&REMEMBERED, after(start, 3_600)),
            Ok(()),
            "in an hour all is well"
        );
    }
}
