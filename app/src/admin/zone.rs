//! The one time zone that a page tells its times in.

use jiff::Timestamp;
use jiff::tz::{TimeZone, db};

/// Seconds that a choice is remembered.
pub const REMEMBERED: u32 = 365 * 24 * 60 * 60;

/// A zone by its name in the time zone database: `UTC`, `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    zone: TimeZone,
    name: String,
}

/// There is no such zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchZone {
    /// One that was perhaps meant.
    pub near: Option<String>,
}

impl Default for Zone {
    fn default() -> Self {
        Self { zone: TimeZone::UTC, name: "UTC".to_owned() }
    }
}

impl Zone {
    /// The zone of a name, in any case; a city alone will do where it is the only one.
    pub fn parse(name: &str) -> Result<Self, NoSuchZone> {
        if name.eq_ignore_ascii_case("utc") {
            return Ok(Self::default());
        }
        let wanted = name.trim().replace(' ', "_");
        let known = db().available().map(|known| known.as_str().to_owned());
        let city = |known: &str| known.rsplit('/').next().unwrap_or(known).to_ascii_lowercase();
        let (mut exact, mut near) = (None, None);
        for known in known {
            if known.eq_ignore_ascii_case(&wanted) {
                exact = Some(known);
                break;
            }
            if !wanted.is_empty() && city(&known).starts_with(&city(&wanted)) && near.is_none() {
                near = Some(known);
            }
        }
        let found = exact.and_then(|name| Some(Self { zone: db().get(&name).ok()?, name }));
        found.ok_or(NoSuchZone { near })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is UTC.
    pub fn is_utc(&self) -> bool {
        self.name == "UTC"
    }

    /// `2026-11-30 20:35:51` of so many milliseconds since 1970.
    pub fn moment(&self, ms: u64) -> String {
        self.told(ms, "%Y-%m-%d %H:%M:%S")
    }

    /// `2026-11-30`
    pub fn day(&self, ms: u64) -> String {
        self.told(ms, "%Y-%m-%d")
    }

    fn told(&self, ms: u64, how: &str) -> String {
        match timestamp(ms) {
            Some(at) => at.to_zoned_datetime(self.zone.clone()).strftime(how).to_string(),
            None => "beyond the calendar".to_owned(),
        }
    }
}

/// `2026-11-30T20:35:51.007Z`: for machines, and for whoever wants it exactly.
pub fn exact(ms: u64) -> String {
    timestamp(ms).map(|at| format!("{at:.3}")).unwrap_or_default()
}

fn timestamp(ms: u64) -> Option<Timestamp> {
    Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_796_070_951_007;

    #[test]
    fn a_moment_is_told_in_the_zone_with_its_own_summer_time() {
        assert_eq!(Zone::default().moment(MS), "2026-11-30 20:35:51");
        let berlin = Zone::parse("europe/berlin").unwrap();
        assert_eq!(berlin.name(), "Europe/Berlin");
        assert_eq!(berlin.moment(MS), "2026-11-30 21:35:51");
        assert_eq!(berlin.moment(1_783_000_000_000), "2026-07-02 15:46:40");
        assert_eq!(Zone::parse("Asia/Kolkata").unwrap().moment(MS), "2026-12-01 02:05:51");
        assert_eq!(exact(MS), "2026-11-30T20:35:51.007Z");
    }

    #[test]
    fn a_name_that_is_none_is_met_with_one_that_is() {
        assert_eq!(Zone::parse("Berlin").unwrap_err().near.as_deref(), Some("Europe/Berlin"));
        assert_eq!(Zone::parse("new york").unwrap_err().near.as_deref(), Some("America/New_York"));
        assert_eq!(Zone::parse("Atlantis").unwrap_err().near, None);
        assert_eq!(Zone::parse("").unwrap_err().near, None);
    }

    #[test]
    fn times_beyond_the_calendar_break_nothing() {
        assert_eq!(Zone::default().moment(u64::MAX), "beyond the calendar");
        assert_eq!(exact(u64::MAX), "");
        assert_eq!(Zone::default().day(253_402_128_000_000), "9999-12-30");
    }
}
