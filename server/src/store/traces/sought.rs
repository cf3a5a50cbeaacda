//! What a list looks for, and where it begins to look.
//!
//! A text is looked up in its index. Otherwise the walk begins at the condition that the fewest
//! runs fulfil, as far as that can be told at a glance, or goes through all runs by what they are
//! narrowed by. Each of these gives runs in the order of the list.

use site_agent_app::admin::trace::Filter;
use sqlx::{QueryBuilder, Sqlite};

use super::TraceStore;
use super::condition::{Condition, Text, Times, conditions};
use crate::store::StoreError;

/// So many runs are few: they are looked through at once.
pub(super) const FEW: u32 = 1_000;
/// Where the first few that an index gives lie among so many times as many runs, it is no help.
const DENSE: u32 = 8;

/// A part of the list: behind one place, and down to another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Within {
    /// Behind this place of the list.
    pub(super) behind: Option<i64>,
    /// Not behind this place: the oldest to look at.
    pub(super) oldest: Option<i64>,
    /// A stride of a walk, which more runs are behind.
    pub(super) is_stride: bool,
}

impl Within {
    fn push(self, query: &mut QueryBuilder<Sqlite>, n: &'static str) {
        for (compared, place) in [(" < ", self.behind), (" >= ", self.oldest)] {
            if let Some(place) = place {
                query.push(" AND ").push(n).push(compared).push_bind(place);
            }
        }
    }
}

/// Where a walk gets its runs from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Words,
    Tool,
    /// ` INDEXED BY …`
    Runs(&'static str),
}

const FACETS: Start = Start::Runs(" INDEXED BY runs_facets");

/// A filter, ready to be looked for.
pub(super) struct Sought {
    start: Start,
    text: Option<Text>,
    tool: Option<String>,
    conditions: Vec<Condition>,
    pub(super) times: Times,
    /// There are few runs to look at.
    pub(super) is_short: bool,
    few: u32,
}

impl Sought {
    /// `None` when nothing can be found. It will be looked for behind a place.
    pub(super) async fn of(
        store: &TraceStore,
        filter: &Filter,
        behind: Option<i64>,
        few: u32,
    ) -> Result<Option<Self>, StoreError> {
        let Some(conditions) = conditions(store, filter).await? else { return Ok(None) };
        let mut sought = Self {
            start: FACETS,
            text: Text::of(filter),
            tool: filter.tool.clone(),
            conditions,
            times: Times::of(filter),
            is_short: false,
            few,
        };
        if matches!(sought.text, Some(Text::Indexed(_))) {
            sought.start = Start::Words;
        } else {
            sought.begin(store, behind).await?;
        }
        Ok(Some(sought))
    }

    /// Looks for the best start.
    async fn begin(&mut self, store: &TraceStore, behind: Option<i64>) -> Result<(), StoreError> {
        let mut starts: Vec<Start> =
            self.conditions.iter().filter_map(|one| one.index.map(Start::Runs)).collect();
        starts.extend(self.tool.is_some().then_some(Start::Tool));
        if let [start] = starts.as_slice()
            && self.text.is_none()
            && !self.times.are_any()
            && self.conditions.len() + usize::from(self.tool.is_some()) == 1
        {
            // Whatever it gives is wanted.
            self.start = *start;
            return Ok(());
        }
        let mut best: Option<(i64, Start)> = None;
        for start in starts {
            match self.after_few(store, start, behind).await? {
                None => {
                    (self.start, self.is_short) = (start, true);
                    return Ok(());
                }
                Some(place) if best.is_none_or(|(nearest, _)| place < nearest) => {
                    best = Some((place, start));
                }
                Some(_) => {}
            }
        }
        if let Some((place, start)) = best {
            let dense = store.nth(behind, self.few.saturating_mul(DENSE)).await?;
            if dense.is_none_or(|dense| place < dense) {
                self.start = start;
            }
        }
        Ok(())
    }

    /// The place behind the first few that a start gives.
    async fn after_few(
        &self,
        store: &TraceStore,
        start: Start,
        behind: Option<i64>,
    ) -> Result<Option<i64>, StoreError> {
        let mut query = QueryBuilder::new("SELECT ");
        match start {
            Start::Runs(index) => {
                query.push("r.n FROM runs r").push(index).push(" WHERE true");
                let own = self.conditions.iter().find(|one| one.index == Some(index));
                if let Some(own) = own {
                    own.push(&mut query);
                }
            }
            _ => {
                query.push("t.n FROM run_tools t WHERE t.tool = ").push_bind(self.tool.clone());
            }
        }
        let n = start.n();
        Within { behind, ..Within::default() }.push(&mut query, n);
        query.push(" ORDER BY ").push(n).push(" DESC LIMIT 1 OFFSET ").push_bind(self.few);
        Ok(query.build_query_scalar().fetch_optional(store.database.reader()).await?)
    }

    /// The column that orders what it gives.
    pub(super) fn n(&self) -> &'static str {
        self.start.n()
    }

    /// ` FROM … WHERE …`, and the column that orders the rows. `needs_row` says whether columns of
    /// `runs r` are selected.
    pub(super) fn push(
        &self,
        query: &mut QueryBuilder<Sqlite>,
        needs_row: bool,
        within: Within,
    ) -> &'static str {
        if let (Start::Words, Some(Text::Indexed(phrase)), true) =
            (self.start, &self.text, within.is_stride)
        {
            return self.push_stride(query, phrase, needs_row, within);
        }
        let n = self.start.n();
        let needs_row = needs_row || !self.conditions.is_empty() || self.times.are_any();
        match (self.start, &self.text) {
            (Start::Words, Some(Text::Indexed(phrase))) => {
                query.push(" FROM run_words w");
                if needs_row {
                    query.push(" CROSS JOIN runs r ON r.n = w.rowid");
                }
                query.push(" WHERE run_words MATCH ").push_bind(phrase.clone());
            }
            (Start::Tool, _) => {
                query.push(" FROM run_tools t");
                if needs_row {
                    query.push(" CROSS JOIN runs r ON r.n = t.n");
                }
                query.push(" WHERE t.tool = ").push_bind(self.tool.clone());
            }
            (Start::Runs(index), _) => {
                query.push(" FROM runs r").push(index).push(" WHERE true");
            }
            (Start::Words, _) => unreachable!("it begins at a text only where there is one"),
        }
        self.push_conditions(query, n);
        within.push(query, n);
        n
    }

    /// A stride through the index of words. The index looks on for the next run that fits, whatever
    /// the bounds say: down the list that may be very far, so a stride is looked through from its
    /// older end up, where what is beyond it was looked at before.
    fn push_stride(
        &self,
        query: &mut QueryBuilder<Sqlite>,
        phrase: &str,
        needs_row: bool,
        within: Within,
    ) -> &'static str {
        query.push(" FROM (SELECT rowid AS n FROM run_words WHERE run_words MATCH ");
        query.push_bind(phrase.to_owned());
        within.push(query, "rowid");
        // With a limit it stays a query of its own, with its own order.
        query.push(" LIMIT -1) w");
        if needs_row || !self.conditions.is_empty() || self.times.are_any() {
            query.push(" CROSS JOIN runs r ON r.n = w.n");
        }
        query.push(" WHERE true");
        self.push_conditions(query, "w.n");
        "w.n"
    }

    /// All but where it starts, and but for the part of the list.
    fn push_conditions(&self, query: &mut QueryBuilder<Sqlite>, n: &'static str) {
        if let (Some(tool), false) = (&self.tool, self.start == Start::Tool) {
            query.push(" AND EXISTS (SELECT 1 FROM run_tools o WHERE o.n = ").push(n);
            query.push(" AND o.tool = ").push_bind(tool.clone()).push(")");
        }
        for condition in &self.conditions {
            condition.push(query);
        }
        self.times.push(query);
        // The dearest last.
        if let Some(Text::Short(pattern)) = &self.text {
            query.push(" AND EXISTS (SELECT 1 FROM run_words_content c WHERE c.id = ").push(n);
            query.push(" AND c.c0 LIKE ").push_bind(pattern.clone()).push(" ESCAPE '\\')");
        }
    }
}

impl Start {
    fn n(self) -> &'static str {
        match self {
            Self::Words => "w.rowid",
            Self::Tool => "t.n",
            Self::Runs(_) => "r.n",
        }
    }
}
