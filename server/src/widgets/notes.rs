//! Which pages asked for a widget, noted without a write for each: what is met is gathered in memory
//! and written every few seconds. Anybody can send any origin, so both are bounded.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::Widgets;
use crate::clock::now_ms;
use crate::store::widgets::{List, NOTED, Noted};

const EVERY: Duration = Duration::from_secs(5);
/// Letters of a page's address.
const MOST_LETTERS: usize = 300;

/// What was met since the last write.
#[derive(Debug, Default)]
pub(super) struct Notes(Mutex<HashMap<(String, List), Vec<Noted>>>);

impl Notes {
    /// Something was met. `key` is a widget's that is there, so that there are not many of them.
    pub(super) fn met(&self, key: &str, list: List, place: &str) {
        if place.len() > MOST_LETTERS {
            return;
        }
        let now = now_ms();
        let mut notes = self.lock();
        let known = notes.entry((key.to_owned(), list)).or_default();
        if let Some(noted) = known.iter_mut().find(|noted| noted.place == place) {
            noted.count += 1;
            noted.last_at = now;
            return;
        }
        if known.len() >= NOTED as usize
            && let Some(oldest) = (0..known.len()).min_by_key(|&at| known[at].last_at)
        {
            known.swap_remove(oldest);
        }
        known.push(Noted { place: place.to_owned(), count: 1, first_at: now, last_at: now });
    }

    /// Forgets a widget.
    pub(super) fn forget(&self, key: &str) {
        self.lock().retain(|(known, _), _| known != key);
    }

    /// What is to be written.
    pub(super) fn take(&self) -> Vec<(String, List, Noted)> {
        let notes = std::mem::take(&mut *self.lock());
        let each = notes.into_iter().flat_map(|((key, list), noted)| {
            noted.into_iter().map(move |noted| (key.clone(), list, noted))
        });
        each.collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, List), Vec<Noted>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes what was met, as long as the widgets are there.
pub(super) fn write_now_and_then(widgets: Weak<Widgets>) {
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(EVERY).await;
            let Some(widgets) = widgets.upgrade() else { return };
            widgets.write_notes().await;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_places_are_not_many_notes() {
        let notes = Notes::default();
        for n in 0..10_000 {
            notes.met("wk_1", List::Refused, &format!("https://{n}.example"));
            notes.met("wk_1", List::Refused, "https://shop.example");
        }
        notes.met("wk_1", List::Seen, "https://shop.example");
        notes.met("wk_1", List::Seen, &"x".repeat(MOST_LETTERS + 1));
        let taken = notes.take();
        assert_eq!(taken.len(), NOTED as usize + 1);
        let shop = taken.iter().find(|(_, list, noted)| {
            *list == List::Refused && noted.place == "https://shop.example"
        });
        assert!(shop.is_some_and(|(_, _, noted)| noted.count > 1), "{shop:?}");
        assert!(notes.take().is_empty(), "written once");
    }
}
