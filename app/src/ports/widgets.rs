//! The widgets, for whoever looks after them.

use async_trait::async_trait;

use super::StoreError;
use crate::admin::account::SignedIn;
use crate::admin::widgets::{Answer, Fields, Refusal, Sheet, Summary, Tested};

/// Every way in which a widget is looked at or changed. A change holds from the next request on.
#[async_trait]
pub trait Widgets: Send + Sync {
    /// All widgets, the configuration's first.
    async fn list(&self) -> Result<Vec<Summary>, StoreError>;
    /// One widget; `None` for a key that none has.
    async fn sheet(&self, key: &str) -> Result<Option<Sheet>, StoreError>;
    /// Makes a widget; says its key.
    async fn create(&self, fields: &Fields) -> Result<String, Refusal>;
    /// Changes name and settings. True if the provider's key was dropped, because it was given for
    /// another provider or host.
    async fn change(&self, key: &str, fields: &Fields) -> Result<bool, Refusal>;
    /// Lets it answer, or not.
    async fn switch(&self, key: &str, is_on: bool) -> Result<(), Refusal>;
    /// Removes it with its provider's key.
    async fn remove(&self, key: &str) -> Result<(), Refusal>;
    /// Puts an origin on the list.
    async fn allow_origin(&self, key: &str, origin: &str) -> Result<(), Refusal>;
    /// Takes one off.
    async fn forbid_origin(&self, key: &str, origin: &str) -> Result<(), Refusal>;
    /// Keeps a provider's key, sealed; it is never shown again.
    async fn set_provider_key(&self, key: &str, secret: &str) -> Result<(), Refusal>;
    /// Forgets the provider's key.
    async fn forget_provider_key(&self, key: &str) -> Result<(), Refusal>;
    /// Asks the model one small thing.
    async fn test_provider(&self, key: &str) -> Result<Tested, Refusal>;
    /// Puts a line into the audit log.
    async fn note(&self, by: &SignedIn, what: &str, about: &str);
    /// Keeps what a form was answered with for the page that shows it; says under which id.
    fn keep_answer(&self, answer: Answer) -> Option<String>;
    /// What was kept under an id.
    fn answer(&self, id: &str) -> Option<Answer>;
}
