//! What one visitor, one request and one day may cost.

use std::num::NonZeroU32;
use std::time::Duration;

use super::problem::Problems;
use super::settings::Settings;

/// The size of one request to the model proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Messages in a history.
    pub messages: usize,
    /// Tools on offer.
    pub tools: usize,
    /// Bytes of the body.
    pub body_bytes: usize,
}

impl Caps {
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Self {
        let mut cap =
            |key, range, default| settings.number(key, range, problems).unwrap_or(default);
        Self {
            messages: cap("widget.max_messages", 2..=1_000, 40),
            tools: cap("widget.max_tools", 1..=256, 32),
            body_bytes: cap("widget.max_body_bytes", 4_096..=4_194_304, 65_536),
        }
    }
}

/// How often one client may ask: a burst of `max`, then one more every `window / max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// The window.
    pub window: Duration,
    /// Requests in it.
    pub max: NonZeroU32,
}

impl RateLimit {
    const WINDOW_MS: u64 = 60_000;
    const MAX: NonZeroU32 = NonZeroU32::new(20).expect("20 is not zero");

    /// `None` when the owner turned it off.
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Option<Self> {
        let window = settings.number("widget.rate_limit.window_ms", 1_000..=86_400_000, problems);
        let max = settings.number("widget.rate_limit.max", 1..=1_000_000, problems);
        let on = settings.switch("widget.rate_limit").unwrap_or(true);
        if !on && (window.is_some() || max.is_some()) {
            let message = "is false beside a window or a maximum; keep one of the two";
            problems.add(settings.place("widget.rate_limit"), message);
        }
        on.then(|| Self {
            window: Duration::from_millis(window.unwrap_or(Self::WINDOW_MS)),
            max: max.and_then(NonZeroU32::new).unwrap_or(Self::MAX),
        })
    }
}

/// What a whole day may cost; absent means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quotas {
    /// Requests a day.
    pub requests: Option<u64>,
    /// Tokens a day, in and out together.
    pub tokens: Option<u64>,
}

impl Quotas {
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Self {
        Self {
            requests: settings.number("widget.daily_requests", 1..=i64::MAX, problems),
            tokens: settings.number("widget.daily_tokens", 1..=i64::MAX, problems),
        }
    }
}
