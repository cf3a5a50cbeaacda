//! Which tools pages offer to a widget's model, noted from the steps that it answers: at most one of
//! a site's steps is looked into every few seconds, and what it has is written with the other notes.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;

use crate::store::offered_tools::Offered;

/// How long a site's further steps are not looked into.
const PAUSE_MS: i64 = 5_000;
/// Tools of one step that are noted.
const MOST: usize = 64;
/// Letters of a name.
const MOST_LETTERS: usize = 128;

/// A widget's key and the origin of its pages.
type Site = (String, String);

/// What was offered since the last write, and when each site was last looked at.
#[derive(Debug, Default)]
pub(super) struct Offers(Mutex<HashMap<Site, (i64, BTreeSet<String>)>>);

/// A step of protocol 1 as far as it matters here.
#[derive(Deserialize)]
struct Step<'a> {
    #[serde(borrow, default)]
    tools: Vec<Tool<'a>>,
}

#[derive(Deserialize)]
struct Tool<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}

impl Offers {
    /// Whether a step of that site is to be looked into.
    pub(super) fn is_due(&self, widget: &str, origin: &str, now: i64) -> bool {
        let known = self.lock();
        let site = (widget.to_owned(), origin.to_owned());
        known.get(&site).is_none_or(|(at, _)| now - at >= PAUSE_MS)
    }

    /// Notes the tools of a step that was answered.
    pub(super) fn met(&self, widget: &str, origin: &str, step: &[u8], now: i64) {
        let Ok(step) = serde_json::from_slice::<Step>(step) else { return };
        let names = step.tools.into_iter().map(|tool| tool.name).filter(|name| is_name(name));
        let mut known = self.lock();
        let (at, tools) = known.entry((widget.to_owned(), origin.to_owned())).or_default();
        *at = now;
        tools.extend(names.take(MOST).map(Cow::into_owned));
    }

    /// Forgets a widget.
    pub(super) fn forget(&self, widget: &str) {
        self.lock().retain(|(known, _), _| known != widget);
    }

    /// What is to be written, widget by widget.
    pub(super) fn take(&self, now: i64) -> Vec<(String, Offered)> {
        let mut known = self.lock();
        let mut taken: Vec<_> = known
            .iter_mut()
            .flat_map(|((widget, origin), (at, tools))| {
                let last_at = *at;
                std::mem::take(tools).into_iter().map(move |tool| {
                    (widget.clone(), Offered { origin: origin.clone(), tool, last_at })
                })
            })
            .collect();
        known.retain(|_, (at, _)| now - *at < PAUSE_MS);
        taken.sort_by(|(one, _), (other, _)| one.cmp(other));
        taken
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Site, (i64, BTreeSet<String>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What WebMCP takes for a tool's name.
fn is_name(name: &str) -> bool {
    (1..=MOST_LETTERS).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &[u8] = br#"{"version":1,"messages":[],"tools":[
        {"name":"add_to_cart","description":"d","inputSchema":{"type":"object"}},
        {"name":"get_cart"},{"name":"<b>"},{"name":""}]}"#;

    #[test]
    fn a_site_is_looked_at_now_and_then_and_its_tools_are_told_once() {
        let offers = Offers::default();
        let is_due = |now| offers.is_due("wk_1", "https://shop.example", now);
        assert!(is_due(0));
        offers.met("wk_1", "https://shop.example", STEP, 0);
        assert!(!is_due(PAUSE_MS - 1) && is_due(PAUSE_MS));
        assert!(offers.is_due("wk_1", "https://other.example", 0));
        let tools: Vec<_> = offers.take(1).into_iter().map(|(_, offered)| offered.tool).collect();
        assert_eq!(tools, ["add_to_cart", "get_cart"]);
        assert!(offers.take(2).is_empty() && !is_due(3), "told once, and not at once again");
        offers.take(PAUSE_MS);
        assert!(offers.lock().is_empty(), "sites that are gone cost nothing");
    }

    #[test]
    fn what_is_no_step_is_no_tool() {
        let offers = Offers::default();
        for nothing in [&b"{}"[..], b"[]", b"\xff", br#"{"tools":[{}]}"#] {
            offers.met("wk_1", "https://shop.example", nothing, 0);
        }
        assert!(offers.take(0).is_empty());
    }
}
