//! How long runs are kept.

/// The two bounds; a run that is beyond either goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Days since a run was stored; `None` is for ever.
    pub days: Option<u32>,
    /// How many there are at most, the newest; `None` is no bound.
    pub runs: Option<u32>,
}

impl Retention {
    /// The most days there can be, as everywhere where one can set them.
    pub const MOST_DAYS: u32 = 36_500;
    /// The most runs.
    pub const MOST_RUNS: u32 = 100_000_000;

    /// Reads two numbers, of which 0 is no bound. `None` for what is no number or too large.
    pub fn parse(days: &str, runs: &str) -> Option<Self> {
        let bound = |text: &str, most: u32| -> Option<Option<u32>> {
            let number: u32 = text.trim().parse().ok()?;
            (number <= most).then_some(Some(number).filter(|number| *number > 0))
        };
        Some(Self { days: bound(days, Self::MOST_DAYS)?, runs: bound(runs, Self::MOST_RUNS)? })
    }
}

impl Default for Retention {
    fn default() -> Self {
        Self { days: Some(90), runs: Some(1_000_000) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_are_bounds_and_zero_is_none() {
        assert_eq!(Retention::parse("90", " 1000000 "), Some(Retention::default()));
        assert_eq!(Retention::parse("0", "0"), Some(Retention { days: None, runs: None }));
        for (days, runs) in
            [("", "1"), ("1", ""), ("-1", "1"), ("1.5", "1"), ("36501", "1"), ("1", "100000001")]
        {
            assert_eq!(Retention::parse(days, runs), None, "{days} {runs}");
        }
    }
}
