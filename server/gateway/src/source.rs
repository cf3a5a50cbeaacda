//! One model as it is asked: its client, and what was learnt of it.

use std::sync::{Mutex, PoisonError};

use http::HeaderValue;
use secrecy::ExposeSecret as _;

use crate::client;
use crate::config::{ConfigError, Model, Remote};
use crate::provider::Quirks;

/// Somebody who answers.
#[derive(Debug)]
pub(crate) struct Source {
    model: Model,
    client: Option<reqwest::Client>,
    learnt: Mutex<Quirks>,
}

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
        Ok(Self { model: model.clone(), client, learnt: Mutex::default() })
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
}
