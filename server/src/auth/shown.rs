//! What is shown to the session that made it and to nobody else: recovery codes and links, of
//! which only hashes are kept. For some minutes, so that a page that was not read to its end, or
//! that was reloaded, is no loss.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use site_agent_app::admin::account::Shown;

const FOR: Duration = Duration::from_mins(10);

/// The last of them of each session.
#[derive(Default)]
pub(super) struct ShownOnce(Mutex<HashMap<i64, (Instant, Shown)>>);

impl std::fmt::Debug for ShownOnce {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShownOnce")
    }
}

impl ShownOnce {
    /// Shows something to a session from now on.
    pub(super) fn put(&self, session: i64, shown: Shown, now: Instant) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (since, _)| now.saturating_duration_since(*since) < FOR);
        all.insert(session, (now, shown));
    }

    /// What a session is shown.
    pub(super) fn of(&self, session: i64, now: Instant) -> Option<Shown> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, shown) = all.get(&session)?;
        (now.saturating_duration_since(*since) < FOR).then(|| shown.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_shown_to_its_session_for_ten_minutes() {
        let (all, start) = (ShownOnce::default(), Instant::now());
        let link = Shown::Invitation("/admin/join?token=x".to_owned());
        all.put(7, link.clone(), start);
        assert!(all.of(7, start + Duration::from_mins(9)) == Some(link));
        assert!(all.of(8, start).is_none());
        assert!(all.of(7, start + Duration::from_mins(10)).is_none());
    }
}
