//! A whole stored run, and what is done with several.

use serde::{Deserialize, Serialize};

use super::filter::{Cursor, Filter};
use super::id::TraceId;
use super::row::TraceRow;

/// A run as it lies in the database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTrace {
    /// Its line of the list.
    pub row: TraceRow,
    /// The trace, version 1, as JSON text: what `site_agent_core::trace::Trace` reads.
    pub document: String,
    /// What was taken out, by rule.
    pub redactions: Vec<Redaction>,
}

/// How often a rule took something out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redaction {
    /// `email`, `phone`, `card`, `iban`, `token`, `url-secret` or `sensitive`.
    pub rule: String,
    /// The number of places.
    pub places: u32,
}

/// One page of a list, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TracePage {
    /// At most as many as were asked for.
    pub rows: Vec<TraceRow>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// Looking took long enough: there may be more behind `next`, also where the page is not full.
    pub is_partial: bool,
}

/// A count that stops at 10,000, or when counting took long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The number, at most 10,000.
    pub count: u32,
    /// There are more, or may be.
    pub and_more: bool,
}

/// Which runs are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Selector {
    /// These.
    Ids(Vec<TraceId>),
    /// All that a filter finds, none of them stored after this time (server's clock,
    /// milliseconds): what arrived since the owner looked is not deleted unseen.
    Matching {
        /// Which.
        filter: Box<Filter>,
        /// Up to when.
        until: u64,
    },
}
