//! One model as it is asked: its client, and what was learnt of it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::HeaderValue;
use secrecy::ExposeSecret as _;

use crate::client;
use crate::config::{ConfigError, Model, Remote};
use crate::provider::Quirks;
use crate::toolbox::ToolOut;

/// Somebody who answers.
#[derive(Debug)]
pub(crate) struct Source {
    model: Model,
    client: Option<reqwest::Client>,
    learnt: Mutex<Quirks>,
    /// Schemas that it refused, by their hash.
    refused: Mutex<HashSet<u64>>,
}

/// Schemas that are remembered; later ones cost their page another try each time.
const REMEMBERED: usize = 1_000;

impl Source {
    pub(crate) fn new(model: &Model) -> Result<Self, ConfigError> {
        let client = match model {
            Model::Rules => None,
            Model::Remote(remote) => {
                if let Some(key) = &remote.api_key {
                    HeaderValue::from_str(key.expose_secret()).map_err(|_| ConfigError::Key)?;
                }
                Some(client::client(remote)?)
            }
        };
        Ok(Self {
            model: model.clone(),
            client,
            learnt: Mutex::default(),
            refused: Mutex::default(),
        })
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// Over the network; `None` is the rule matcher.
    pub(crate) fn remote(&self) -> Option<(&Remote, &reqwest::Client)> {
        match (&self.model, &self.client) {
            (Model::Remote(remote), Some(client)) => Some((remote, client)),
            _ => None,
        }
    }

    /// What the model was found to refuse so far.
    pub(crate) fn quirks(&self) -> Quirks {
        *self.learnt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn learn(&self, quirks: Quirks) {
        *self.learnt.lock().unwrap_or_else(PoisonError::into_inner) = quirks;
    }

    /// Takes from each tool what the model is known to refuse of it.
    pub(crate) fn simplify(&self, tools: &mut [Arc<ToolOut>]) {
        let refused = self.refused();
        if !refused.is_empty() {
            for tool in tools.iter_mut().filter(|tool| refused.contains(&tool.hash)) {
                if let Ok(bare) = tool.bare() {
                    *tool = Arc::new(bare);
                }
            }
        }
    }

    /// Remembers schemas that it refused, by their hash.
    pub(crate) fn remember(&self, schemas: &[u64]) {
        if !schemas.is_empty() {
            let mut refused = self.refused();
            let room = REMEMBERED.saturating_sub(refused.len());
            refused.extend(schemas.iter().take(room));
        }
    }

    fn refused(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
