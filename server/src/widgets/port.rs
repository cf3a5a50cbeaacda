//! The widgets as the site's ports see them: for whoever looks after them, and for the model proxy.

use async_trait::async_trait;
use site_agent_app::admin::account::SignedIn;
use site_agent_app::admin::widgets::{
    Answer, Fields, Met, Refusal, Sheet, SiteTools, Summary, Tested,
};
use site_agent_app::ports::{self, Agent, AgentFailure, AgentReply, AgentTurnRequest, StoreError};
use site_agent_gateway::{Answered, ApiError, Code};

use super::changes::failed;
use super::{DEFAULT_KEY, Live, Widgets};
use crate::clock::now_ms;
use crate::config::{RowSettings, Upstream};
use crate::model_check::{Names, check};
use crate::store::accounts::By;
use crate::store::offered_tools::Offered;
use crate::store::widgets::{List, Noted, WidgetRow};

#[async_trait]
impl ports::Widgets for Widgets {
    async fn list(&self) -> Result<Vec<Summary>, StoreError> {
        self.write_notes().await;
        let seen = self.store.last_seen().await.map_err(unread)?;
        let last_seen = |key: &str| seen.iter().find(|(known, _)| known == key).map(|&(_, at)| at);
        let rows = self.store.all().await.map_err(unread)?;
        let keys = std::iter::once(DEFAULT_KEY).chain(rows.iter().map(|row| row.key.as_str()));
        let lives = keys.filter_map(|key| self.any(key));
        Ok(lives.map(|live| summary(&live, last_seen(live.key()))).collect())
    }

    async fn sheet(&self, key: &str) -> Result<Option<Sheet>, StoreError> {
        let Some(live) = self.any(key) else { return Ok(None) };
        self.write_notes().await;
        let seen = met(self.store.noted(key, List::Seen).await.map_err(unread)?);
        let refused = met(self.store.noted(key, List::Refused).await.map_err(unread)?);
        let refused = still_refused(refused, &live);
        let tools = by_origin(self.store.offered(key).await.map_err(unread)?);
        let summary = summary(&live, seen.first().map(|met| met.last));
        if key == DEFAULT_KEY {
            let origins = live.settings().clients.allowed_origins.iter().map(ToString::to_string);
            return Ok(Some(Sheet {
                summary,
                fields: Fields::new(),
                of_file: self.of_file.clone(),
                origins: origins.collect(),
                provider_key: None,
                refused,
                seen,
                tools,
            }));
        }
        let Some(row) = self.store.row(key).await.map_err(unread)? else { return Ok(None) };
        let (fields, origins) = form(&row);
        let provider_key = row.key_end;
        let of_file = Vec::new();
        Ok(Some(Sheet { summary, fields, of_file, origins, provider_key, refused, seen, tools }))
    }

    async fn create(&self, fields: &Fields) -> Result<String, Refusal> {
        self.make(fields).await
    }

    async fn change(&self, key: &str, fields: &Fields) -> Result<bool, Refusal> {
        self.set(key, fields).await
    }

    async fn switch(&self, key: &str, is_on: bool) -> Result<(), Refusal> {
        self.turn_on(key, is_on).await
    }

    async fn remove(&self, key: &str) -> Result<(), Refusal> {
        self.delete(key).await
    }

    async fn allow_origin(&self, key: &str, origin: &str) -> Result<(), Refusal> {
        self.allow(key, origin).await
    }

    async fn forbid_origin(&self, key: &str, origin: &str) -> Result<(), Refusal> {
        self.forbid(key, origin).await
    }

    async fn set_provider_key(&self, key: &str, secret: &str) -> Result<(), Refusal> {
        self.set_key(key, secret).await
    }

    async fn forget_provider_key(&self, key: &str) -> Result<(), Refusal> {
        self.forget_key(key).await
    }

    async fn test_provider(&self, key: &str) -> Result<Tested, Refusal> {
        let live = self.any(key).ok_or(Refusal::Missing)?;
        Ok(test(&live).await)
    }

    async fn note(&self, by: &SignedIn, what: &str, about: &str) {
        let by = By { who: &by.name, address: &by.address };
        if let Err(error) = self.audit.note(by, what, about, now_ms()).await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "a line of the audit log is lost"
            );
        }
    }

    fn keep_answer(&self, answer: Answer) -> Option<String> {
        self.shelf.keep(answer)
    }

    fn answer(&self, id: &str) -> Option<Answer> {
        self.shelf.find(id)
    }
}

#[async_trait]
impl Agent for Widgets {
    async fn turn(&self, turn: AgentTurnRequest) -> Result<AgentReply, AgentFailure> {
        let answered = match self.named(turn.widget.as_deref()) {
            Some(live) => self.step(&live, turn).await,
            None => Err(ApiError::new(Code::UnknownWidget, "no widget has this key")),
        };
        match answered {
            Ok(Answered::Whole(reply)) => Ok(AgentReply::Whole(reply)),
            Ok(Answered::Events(events)) => Ok(AgentReply::Events(events)),
            Err(error) => {
                error.log();
                Err(AgentFailure {
                    status: error.code().status().as_u16(),
                    retry_after: error.retry_after_seconds(),
                    body: error.body().into(),
                })
            }
        }
    }
}

impl Widgets {
    /// Answers a step, and notes now and then which tools its page offered.
    async fn step(&self, live: &Live, turn: AgentTurnRequest) -> Result<Answered, ApiError> {
        let now = now_ms();
        let due = turn.origin.filter(|origin| self.offers.is_due(live.key(), origin, now));
        let due = due.map(|origin| (origin, turn.body.clone()));
        let answered = live.turn(turn.body, turn.events).await?;
        if let Some((origin, step)) = due {
            self.offers.met(live.key(), &origin, &step, now);
        }
        Ok(answered)
    }
}

/// One small question to the widget's model.
async fn test(live: &Live) -> Tested {
    if let Some(fault) = live.fault() {
        return Tested { answers: false, words: format!("Not asked: {fault}.") };
    }
    let upstream = &live.settings().upstream;
    let Some(model) = upstream.shown() else {
        let words = "The rule matcher answers. It is no model and needs no key.".to_owned();
        return Tested { answers: true, words };
    };
    let names = Names {
        api_key: "the provider key".to_owned(),
        model: "the model".to_owned(),
        base_url: "the base URL".to_owned(),
        provider: "the provider".to_owned(),
        timeout: "the time for a step",
        max_tokens: "the tokens of a step",
    };
    let name = format!("{model} at {}", upstream.name());
    match check(live.settings(), upstream, &names).await {
        Ok(took) => {
            let words = format!("{name} answers, within {} ms.", took.as_millis());
            Tested { answers: true, words }
        }
        Err(why) => Tested { answers: false, words: format!("{name} does not answer: {why}.") },
    }
}

fn summary(live: &Live, last_seen: Option<i64>) -> Summary {
    let upstream = &live.settings().upstream;
    Summary {
        key: live.key().to_owned(),
        name: live.name().to_owned(),
        is_of_file: live.key() == DEFAULT_KEY,
        is_on: live.is_on(),
        fault: live.fault().map(str::to_owned),
        model: match upstream {
            Upstream::Rules => "rules, no model".to_owned(),
            Upstream::Provider(chosen) => format!("{} at {}", chosen.model, chosen.name),
        },
        origins: live.settings().clients.allowed_origins.len(),
        last_seen,
    }
}

fn form(row: &WidgetRow) -> (Fields, Vec<String>) {
    let kept: RowSettings = serde_json::from_str(&row.settings).unwrap_or_default();
    let mut fields = kept.form();
    fields.remove("allowed_origins");
    fields.insert("name".to_owned(), row.name.clone());
    (fields, kept.origins())
}

/// Without those that were allowed since: another origin of the same list, or the configuration's.
fn still_refused(mut refused: Vec<Met>, live: &Live) -> Vec<Met> {
    refused.retain(|met| live.origins().iter().all(|origin| origin.as_str() != met.place));
    refused
}

fn met(noted: Vec<Noted>) -> Vec<Met> {
    let each = noted.into_iter().map(|noted| Met {
        place: noted.place,
        count: noted.count,
        first: noted.first_at,
        last: noted.last_at,
    });
    each.collect()
}

fn unread(error: crate::store::StoreError) -> StoreError {
    failed(error);
    StoreError
}

/// Rows that come by origin, a line for each.
fn by_origin(offered: Vec<Offered>) -> Vec<SiteTools> {
    let mut sites: Vec<SiteTools> = Vec::new();
    for Offered { origin, tool, last_at } in offered {
        match sites.last_mut().filter(|site| site.origin == origin) {
            Some(site) => {
                site.tools.push(tool);
                site.last = site.last.max(last_at);
            }
            None => sites.push(SiteTools { origin, tools: vec![tool], last: last_at }),
        }
    }
    sites.sort_by_key(|site| std::cmp::Reverse(site.last));
    sites
}
