//! Lists, counts and what deletions are about: the runs that a filter finds.

use std::time::Duration;

use site_agent_app::admin::trace::{Counted, Cursor, Filter, TraceId, TracePage, TraceRow};
use sqlx::QueryBuilder;

use super::TraceStore;
use super::condition::Text;
use super::place::{Place, first_of};
use super::row::{COLUMNS, Row};
use super::sought::{FEW, Sought, Within};
use super::walk::{Patience, Walk};
use crate::store::StoreError;

/// A count stops here.
const MOST: u32 = 10_000;

/// What a list and its count may take.
const LIST: Patience = Patience { few: FEW, stride: 2_000, time: Duration::from_millis(8) };
/// What a search for a text may take.
const SEARCH: Patience = Patience { few: FEW, stride: 2_000, time: Duration::from_millis(40) };

impl TraceStore {
    pub(super) async fn page(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        most: u32,
    ) -> Result<TracePage, StoreError> {
        let behind = after.map(|cursor| {
            Place::of(&cursor.id).map_or_else(|| first_of(cursor.stored_at), |place| place.n)
        });
        let patience = self.patience(filter);
        let Some(sought) = Sought::of(self, filter, behind, patience.few).await? else {
            return Ok(TracePage { rows: Vec::new(), next: None, is_partial: false });
        };
        let mut walk = Walk::new(&sought, behind, Some(patience));
        let mut rows: Vec<Row> = Vec::new();
        // One further says whether there are more.
        let wanted = most.saturating_add(1) as usize;
        while rows.len() < wanted
            && let Some(part) = walk.next(self).await?
        {
            let mut query = QueryBuilder::new("SELECT ");
            query.push(COLUMNS);
            let n = sought.push(&mut query, true, part);
            query.push(" ORDER BY ").push(n).push(" DESC LIMIT ");
            query.push_bind(i64::try_from(wanted - rows.len()).unwrap_or(i64::MAX));
            let found: Vec<Row> = query.build_query_as().fetch_all(self.database.reader()).await?;
            rows.extend(found);
        }
        let is_full = rows.len() == wanted;
        let mut rows: Vec<TraceRow> = rows.into_iter().map(Into::into).collect();
        rows.truncate(most as usize);
        let last = rows.last().filter(|_| is_full);
        let last = last.map(|row| Cursor { stored_at: row.stored_at, id: row.id.clone() });
        let left_off = walk.left_off().map(|n| Place::new(n, 0));
        let left_off =
            left_off.map(|place| Cursor { stored_at: place.stored_at(), id: place.id() });
        Ok(TracePage { rows, is_partial: left_off.is_some(), next: last.or(left_off) })
    }

    pub(super) async fn counted(&self, filter: &Filter) -> Result<Counted, StoreError> {
        let none = Counted { count: 0, and_more: false };
        let patience = self.patience(filter);
        // A list is what one waits for; its count is beside it.
        let patience = Patience { time: patience.time / 2, ..patience };
        let Some(sought) = Sought::of(self, filter, None, patience.few).await? else {
            return Ok(none);
        };
        let mut walk = Walk::new(&sought, None, Some(patience));
        let mut found = 0;
        while found <= MOST
            && let Some(part) = walk.next(self).await?
        {
            let mut query = QueryBuilder::new("SELECT count(*) FROM (SELECT 1");
            sought.push(&mut query, false, part);
            query.push(" LIMIT ").push_bind(MOST + 1 - found).push(")");
            let more: u32 = query.build_query_scalar().fetch_one(self.database.reader()).await?;
            found += more;
        }
        let and_more = found > MOST || walk.left_off().is_some();
        Ok(Counted { count: found.min(MOST), and_more })
    }

    /// Whether a filter finds this run: what the list would say of it.
    pub async fn finds(&self, filter: &Filter, id: &TraceId) -> Result<bool, StoreError> {
        let Some(Place { n, .. }) = Place::of(id) else { return Ok(false) };
        let alone = Within { behind: n.checked_add(1), oldest: Some(n), is_stride: true };
        let Some(sought) = Sought::of(self, filter, alone.behind, FEW).await? else {
            return Ok(false);
        };
        let mut query = QueryBuilder::new("SELECT EXISTS (SELECT 1");
        sought.push(&mut query, false, alone);
        query.push(")");
        Ok(query.build_query_scalar().fetch_one(self.database.reader()).await?)
    }

    /// How many runs a filter finds that are not behind `newest`, however many and however long it
    /// takes.
    pub(super) async fn measured(&self, filter: &Filter, newest: i64) -> Result<u64, StoreError> {
        let Some(sought) = Sought::of(self, filter, None, FEW).await? else { return Ok(0) };
        let mut query = QueryBuilder::new("SELECT count(*)");
        sought.push(&mut query, false, to(&sought, newest));
        let found: i64 = query.build_query_scalar().fetch_one(self.database.reader()).await?;
        Ok(found.unsigned_abs())
    }

    /// The places of at most `most` runs that a filter finds, the newest first, none newer than
    /// `newest`.
    pub(super) async fn places(
        &self,
        filter: &Filter,
        newest: i64,
        most: u32,
    ) -> Result<Vec<i64>, StoreError> {
        let behind = newest.checked_add(1);
        let Some(sought) = Sought::of(self, filter, behind, FEW).await? else {
            return Ok(Vec::new());
        };
        let mut query = QueryBuilder::new("SELECT ");
        query.push(sought.n());
        let n = sought.push(&mut query, false, to(&sought, newest));
        query.push(" ORDER BY ").push(n).push(" DESC LIMIT ").push_bind(most);
        Ok(query.build_query_scalar().fetch_all(self.database.reader()).await?)
    }

    fn patience(&self, filter: &Filter) -> Patience {
        let usual = if Text::of(filter).is_some() { SEARCH } else { LIST };
        self.patience.unwrap_or(usual)
    }
}

/// All of the list down from a place, as far as what is sought can be there.
fn to(sought: &Sought, newest: i64) -> Within {
    let behind = newest.checked_add(1);
    let behind = [behind, sought.times.behind].into_iter().flatten().min();
    Within { behind, oldest: sought.times.oldest, is_stride: false }
}
