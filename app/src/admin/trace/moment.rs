//! Days and moments in UTC, as a filter writes them: `2026-11-30`, `2026-11-30T18:00:05.25Z`.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// The moment in milliseconds since 1970; `None` for what is no day, no moment, or before that.
pub(super) fn read(text: &str) -> Option<u64> {
    let civil: DateTime = text.trim_end_matches(['Z', 'z']).parse().ok()?;
    let moment = TimeZone::UTC.to_timestamp(civil).ok()?;
    u64::try_from(moment.as_millisecond()).ok()
}

/// The moment as it is read again; a midnight as a day.
pub(super) fn text(ms: u64) -> String {
    let moment = i64::try_from(ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let moment = moment.unwrap_or(Timestamp::MAX);
    if ms.is_multiple_of(86_400_000) {
        moment.strftime("%Y-%m-%d").to_string()
    } else {
        moment.to_string()
    }
}
