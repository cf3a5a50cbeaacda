//! What a filter asks of a run, as pieces of SQL.
//!
//! The pieces are fixed; what a visitor or an owner wrote is only ever bound.

use site_agent_app::admin::trace::Filter;
use sqlx::{QueryBuilder, Sqlite};

use super::TraceStore;
use super::place::first_of;
use crate::store::StoreError;

/// The index knows three characters at a time; less than that is looked for in the texts.
const SHORTEST: usize = 3;
/// What a search is cut to.
const LONGEST: usize = 200;
/// So many names of models are looked through for those that a filter means; where there are more,
/// it is the runs that are.
const MODELS: u32 = 200;
/// Clocks of visitors are at most a day off when a run is stored, and no run is longer than a day:
/// so its times bound when it was stored.
const A_DAY: u64 = 86_400_000;

/// A text to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// The index's own query: the text as one phrase.
    Indexed(String),
    /// A pattern of `LIKE`.
    Short(String),
}

impl Text {
    pub(super) fn of(filter: &Filter) -> Option<Self> {
        let text = filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty())?;
        let is_mark = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
        if text.chars().filter(|c| !is_mark(c)).count() < SHORTEST {
            return Some(Self::Short(pattern(text)));
        }
        let phrase = text.chars().take(LONGEST).map(|c| if c == '\0' { ' ' } else { c });
        Some(Self::Indexed(format!("\"{}\"", phrase.collect::<String>().replace('"', "\"\""))))
    }
}

/// A condition on a column of `runs r`, and the index that gives the runs that fulfil it in the
/// order of the list.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// ` INDEXED BY …`, if there is one.
    pub(super) index: Option<&'static str>,
    sql: &'static str,
    value: Option<String>,
    end: &'static str,
}

impl Condition {
    fn new(index: &'static str, sql: &'static str, value: Option<String>) -> Self {
        Self { index: Some(index), sql, value, end: "" }
    }

    pub(super) fn push(&self, query: &mut QueryBuilder<Sqlite>) {
        query.push(" AND ").push(self.sql);
        if let Some(value) = &self.value {
            query.push_bind(value.clone());
        }
        query.push(self.end);
    }
}

/// The conditions of a filter but for its text, its tool and its times. `None` when no run can
/// fulfil them.
pub(super) async fn conditions(
    store: &TraceStore,
    filter: &Filter,
) -> Result<Option<Vec<Condition>>, StoreError> {
    let level = filter.level.map(|level| level.as_str().to_owned());
    let mut found: Vec<Condition> = [
        (" INDEXED BY runs_status", "r.status = ", &filter.status),
        (" INDEXED BY runs_widget", "r.widget = ", &filter.widget),
        (" INDEXED BY runs_origin", "r.origin = ", &filter.origin),
        (" INDEXED BY runs_code", "r.code = ", &filter.code),
        (" INDEXED BY runs_level", "r.level = ", &level),
    ]
    .into_iter()
    .filter_map(|(index, sql, value)| {
        value.as_ref().map(|value| Condition::new(index, sql, Some(value.clone())))
    })
    .collect();
    if let Some(decision) = filter.decision.as_deref() {
        let (index, sql) = match decision {
            "allowed" => (" INDEXED BY runs_allowed", "r.was_allowed = 1"),
            "asked" => (" INDEXED BY runs_asked", "r.was_asked = 1"),
            "denied" => (" INDEXED BY runs_denied", "r.was_denied = 1"),
            _ => return Ok(None),
        };
        found.push(Condition::new(index, sql, None));
    }
    if let Some(part) = &filter.model {
        match of_model(store, part).await? {
            Models::None => return Ok(None),
            Models::All => {}
            Models::Some(condition) => found.push(condition),
        }
    }
    Ok(Some(found))
}

/// Which models a part of a name means.
enum Models {
    None,
    All,
    Some(Condition),
}

/// Mostly there are a few names, and one of them or none is meant.
async fn of_model(store: &TraceStore, part: &str) -> Result<Models, StoreError> {
    let pattern = pattern(part);
    let names: Vec<(String, bool)> = sqlx::query_as(
        "WITH RECURSIVE names (name) AS (SELECT min(model) FROM runs UNION ALL \
         SELECT (SELECT min(model) FROM runs WHERE model > name) FROM names \
         WHERE name IS NOT NULL LIMIT ?) \
         SELECT name, name LIKE ? ESCAPE '\\' FROM names WHERE name IS NOT NULL",
    )
    .bind(MODELS + 1)
    .bind(&pattern)
    .fetch_all(store.database.reader())
    .await?;
    let meant: Vec<&String> =
        names.iter().filter(|(_, fits)| *fits).map(|(name, _)| name).collect();
    let is_whole = names.len() <= MODELS as usize;
    let index = " INDEXED BY runs_model";
    Ok(match meant.as_slice() {
        [] if is_whole => Models::None,
        all if is_whole && all.len() == names.len() => Models::All,
        [name] if is_whole => {
            Models::Some(Condition::new(index, "r.model = ", Some((*name).clone())))
        }
        _ => Models::Some(Condition {
            index: None,
            sql: "r.model LIKE ",
            value: Some(pattern),
            end: " ESCAPE '\\'",
        }),
    })
}

/// The times of a filter, and between which places runs of such times can be.
pub(super) struct Times {
    after: Option<i64>,
    before: Option<i64>,
    /// The oldest place.
    pub(super) oldest: Option<i64>,
    /// Behind this place.
    pub(super) behind: Option<i64>,
}

impl Times {
    pub(super) fn of(filter: &Filter) -> Self {
        let ms = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
        Self {
            after: filter.after.map(ms),
            before: filter.before.map(ms),
            oldest: filter.after.map(|after| first_of(after.saturating_sub(A_DAY))),
            behind: filter.before.map(|before| first_of(before.saturating_add(2 * A_DAY))),
        }
    }

    pub(super) fn are_any(&self) -> bool {
        self.after.is_some() || self.before.is_some()
    }

    pub(super) fn push(&self, query: &mut QueryBuilder<Sqlite>) {
        for (sql, time) in
            [(" AND r.ended_at >= ", self.after), (" AND r.started_at < ", self.before)]
        {
            if let Some(time) = time {
                query.push(sql).push_bind(time);
            }
        }
    }
}

/// A pattern that finds the text anywhere.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars().take(LONGEST) {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
