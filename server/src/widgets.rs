//! The widgets: the configuration's, called `default`, and those made in the dashboard.
//!
//! One service holds them all ready to answer, so that a request costs a look into a map and none
//! into the database. Every change goes through it (`changes.rs`), is written first and then put in
//! the place of what was there: requests to come find the new one, those at work end with the old.

mod changes;
mod live;
mod notes;
mod offers;
mod port;
mod shelf;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use site_agent_gateway::{Observer, Origin};
use thiserror::Error;

use crate::clock::now_ms;
use crate::config::{self, Config};
use crate::seal::{Seal, SealError};
use crate::store::accounts::AccountStore;
use crate::store::widgets::{List, WidgetRow, WidgetStore};
use crate::store::{Database, StoreError};

pub use live::Live;
use notes::Notes;
use offers::Offers;
use shelf::Shelf;

/// The key of the widget that the configuration describes.
pub const DEFAULT_KEY: &str = "default";

/// All widgets of the program.
#[derive(Debug)]
pub struct Widgets {
    store: WidgetStore,
    seal: Seal,
    audit: AccountStore,
    /// The origins that are the program's own.
    own: Vec<Origin>,
    default: Arc<Live>,
    /// What the configuration sets of the default one: the key, its value, what it is for.
    of_file: Vec<(&'static str, String, &'static str)>,
    rows: RwLock<HashMap<String, Arc<Live>>>,
    /// One change at a time: each reads a row, judges, writes and puts it in place.
    changing: tokio::sync::Mutex<()>,
    notes: Notes,
    offers: Offers,
    shelf: Shelf,
}

/// Why the widgets cannot be had.
#[derive(Debug, Error)]
pub enum WidgetsError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The seal cannot be used.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A proxy cannot be set up.
    #[error("the model proxy cannot be set up: {0}")]
    Proxy(#[from] site_agent_gateway::ConfigError),
}

impl Widgets {
    /// The widgets of a program whose own origins are `own`. A row that cannot be used any more is
    /// there all the same, and says why.
    pub async fn open(
        database: &Database,
        config: &Config,
        own: &[Origin],
        observer: Option<Arc<dyn Observer>>,
    ) -> Result<Arc<Self>, WidgetsError> {
        let widgets = Self {
            store: WidgetStore::new(database.clone()),
            audit: AccountStore::new(database.clone()),
            seal: Seal::with(config)?,
            own: own.to_vec(),
            default: Arc::new(Live::of_file(&config.widget, own, observer)?),
            of_file: config::of_widget(config),
            rows: RwLock::default(),
            changing: tokio::sync::Mutex::default(),
            notes: Notes::default(),
            offers: Offers::default(),
            shelf: Shelf::default(),
        };
        for row in widgets.store.all().await? {
            widgets.put(&row)?;
        }
        let widgets = Arc::new(widgets);
        notes::write_now_and_then(Arc::downgrade(&widgets));
        Ok(widgets)
    }

    /// The configuration's widget.
    pub fn default(&self) -> &Arc<Live> {
        &self.default
    }

    /// The widget of a key, if there is one and it is switched on.
    pub fn find(&self, key: &str) -> Option<Arc<Live>> {
        self.any(key).filter(|live| live.is_on())
    }

    /// The widget that a request means: the one it names, else the default one.
    pub fn named(&self, key: Option<&str>) -> Option<Arc<Live>> {
        key.map_or_else(|| Some(Arc::clone(&self.default)), |key| self.find(key))
    }

    /// Notes that a page was refused, for whoever may allow it.
    pub fn refused(&self, key: &str, origin: &str) {
        if Origin::parse(origin).is_ok() {
            self.notes.met(key, List::Refused, origin);
        }
    }

    /// Notes that a page loaded a widget's tag.
    pub fn seen(&self, key: &str, page: &str) {
        self.notes.met(key, List::Seen, page);
    }

    /// Writes what is still only noted.
    pub async fn close(&self) {
        self.write_notes().await;
    }

    async fn write_notes(&self) {
        let notes = self.notes.take();
        if !notes.is_empty()
            && let Err(error) = self.store.note(&notes).await
        {
            tracing::error!(error = &error as &dyn std::error::Error, "notes of widgets are lost");
        }
        let offered = self.offers.take(now_ms());
        if !offered.is_empty()
            && let Err(error) = self.store.note_offered(&offered).await
        {
            tracing::error!(error = &error as &dyn std::error::Error, "tools of pages are lost");
        }
    }

    /// The widget of a key, switched on or not.
    fn any(&self, key: &str) -> Option<Arc<Live>> {
        if key == DEFAULT_KEY {
            return Some(Arc::clone(&self.default));
        }
        self.rows.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Puts a row in the place of what was there under its key.
    fn put(&self, row: &WidgetRow) -> Result<(), WidgetsError> {
        let before = self.any(&row.key);
        let live = Live::of_row(row, &self.seal, &self.default, &self.own, before.as_deref())?;
        self.rows
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(row.key.clone(), Arc::new(live));
        Ok(())
    }

    fn take_away(&self, key: &str) {
        self.rows.write().unwrap_or_else(PoisonError::into_inner).remove(key);
        self.notes.forget(key);
        self.offers.forget(key);
    }
}
