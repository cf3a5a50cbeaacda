//! Replays of stored runs, for people of the dashboard.
//!
//! Whoever looks at a run begins a replay and opens the page that the run came from, with a ticket
//! in the address's fragment. The page trades the ticket for the run's calls, once and soon, and
//! tells what came of them; the comparison is made here, whenever somebody looks. All of it is kept
//! in memory for an hour: nothing of a run outlives it here, since only what the page told is held.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::value::RawValue;
use site_agent_app::admin::replay::{Replay, ReplayId, ReplayState, ReplayedCall, ReplayedEnd};
use site_agent_app::admin::trace::{StoredTrace, TraceId};
use site_agent_app::ports::{self, StoreError, Traces as _};
use site_agent_core::replay::{Report, Texts, freeze};
use site_agent_core::trace::Trace;
use site_agent_core::wire::Wire as _;
use site_agent_replayer::Verdict;
use tokio::time::Instant;
use url::Url;

use crate::auth::hash;
use crate::hex::hex;
use crate::store::traces::TraceStore;

/// How long a ticket is good for.
const TICKET: Duration = Duration::from_mins(2);
/// How long a replay is remembered.
const REMEMBERED: Duration = Duration::from_hours(1);
/// How many are; the oldest goes first.
const MOST: usize = 64;

/// The replays of the last hour.
#[derive(Debug)]
pub struct Replays {
    traces: TraceStore,
    kept: Mutex<VecDeque<Kept>>,
}

#[derive(Debug)]
struct Kept {
    id: ReplayId,
    run: TraceId,
    begun: Instant,
    /// The hash of the ticket that is out, and until when it is good.
    ticket: Option<([u8; 32], Instant)>,
    /// The hash of what the page may tell with.
    post: Option<[u8; 32]>,
    told: Option<Report>,
}

/// What a page gets for a ticket.
#[derive(Debug, Serialize)]
pub struct Given {
    /// The run's calls and definitions, without any text.
    calls: Box<RawValue>,
    replay: String,
    /// With which the page tells what came of them.
    post: String,
}

impl Replays {
    /// None yet.
    pub fn new(traces: TraceStore) -> Self {
        Self { traces, kept: Mutex::default() }
    }

    /// Begins one; `None` where there is no such run.
    pub async fn begin(&self, run: &TraceId) -> Result<Option<ReplayId>, StoreError> {
        if self.traces.trace(run).await?.is_none() {
            return Ok(None);
        }
        let id = ReplayId::parse(&hex(&random()?)).ok_or(StoreError)?;
        let kept = Kept {
            id: id.clone(),
            run: run.clone(),
            begun: Instant::now(),
            ticket: None,
            post: None,
            told: None,
        };
        let mut all = self.kept();
        if all.len() == MOST {
            all.pop_front();
        }
        all.push_back(kept);
        Ok(Some(id))
    }

    /// The address of the run's page with a fresh ticket in its fragment; one that is still out is
    /// void from now on.
    pub async fn open(&self, id: &ReplayId) -> Result<Option<String>, StoreError> {
        let Some(run) = self.kept().iter().find(|kept| kept.id == *id).map(|kept| kept.run.clone())
        else {
            return Ok(None);
        };
        let Some(stored) = self.traces.trace(&run).await? else { return Ok(None) };
        let Some(mut page) = page(&stored) else { return Ok(None) };
        let ticket = URL_SAFE_NO_PAD.encode(random()?);
        let mut all = self.kept();
        let Some(kept) = all.iter_mut().find(|kept| kept.id == *id) else { return Ok(None) };
        kept.ticket = Some((hash(&ticket), Instant::now() + TICKET));
        kept.told = None;
        kept.post = None;
        page.set_fragment(Some(&format!("sa-replay={ticket}")));
        Ok(Some(page.into()))
    }

    /// Trades a ticket for the run's calls: once, in time, and for a page of the run's own origin
    /// and widget.
    pub async fn redeem(
        &self,
        ticket: &str,
        widget: &str,
        origin: &str,
    ) -> Result<Option<Given>, StoreError> {
        self.redeem_at(Instant::now(), ticket, widget, origin).await
    }

    async fn redeem_at(
        &self,
        now: Instant,
        ticket: &str,
        widget: &str,
        origin: &str,
    ) -> Result<Option<Given>, StoreError> {
        let ticket = hash(ticket);
        let taken = self.kept().iter_mut().find_map(|kept| {
            let (_, until) = kept.ticket.take_if(|(known, _)| *known == ticket)?;
            (now <= until).then(|| (kept.id.clone(), kept.run.clone()))
        });
        let Some((id, run)) = taken else { return Ok(None) };
        let Some(stored) = self.traces.trace(&run).await? else { return Ok(None) };
        if stored.row.widget != widget || stored.row.origin != origin {
            return Ok(None);
        }
        let Ok(trace) = Trace::from_text(&stored.document) else { return Ok(None) };
        let calls = RawValue::from_string(freeze(&trace, Texts::None).to_text());
        let post = URL_SAFE_NO_PAD.encode(random()?);
        let mut all = self.kept();
        let (Ok(calls), Some(kept)) = (calls, all.iter_mut().find(|kept| kept.id == id)) else {
            return Ok(None);
        };
        kept.post = Some(hash(&post));
        Ok(Some(Given { calls, replay: id.to_string(), post }))
    }

    /// Takes what a page tells; false where its token is not the one of this replay. A page that is
    /// left tells what it knows, and may tell the whole later.
    pub fn tell(&self, id: &ReplayId, token: &str, told: Report) -> bool {
        let token = hash(token);
        let mut all = self.kept();
        let kept = all.iter_mut().find(|kept| kept.id == *id && kept.post == Some(token));
        kept.map(|kept| kept.told = Some(told)).is_some()
    }

    /// Those that are not forgotten yet.
    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.begun.elapsed() < REMEMBERED);
        kept
    }
}

#[async_trait]
impl ports::Replays for Replays {
    async fn replay(&self, id: &ReplayId) -> Result<Option<Replay>, StoreError> {
        let found = self
            .kept()
            .iter()
            .find(|kept| kept.id == *id)
            .map(|kept| (kept.run.clone(), kept.post.is_some(), kept.told.clone()));
        let Some((run, is_open, told)) = found else { return Ok(None) };
        let Some(stored) = self.traces.trace(&run).await? else {
            self.kept().retain(|kept| kept.run != run);
            return Ok(None);
        };
        let report = match &told {
            Some(told) => Report::judged(&stored.document, told),
            None => Report::begun(&stored.document),
        };
        let Ok(report) = report else { return Ok(None) };
        let state = if told.is_some() {
            ReplayState::Told(report.steps.iter().map(call).collect())
        } else {
            let calls = report.steps.iter().filter(|step| step.status.is_none()).count();
            ReplayState::Waiting { calls, is_open }
        };
        let page = page(&stored).map(String::from).unwrap_or_default();
        Ok(Some(Replay { run, code: stored.row.code, page, state }))
    }
}

fn call(step: &site_agent_core::replay::Compared) -> ReplayedCall {
    let end = match Verdict::of(step, false) {
        Verdict::Same => ReplayedEnd::Same,
        Verdict::Open(why) => ReplayedEnd::Open(why),
        Verdict::NotRun(why) => ReplayedEnd::NotRun(why),
        Verdict::Differs { how, recorded, now } => ReplayedEnd::Differs { how, recorded, now },
    };
    ReplayedCall { tool: step.call.name.clone(), end }
}

/// The page that a run came from: of the recorded origin, whatever its path says.
fn page(stored: &StoredTrace) -> Option<Url> {
    let mut url = Url::parse(&stored.row.origin).ok()?;
    if !matches!(url.scheme(), "http" | "https")
        || url.origin().ascii_serialization() != stored.row.origin
    {
        return None;
    }
    url.set_path(&stored.row.path);
    Some(url)
}

#[cfg(test)]
mod tests;

/// 128 bits.
fn random() -> Result<[u8; 16], StoreError> {
    crate::random::random().map_err(|error| {
        tracing::error!(%error, "the system gives no random bytes");
        StoreError
    })
}
