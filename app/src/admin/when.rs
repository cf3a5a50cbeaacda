//! A moment, as people and machines read it.

use leptos::prelude::*;

/// A moment in UTC, to the minute; the machine's form has milliseconds.
#[component]
pub fn When(
    /// Milliseconds since 1970.
    ms: i64,
) -> impl IntoView {
    let moment = Moment::of(ms);
    view! {
        <time class="when" datetime=moment.exact() title=moment.exact()>
            {moment.short()}
        </time>
    }
}

/// A moment by the calendar, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    year: i64,
    month: i64,
    day: i64,
    ms_of_day: i64,
}

impl Moment {
    /// The moment of so many milliseconds since 1970.
    pub fn of(ms: i64) -> Self {
        const DAY: i64 = 86_400_000;
        // The proleptic Gregorian calendar, counted from 1 March of year 0, so that a leap day is a
        // year's last; 400 years have 146,097 days.
        let days = ms.div_euclid(DAY) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        Self { year, month, day, ms_of_day: ms.rem_euclid(DAY) }
    }

    /// `2026-11-30 20:35 UTC`.
    pub fn short(&self) -> String {
        let Self { year, month, day, ms_of_day } = self;
        let (hour, minute) = (ms_of_day / 3_600_000, ms_of_day / 60_000 % 60);
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
    }

    /// `2026-11-30T20:35:51.000Z`.
    pub fn exact(&self) -> String {
        let Self { year, month, day, ms_of_day } = self;
        let (hour, minute) = (ms_of_day / 3_600_000, ms_of_day / 60_000 % 60);
        let (second, ms) = (ms_of_day / 1_000 % 60, ms_of_day % 1_000);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn moments_are_told_by_the_calendar() {
        for (ms, exact) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_735_689_599_000, "2024-12-31T23:59:59.000Z"),
            (1_796_070_951_007, "2026-11-30T20:35:51.007Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(Moment::of(ms).exact(), exact);
        }
        assert_eq!(Moment::of(1_796_070_951_007).short(), "2026-11-30 20:35 UTC");
    }
}
