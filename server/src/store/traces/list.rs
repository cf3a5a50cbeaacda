//! Finding runs: one condition for lists, counts and deletions.
//!
//! The statement is put together from fixed pieces; what a visitor or an owner wrote is only ever
//! bound. What is asked for decides where SQLite begins: at the text's index, at a tool's runs, or
//! at the newest row. All three give rows in the order of the list, so that a page stops reading
//! when it is full.

use site_agent_app::admin::trace::{Counted, Cursor, Filter, TraceId, TracePage, TraceRow};
use sqlx::{QueryBuilder, Sqlite};

use super::TraceStore;
use super::place::{Place, first_of};
use super::row::{COLUMNS, Row};
use crate::store::StoreError;

/// A count stops here.
const MOST: u32 = 10_000;
/// How many runs a search without the index looks at.
const NEWEST: i64 = 50_000;
/// The index knows three characters at a time; less than that is looked for in the texts.
const SHORTEST: usize = 3;
/// What a search is cut to.
const LONGEST: usize = 200;
/// Clocks of visitors are at most a day off when a run is stored, and no run is longer than a day:
/// so its times bound when it was stored.
const A_DAY: u64 = 86_400_000;

/// What is looked for beside the filter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Within {
    /// Behind this place of the list.
    pub(super) behind: Option<i64>,
    /// Not behind this place: the oldest to look at.
    pub(super) oldest: Option<i64>,
    /// The newest to look at.
    pub(super) newest: Option<i64>,
}

/// What a text is looked for with.
enum Text<'a> {
    None,
    /// The index's own query: the text as one phrase.
    Indexed(String),
    /// A pattern of `LIKE`.
    Short(&'a str),
}

impl<'a> Text<'a> {
    fn of(filter: &'a Filter) -> Self {
        let Some(text) = filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty())
        else {
            return Self::None;
        };
        let is_mark = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
        if text.chars().filter(|c| !is_mark(c)).count() < SHORTEST {
            return Self::Short(text);
        }
        let phrase = text.chars().take(LONGEST).map(|c| if c == '\0' { ' ' } else { c });
        Self::Indexed(format!("\"{}\"", phrase.collect::<String>().replace('"', "\"\"")))
    }
}

/// ` FROM … WHERE …`, and the column that orders the rows.
fn matching(query: &mut QueryBuilder<Sqlite>, filter: &Filter, within: Within) -> &'static str {
    let text = Text::of(filter);
    let n = match (&text, &filter.tool) {
        (Text::Indexed(phrase), _) => {
            query.push(
                " FROM run_words w CROSS JOIN runs r ON r.n = w.rowid WHERE run_words MATCH ",
            );
            query.push_bind(phrase.clone());
            "w.rowid"
        }
        (_, Some(tool)) => {
            query.push(" FROM run_tools t CROSS JOIN runs r ON r.n = t.n WHERE t.tool = ");
            query.push_bind(tool.clone());
            "t.n"
        }
        _ => {
            query.push(" FROM runs r WHERE true");
            "r.n"
        }
    };
    if let (Text::Indexed(_), Some(tool)) = (&text, &filter.tool) {
        query.push(" AND EXISTS (SELECT 1 FROM run_tools t WHERE t.n = r.n AND t.tool = ");
        query.push_bind(tool.clone()).push(")");
    }
    if let Text::Short(text) = text {
        query
            .push(" AND EXISTS (SELECT 1 FROM run_words_content c WHERE c.id = r.n AND c.c0 LIKE ");
        query.push_bind(pattern(text)).push(" ESCAPE '\\')");
    }
    equals(query, filter);
    times(query, n, filter);
    for (compared, bound) in
        [(" < ", within.behind), (" >= ", within.oldest), (" <= ", within.newest)]
    {
        if let Some(bound) = bound {
            query.push(" AND ").push(n).push(compared).push_bind(bound);
        }
    }
    n
}

/// The columns that are equal to something.
fn equals(query: &mut QueryBuilder<Sqlite>, filter: &Filter) {
    let level = filter.level.map(|level| level.as_str().to_owned());
    for (column, wanted) in [
        (" AND r.status = ", &filter.status),
        (" AND r.widget = ", &filter.widget),
        (" AND r.origin = ", &filter.origin),
        (" AND r.code = ", &filter.code),
        (" AND r.level = ", &level),
    ] {
        if let Some(wanted) = wanted {
            query.push(column).push_bind(wanted.clone());
        }
    }
    match filter.decision.as_deref() {
        Some("allowed") => drop(query.push(" AND r.was_allowed = 1")),
        Some("asked") => drop(query.push(" AND r.was_asked = 1")),
        Some("denied") => drop(query.push(" AND r.was_denied = 1")),
        Some(_) => drop(query.push(" AND false")),
        None => {}
    }
    if let Some(model) = &filter.model {
        query.push(" AND r.model LIKE ").push_bind(pattern(model)).push(" ESCAPE '\\'");
    }
}

/// The run's own times, and where in the list runs of such times can be.
fn times(query: &mut QueryBuilder<Sqlite>, n: &'static str, filter: &Filter) {
    if let Some(after) = filter.after {
        query.push(" AND r.ended_at >= ").push_bind(i64::try_from(after).unwrap_or(i64::MAX));
        query.push(" AND ").push(n).push(" >= ").push_bind(first_of(after.saturating_sub(A_DAY)));
    }
    if let Some(before) = filter.before {
        query.push(" AND r.started_at < ").push_bind(i64::try_from(before).unwrap_or(i64::MAX));
        let latest = first_of(before.saturating_add(2 * A_DAY));
        query.push(" AND ").push(n).push(" < ").push_bind(latest);
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

impl TraceStore {
    pub(super) async fn page(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        most: u32,
    ) -> Result<TracePage, StoreError> {
        let oldest = self.oldest(filter).await?;
        let behind = after.map(|cursor| {
            Place::of(&cursor.id).map_or_else(|| first_of(cursor.stored_at), |place| place.n)
        });
        let mut query = QueryBuilder::new("SELECT ");
        query.push(COLUMNS);
        let n = matching(&mut query, filter, Within { behind, oldest, newest: None });
        query.push(" ORDER BY ").push(n).push(" DESC LIMIT ").push_bind(most.saturating_add(1));
        let rows: Vec<Row> = query.build_query_as().fetch_all(self.database.reader()).await?;
        let mut rows: Vec<TraceRow> = rows.into_iter().map(Into::into).collect();
        let is_more = rows.len() > most as usize;
        rows.truncate(most as usize);
        let next = rows.last().filter(|_| is_more);
        let next = next.map(|row| Cursor { stored_at: row.stored_at, id: row.id.clone() });
        Ok(TracePage { rows, next, is_partial: oldest.is_some() })
    }

    pub(super) async fn counted(&self, filter: &Filter) -> Result<Counted, StoreError> {
        let oldest = self.oldest(filter).await?;
        let mut query = QueryBuilder::new("SELECT count(*) FROM (SELECT 1");
        matching(&mut query, filter, Within { oldest, ..Within::default() });
        query.push(" LIMIT ").push_bind(MOST + 1).push(")");
        let found: u32 = query.build_query_scalar().fetch_one(self.database.reader()).await?;
        Ok(Counted { count: found.min(MOST), and_more: found > MOST })
    }

    /// Whether a filter finds this run: what the list would say of it.
    pub async fn finds(&self, filter: &Filter, id: &TraceId) -> Result<bool, StoreError> {
        let Some(Place { n, .. }) = Place::of(id) else { return Ok(false) };
        let mut query = QueryBuilder::new("SELECT EXISTS (SELECT 1");
        matching(&mut query, filter, Within { behind: None, oldest: Some(n), newest: Some(n) });
        query.push(")");
        Ok(query.build_query_scalar().fetch_one(self.database.reader()).await?)
    }

    /// How many runs a filter finds that are not behind `newest`, however many.
    pub(super) async fn measured(&self, filter: &Filter, newest: i64) -> Result<u64, StoreError> {
        let within =
            Within { oldest: self.oldest(filter).await?, newest: Some(newest), behind: None };
        let mut query = QueryBuilder::new("SELECT count(*)");
        matching(&mut query, filter, within);
        let found: i64 = query.build_query_scalar().fetch_one(self.database.reader()).await?;
        Ok(found.unsigned_abs())
    }

    /// The places of at most `most` runs that a filter finds, the newest first.
    pub(super) async fn places(
        &self,
        filter: &Filter,
        newest: i64,
        most: u32,
    ) -> Result<Vec<i64>, StoreError> {
        let within =
            Within { oldest: self.oldest(filter).await?, newest: Some(newest), behind: None };
        let mut query = QueryBuilder::new("SELECT r.n");
        let n = matching(&mut query, filter, within);
        query.push(" ORDER BY ").push(n).push(" DESC LIMIT ").push_bind(most);
        Ok(query.build_query_scalar().fetch_all(self.database.reader()).await?)
    }

    /// The oldest run that a short search looks at; `None` when it looks at all.
    async fn oldest(&self, filter: &Filter) -> Result<Option<i64>, StoreError> {
        if !matches!(Text::of(filter), Text::Short(_)) {
            return Ok(None);
        }
        // One further: when there is none, the search is whole.
        let beyond: Option<i64> =
            sqlx::query_scalar("SELECT n FROM runs ORDER BY n DESC LIMIT 1 OFFSET ?")
                .bind(NEWEST)
                .fetch_optional(self.database.reader())
                .await?;
        Ok(beyond.map(|n| n + 1))
    }
}
