//! Who else has an account.

use std::time::Instant;

use async_trait::async_trait;
use site_agent_app::admin::account::link::Link;
use site_agent_app::admin::account::{
    AuditLine, Invitation, Person, Refusal, Role, Shown, SignedIn,
};
use site_agent_app::ports::{Audit, People, StoreError};

use super::Gatekeeper;
use super::gatekeeper::{by, failed, told};
use crate::clock::now_ms;
use crate::store::accounts::{Changed, NewLink};

/// How long an invitation is good.
const INVITATION_MS: i64 = 72 * 60 * 60 * 1000;

#[async_trait]
impl People for Gatekeeper {
    async fn people(&self) -> Result<Vec<Person>, StoreError> {
        self.store.people().await.map_err(|error| told(&error))
    }

    async fn invitations(&self) -> Result<Vec<Invitation>, StoreError> {
        self.store.invitations(now_ms()).await.map_err(|error| told(&error))
    }

    async fn invite(&self, who: &SignedIn, role: Role) -> Result<(), Refusal> {
        let (new, link) = (NewLink::Invitation(role), Link::Invitation(role));
        let path = self.make_link(new, &link, by(who), INVITATION_MS).await.map_err(failed)?;
        self.shown.put(who.session, Shown::Invitation(path), Instant::now());
        Ok(())
    }

    async fn end_invitation(&self, who: &SignedIn, invitation: i64) -> Result<(), Refusal> {
        let ended = self.store.end_invitation(by(who), invitation, now_ms()).await;
        if ended.map_err(failed)? { Ok(()) } else { Err(Refusal::Gone) }
    }

    async fn set_role(&self, who: &SignedIn, account: i64, role: Role) -> Result<(), Refusal> {
        as_told(self.store.set_role(by(who), account, role, now_ms()).await.map_err(failed)?)
    }

    async fn remove(&self, who: &SignedIn, account: i64) -> Result<(), Refusal> {
        as_told(self.store.remove(by(who), account, now_ms()).await.map_err(failed)?)
    }
}

#[async_trait]
impl Audit for Gatekeeper {
    async fn note(&self, who: &SignedIn, what: &str, about: &str) -> Result<(), StoreError> {
        self.store.note(by(who), what, about, now_ms()).await.map_err(|error| told(&error))
    }

    async fn before(&self, id: i64, most: u32) -> Result<Vec<AuditLine>, StoreError> {
        self.store.audit_before(id, most).await.map_err(|error| told(&error))
    }

    async fn after(&self, id: i64, most: u32) -> Result<Vec<AuditLine>, StoreError> {
        self.store.audit_after(id, most).await.map_err(|error| told(&error))
    }
}

fn as_told(changed: Changed) -> Result<(), Refusal> {
    match changed {
        Changed::Yes => Ok(()),
        Changed::Gone => Err(Refusal::Gone),
        Changed::LastOwner => Err(Refusal::LastOwner),
    }
}
