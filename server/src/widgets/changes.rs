//! What can be done to a widget. Nothing else writes their rows.

use http::HeaderValue;
use site_agent_app::admin::widgets::{Fault, Fields, Refusal};
use site_agent_gateway::Origin;

use super::live::key_is_for;
use super::{DEFAULT_KEY, Widgets, WidgetsError};
use crate::clock::now_ms;
use crate::config::{Problems, RowSettings, Widget};
use crate::hex::hex;
use crate::random::random;
use crate::store::widgets::WidgetRow;

/// Widgets that are kept.
const MOST_WIDGETS: usize = 100;
/// Origins on one list.
const MOST_ORIGINS: usize = 100;
/// Letters of a name.
const MOST_LETTERS: usize = 80;
/// Letters of a provider's key.
const MOST_SECRET: usize = 1_000;

impl Widgets {
    pub(super) async fn make(&self, fields: &Fields) -> Result<String, Refusal> {
        let _one = self.changing.lock().await;
        if self.store.all().await.map_err(failed)?.len() >= MOST_WIDGETS {
            return Err(Refusal::TooMany { most: MOST_WIDGETS });
        }
        let mut row = WidgetRow {
            key: format!("wk_{}", hex(&random::<12>().map_err(failed)?)),
            name: String::new(),
            is_on: true,
            settings: "{}".to_owned(),
            provider_key: None,
            key_end: None,
            created_at: now_ms(),
        };
        let (origins, mut faults) = origins_of(fields.get("allowed_origins"));
        let before = RowSettings::default().with_origins(origins);
        // What the short form of a new widget does not ask for is as it is by itself.
        let mut whole = before.form();
        whole.extend(fields.clone());
        let kept = self.judge(&mut row, &before, &whole, &mut faults);
        let secret = fields.get("provider_key").map_or("", |secret| secret.trim());
        if !secret.is_empty() {
            faults.extend(self.seal_key(&mut row, &kept, secret).err());
        }
        if !faults.is_empty() {
            return Err(Refusal::Fields(faults));
        }
        self.write(&row).await?;
        Ok(row.key)
    }

    pub(super) async fn set(&self, key: &str, fields: &Fields) -> Result<bool, Refusal> {
        self.edit(key, |widgets, row| {
            let before = settings(row)?;
            let mut faults = Vec::new();
            let was_for = key_is_for(&row.key, &before);
            let kept = widgets.judge(row, &before, fields, &mut faults);
            if !faults.is_empty() {
                return Err(Refusal::Fields(faults));
            }
            // A key was given for one provider and one host, and goes to no other.
            let drops = row.provider_key.is_some() && was_for != key_is_for(&row.key, &kept);
            if drops {
                (row.provider_key, row.key_end) = (None, None);
            }
            Ok(drops)
        })
        .await
    }

    pub(super) async fn turn_on(&self, key: &str, is_on: bool) -> Result<(), Refusal> {
        self.edit(key, |_, row| {
            row.is_on = is_on;
            Ok(())
        })
        .await
    }

    pub(super) async fn delete(&self, key: &str) -> Result<(), Refusal> {
        if key == DEFAULT_KEY {
            return Err(Refusal::OfFile);
        }
        let _one = self.changing.lock().await;
        let was_there = self.store.remove(key).await.map_err(failed)?;
        self.take_away(key);
        if was_there { Ok(()) } else { Err(Refusal::Missing) }
    }

    pub(super) async fn allow(&self, key: &str, origin: &str) -> Result<(), Refusal> {
        let origin = parsed(origin).map_err(|fault| Refusal::Fields(vec![fault]))?;
        self.edit(key, |_, row| {
            let kept = settings(row)?;
            let mut origins = kept.origins();
            if !origins.contains(&origin) {
                origins.push(origin.clone());
            }
            if origins.len() > MOST_ORIGINS {
                let words = format!("is one too many: a list has at most {MOST_ORIGINS}");
                return Err(Refusal::Fields(vec![fault("origin", words)]));
            }
            keep(row, &kept.with_origins(origins))
        })
        .await?;
        self.write_notes().await;
        self.store.forget_refused(key, &origin).await.map_err(failed)
    }

    pub(super) async fn forbid(&self, key: &str, origin: &str) -> Result<(), Refusal> {
        self.edit(key, |_, row| {
            let kept = settings(row)?;
            let mut origins = kept.origins();
            origins.retain(|listed| listed != origin);
            keep(row, &kept.with_origins(origins))
        })
        .await
    }

    pub(super) async fn set_key(&self, key: &str, secret: &str) -> Result<(), Refusal> {
        self.edit(key, |widgets, row| {
            let kept = settings(row)?;
            let sealed = widgets.seal_key(row, &kept, secret.trim());
            sealed.map_err(|fault| Refusal::Fields(vec![fault]))
        })
        .await
    }

    pub(super) async fn forget_key(&self, key: &str) -> Result<(), Refusal> {
        self.edit(key, |_, row| {
            (row.provider_key, row.key_end) = (None, None);
            Ok(())
        })
        .await
    }

    /// Changes a row, writes it and puts it in place.
    async fn edit<T>(
        &self,
        key: &str,
        change: impl FnOnce(&Self, &mut WidgetRow) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if key == DEFAULT_KEY {
            return Err(Refusal::OfFile);
        }
        let _one = self.changing.lock().await;
        let row = self.store.row(key).await.map_err(failed)?;
        let mut row = row.ok_or(Refusal::Missing)?;
        let done = change(self, &mut row)?;
        self.write(&row).await?;
        Ok(done)
    }

    async fn write(&self, row: &WidgetRow) -> Result<(), Refusal> {
        self.store.keep(row).await.map_err(failed)?;
        self.put(row).map_err(failed::<WidgetsError>)
    }

    /// Puts name and settings of a form into the row; what is wrong with them goes to `faults`.
    fn judge(
        &self,
        row: &mut WidgetRow,
        before: &RowSettings,
        fields: &Fields,
        faults: &mut Vec<Fault>,
    ) -> RowSettings {
        let name = fields.get("name").map_or("", |name| name.trim());
        if name.is_empty() || name.chars().count() > MOST_LETTERS {
            faults.push(fault("name", format!("has 1 to {MOST_LETTERS} letters")));
        }
        name.clone_into(&mut row.name);
        let (kept, unread) = before.with_form(fields);
        let (_, wrong) = Widget::of_row(&kept, None, self.default.settings());
        faults.extend(told(&unread).chain(told(&wrong)));
        if let Err(error) = keep(row, &kept) {
            tracing::error!(%error, "a widget's settings cannot be written as JSON");
        }
        kept
    }

    fn seal_key(&self, row: &mut WidgetRow, kept: &RowSettings, secret: &str) -> Result<(), Fault> {
        let fault = |words: &str| fault("provider_key", words);
        let provider = kept.form().remove("provider").unwrap_or_default();
        if matches!(provider.as_str(), "" | "rules") {
            return Err(fault("is of no use without a provider; choose one first"));
        }
        if secret.is_empty() {
            return Err(fault("is empty"));
        }
        if secret.len() > MOST_SECRET || HeaderValue::from_str(secret).is_err() {
            return Err(fault("holds what no header can carry; check for line breaks"));
        }
        let sealed = self.seal.seal(secret, &key_is_for(&row.key, kept)).map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "a key cannot be sealed");
            fault("cannot be sealed at the moment")
        })?;
        row.provider_key = Some(sealed);
        row.key_end = Some(end_of(secret));
        Ok(())
    }
}

/// What may be shown of a key: four characters of a long one.
fn end_of(secret: &str) -> String {
    let letters = secret.chars().count();
    if letters < 16 { String::new() } else { secret.chars().skip(letters - 4).collect() }
}

fn settings(row: &WidgetRow) -> Result<RowSettings, Refusal> {
    serde_json::from_str(&row.settings).map_err(failed)
}

fn keep(row: &mut WidgetRow, kept: &RowSettings) -> Result<(), Refusal> {
    row.settings = serde_json::to_string(kept).map_err(failed)?;
    Ok(())
}

/// The origins of a field, one a line, and what is wrong with them.
fn origins_of(field: Option<&String>) -> (Vec<String>, Vec<Fault>) {
    let lines = field.map_or("", String::as_str).split_whitespace();
    let (mut origins, mut faults) = (Vec::new(), Vec::new());
    for line in lines.take(MOST_ORIGINS) {
        match parsed(line) {
            Ok(origin) if origins.contains(&origin) => {}
            Ok(origin) => origins.push(origin),
            Err(wrong) => faults.push(fault("allowed_origins", wrong.words)),
        }
    }
    (origins, faults)
}

fn parsed(origin: &str) -> Result<String, Fault> {
    let parsed = Origin::parse(origin.trim());
    parsed.map(|origin| origin.to_string()).map_err(|error| fault("origin", error.to_string()))
}

fn fault(field: &str, words: impl Into<String>) -> Fault {
    Fault { field: field.to_owned(), words: words.into() }
}

fn told(problems: &Problems) -> impl Iterator<Item = Fault> {
    problems.iter().map(|problem| {
        let field = problem.place.strip_prefix("widget.").unwrap_or(&problem.place);
        fault(field, problem.message.clone())
    })
}

/// Keeps the cause for the owner of the log, and hands on that there was one.
pub(super) fn failed<E: std::error::Error + 'static>(error: E) -> Refusal {
    tracing::error!(error = &error as &dyn std::error::Error, "the widgets' store failed");
    Refusal::Store
}
