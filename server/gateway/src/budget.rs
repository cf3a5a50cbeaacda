//! What a widget may cost in a day, in steps and in tokens.
//!
//! Both are GCRA by `governor`, as the limit per client is: the whole budget can go at once, then it
//! comes back evenly, all of it in 24 hours. What a step costs in tokens is known when it is over,
//! so that is owed, and paid before the next step begins: a budget can be overdrawn by the steps
//! that were at work when it ran out, and by no other.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, Quota, RateLimiter};

const DAY: Duration = Duration::from_hours(24);

type Limiter<C> = RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The budgets of one widget; each may be absent.
pub(crate) struct Budget<C: Clock = DefaultClock> {
    clock: C,
    steps: Option<Limiter<C>>,
    tokens: Option<Tokens<C>>,
}

struct Tokens<C: Clock> {
    limiter: Limiter<C>,
    a_day: NonZeroU32,
    /// Spent and not yet paid. Under a lock, so that nobody passes while another one pays.
    owed: Mutex<u32>,
}

impl<C: Clock> fmt::Debug for Budget<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Budget")
    }
}

impl Budget {
    /// Budgets of so much a day.
    pub(crate) fn new(steps: Option<NonZeroU32>, tokens: Option<NonZeroU32>) -> Self {
        Self::with_clock(steps, tokens, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Budget<C> {
    fn with_clock(steps: Option<NonZeroU32>, tokens: Option<NonZeroU32>, clock: C) -> Self {
        let limiter = |a_day: NonZeroU32| {
            let quota = Quota::with_period(DAY / a_day.get())?.allow_burst(a_day);
            Some(Limiter::direct_with_clock(quota, clock.clone()))
        };
        Self {
            steps: steps.and_then(limiter),
            tokens: tokens.and_then(|a_day| {
                Some(Tokens { limiter: limiter(a_day)?, a_day, owed: Mutex::new(0) })
            }),
            clock,
        }
    }

    /// Lets a step begin, or says how long until one may.
    pub(crate) fn admit(&self) -> Result<(), Duration> {
        if let Some(tokens) = &self.tokens {
            tokens.pay(&self.clock)?;
        }
        let Some(steps) = &self.steps else { return Ok(()) };
        steps.check().map_err(|early| wait(&early, &self.clock))
    }

    /// Notes what a step cost.
    pub(crate) fn spend(&self, tokens: u64) {
        if let Some(budget) = &self.tokens {
            let tokens = u32::try_from(tokens).unwrap_or(u32::MAX);
            let mut owed = budget.owed.lock().unwrap_or_else(PoisonError::into_inner);
            // More than a day's budget is never owed, so that a day pays it.
            *owed = owed.saturating_add(tokens).min(budget.a_day.get());
        }
    }
}

impl<C: Clock> Tokens<C> {
    /// Pays all that is owed, or says how long until it can be.
    fn pay(&self, clock: &C) -> Result<(), Duration> {
        let mut owed = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(all) = NonZeroU32::new(*owed) else { return Ok(()) };
        if let Ok(Err(early)) = self.limiter.check_n(all) {
            return Err(wait(&early, clock));
        }
        *owed = 0;
        Ok(())
    }
}

fn wait<C: Clock>(early: &NotUntil<C::Instant>, clock: &C) -> Duration {
    early.wait_time_from(clock.now())
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn budget(steps: u32, tokens: u32) -> (Budget<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        let budget =
            Budget::with_clock(NonZeroU32::new(steps), NonZeroU32::new(tokens), clock.clone());
        (budget, clock)
    }

    #[test]
    fn without_a_budget_everything_passes() {
        let (free, _) = budget(0, 0);
        free.spend(u64::MAX);
        assert!((0..1_000).all(|_| free.admit().is_ok()));
    }

    #[test]
    fn a_days_steps_can_go_at_once_and_come_back_one_by_one() {
        let (budget, clock) = budget(24, 0);
        assert!((0..24).all(|_| budget.admit().is_ok()));
        let wait = budget.admit().expect_err("spent");
        assert_eq!(wait, Duration::from_hours(1));
        clock.advance(Duration::from_hours(1).saturating_sub(SECOND));
        assert_eq!(budget.admit(), Err(SECOND));
        clock.advance(SECOND);
        assert_eq!(budget.admit(), Ok(()));
        assert_eq!(budget.admit(), Err(Duration::from_hours(1)));
        clock.advance(Duration::from_hours(48));
        assert_eq!((0..50).filter(|_| budget.admit().is_ok()).count(), 24);
    }

    #[test]
    fn tokens_are_paid_before_the_next_step() {
        let (budget, clock) = budget(0, 2_400);
        assert_eq!(budget.admit(), Ok(()));
        budget.spend(2_300);
        assert_eq!(budget.admit(), Ok(()), "100 are left");
        budget.spend(200);
        let wait = budget.admit().expect_err("100 too many");
        assert_eq!(wait, Duration::from_hours(1));
        clock.advance(Duration::from_hours(1).saturating_sub(SECOND));
        assert!(budget.admit().is_err());
        clock.advance(SECOND);
        assert_eq!(budget.admit(), Ok(()));
    }

    #[test]
    fn a_step_dearer_than_a_days_budget_is_paid_by_a_day() {
        let (budget, clock) = budget(0, 24);
        budget.spend(60);
        assert_eq!(budget.admit(), Ok(()), "a whole day's was there");
        budget.spend(u64::MAX);
        assert_eq!(budget.admit(), Err(DAY));
        clock.advance(DAY.saturating_sub(SECOND));
        assert_eq!(budget.admit(), Err(SECOND));
        clock.advance(SECOND);
        assert_eq!(budget.admit(), Ok(()));
    }

    #[test]
    fn a_step_that_the_tokens_refuse_costs_no_step() {
        let (budget, clock) = budget(1, 24);
        assert_eq!(budget.admit(), Ok(()));
        budget.spend(24);
        clock.advance(DAY);
        assert_eq!(budget.admit(), Ok(()));
        budget.spend(24);
        assert!((0..9).all(|_| budget.admit().is_err()));
        clock.advance(DAY);
        assert_eq!(budget.admit(), Ok(()));
    }
}
