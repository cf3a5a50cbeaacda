//! What one request and one visitor may cost.

use std::num::NonZeroU32;
use std::time::Duration;

use site_agent_gateway::{Caps, RateLimit};

use super::problem::Problems;
use super::settings::Settings;

/// What a widget may cost in a day; `None` is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Daily {
    /// Steps.
    pub requests: Option<NonZeroU32>,
    /// Tokens, read and written together.
    pub tokens: Option<NonZeroU32>,
}

/// The size of one request to the model proxy.
pub(super) fn caps(settings: &Settings, problems: &mut Problems) -> Caps {
    let default = Caps::default();
    let mut cap = |key, range, default| settings.number(key, range, problems).unwrap_or(default);
    Caps {
        messages: cap("widget.max_messages", 2..=1_000, default.messages),
        tools: cap("widget.max_tools", 1..=256, default.tools),
        body_bytes: cap("widget.max_body_bytes", 4_096..=4_194_304, default.body_bytes),
    }
}

/// How often one client may ask; `None` when the owner turned the limit off.
pub(super) fn rate(settings: &Settings, problems: &mut Problems) -> Option<RateLimit> {
    let default = RateLimit::default();
    let window = settings.number("widget.rate_limit.window_ms", 1_000..=86_400_000, problems);
    let max = settings.number("widget.rate_limit.max", 1..=1_000_000, problems);
    let on = settings.switch("widget.rate_limit").unwrap_or(true);
    if !on && (window.is_some() || max.is_some()) {
        let message = "is false beside a window or a maximum; keep one of the two";
        problems.add(settings.place("widget.rate_limit"), message);
    }
    on.then(|| RateLimit {
        window: window.map_or(default.window, Duration::from_millis),
        max: max.unwrap_or(default.max),
    })
}

/// The budgets of a day.
pub(super) fn daily(settings: &Settings, problems: &mut Problems) -> Daily {
    let mut budget = |key| {
        let number: Option<u32> = settings.number(key, 1..=i64::from(u32::MAX), problems);
        number.and_then(NonZeroU32::new)
    };
    Daily { requests: budget("widget.daily_requests"), tokens: budget("widget.daily_tokens") }
}
