//! What decides who gets in: passwords, sessions, links.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use site_agent_app::admin::account::link::Link;
use site_agent_app::admin::account::{Caller, Refusal, SignedIn};
use site_agent_app::ports::{self, Accounts, Begun};

use super::delays::Delays;
use super::password::{Passwords, fits};
use super::token::{self, Token};
use crate::clock::now_ms;
use crate::store::StoreError;
use crate::store::accounts::{AccountStore, By, Found, Joined, NewLink, NewSession, What};

/// The longest that a wrong password makes one wait.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// How long the link for the first account is good.
const SET_UP_MS: i64 = 60 * 60 * 1000;
/// How long a link for a new password is good.
const RESET_MS: i64 = 60 * 60 * 1000;
/// The longest name.
const LONGEST_NAME: usize = 40;

/// Knows the accounts and lets their people in.
#[derive(Debug)]
pub struct Gatekeeper {
    store: AccountStore,
    passwords: Passwords,
    /// Tries of an address, whatever name it tried.
    of_addresses: Delays<String>,
    /// Tries of a name, wherever they come from; but not from where its owner was signed in before.
    of_names: Delays<String>,
}

impl Gatekeeper {
    /// A gatekeeper for these accounts.
    pub fn new(store: AccountStore) -> Self {
        Self {
            store,
            passwords: Passwords::default(),
            of_addresses: Delays::new(LONGEST_WAIT),
            of_names: Delays::new(LONGEST_WAIT),
        }
    }

    /// Makes the link for the first account: its path, or `None` where there is an account.
    pub async fn set_up_link(&self) -> Result<Option<String>, StoreError> {
        if self.store.are_there().await? {
            return Ok(None);
        }
        self.make_link(NewLink::SetUp, &Link::SetUp, SET_UP_MS).await.map(Some)
    }

    /// Makes a link for a new password of the account of that name: its path, or `None` where there
    /// is no such account.
    pub async fn reset_link(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(account) = self.store.by_name(name).await? else { return Ok(None) };
        let link = Link::Reset(account.name);
        self.make_link(NewLink::Reset(account.id), &link, RESET_MS).await.map(Some)
    }

    async fn make_link(&self, new: NewLink, link: &Link, ms: i64) -> Result<String, StoreError> {
        let token = Token::random()?;
        let who = match link {
            Link::Reset(name) => name,
            Link::SetUp | Link::Invitation(_) => "",
        };
        let by = By { who, address: "the program's machine" };
        let now = now_ms();
        self.store.make_link(&token.hash(), new, by, now, now + ms).await?;
        Ok(link.path(token.reveal()))
    }

    /// What the token that somebody sent is good for.
    pub(crate) async fn found(&self, token: &str, address: &str) -> Result<Option<Found>, Refusal> {
        self.store.session(&token::hash(token), address, now_ms()).await.map_err(failed)
    }

    /// Whether a try may begin now.
    async fn may_try(&self, by: &Caller, name: &str) -> Result<(), Refusal> {
        let now = Instant::now();
        self.of_addresses.begin(&by.address, now).map_err(Refusal::Wait)?;
        // Strangers who try an account's password do not keep its owner out.
        if self.store.knows(name, &by.address).await.map_err(failed)? {
            return Ok(());
        }
        self.of_names.begin(&name.to_lowercase(), now).map_err(Refusal::Wait)
    }

    fn forgive(&self, by: &Caller, name: &str) {
        self.of_addresses.forgive(&by.address);
        self.of_names.forgive(&name.to_lowercase());
    }
}

#[async_trait]
impl Accounts for Gatekeeper {
    async fn are_there(&self) -> Result<bool, ports::StoreError> {
        self.store.are_there().await.map_err(|error| told(&error))
    }

    async fn log_in(&self, by: &Caller, name: &str, password: &str) -> Result<Begun, Refusal> {
        let name = name.trim();
        if !is_name(name) {
            return Err(Refusal::WrongLogin);
        }
        self.may_try(by, name).await?;
        let account = self.store.by_name(name).await.map_err(failed)?;
        let hash = account.as_ref().map(|account| account.password.clone());
        let is_right = self.passwords.is_right(password, hash).await?;
        let Some(account) = account else { return Err(Refusal::WrongLogin) };
        if !is_right {
            let wrong = By { who: &account.name, address: &by.address };
            let what = What::WrongPassword.as_str();
            self.store.note(wrong, what, "", now_ms()).await.map_err(failed)?;
            return Err(Refusal::WrongLogin);
        }
        self.forgive(by, name);
        let token = Token::random().map_err(failed)?;
        let hash = token.hash();
        let session = NewSession { hash: &hash, caller: by, is_half: account.has_codes };
        self.store.begin(account.id, &account.name, session, now_ms()).await.map_err(failed)?;
        Ok(begun(&token, account.has_codes))
    }

    async fn log_out(&self, who: &SignedIn) -> Result<(), Refusal> {
        self.store.sign_out(who, now_ms()).await.map_err(failed)
    }

    async fn link(&self, token: &str) -> Result<Option<Link>, ports::StoreError> {
        let found = self.store.link(&token::hash(token), now_ms()).await;
        Ok(found.map_err(|error| told(&error))?.map(|found| found.link))
    }

    async fn join(
        &self,
        by: &Caller,
        link: &str,
        name: &str,
        password: &str,
    ) -> Result<Begun, Refusal> {
        let link = token::hash(link);
        // Before any work is done for somebody who has no link.
        if self.store.link(&link, now_ms()).await.map_err(failed)?.is_none() {
            return Err(Refusal::Link);
        }
        let name = name.trim();
        if !is_name(name) {
            return Err(Refusal::Name);
        }
        let password = self.passwords.hash(password).await?;
        let token = Token::random().map_err(failed)?;
        let hash = token.hash();
        let session = NewSession { hash: &hash, caller: by, is_half: false };
        let joined = self.store.join(&link, name, &password, session, now_ms()).await;
        match joined.map_err(failed)? {
            Joined::Yes => Ok(begun(&token, false)),
            Joined::NoLink => Err(Refusal::Link),
            Joined::NameTaken => Err(Refusal::NameTaken),
        }
    }

    async fn reset(&self, by: &Caller, link: &str, password: &str) -> Result<(), Refusal> {
        let link = token::hash(link);
        if self.store.link(&link, now_ms()).await.map_err(failed)?.is_none() {
            return Err(Refusal::Link);
        }
        fits(password)?;
        let password = self.passwords.hash(password).await?;
        let is_done = self.store.reset(&link, &password, &by.address, now_ms()).await;
        if is_done.map_err(failed)? { Ok(()) } else { Err(Refusal::Link) }
    }
}

fn begun(token: &Token, is_half: bool) -> Begun {
    Begun { token: token.reveal().to_owned(), is_half }
}

/// ASCII only: two names that look alike are the same name.
fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+@".contains(&b))
}

/// Keeps the cause for the owner of the log, and hands on that there was one.
fn failed<E: std::error::Error + 'static>(error: E) -> Refusal {
    told(&error);
    Refusal::Store
}

fn told<E: std::error::Error + 'static>(error: &E) -> ports::StoreError {
    tracing::error!(error = error as &dyn std::error::Error, "the accounts' store failed");
    ports::StoreError
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn a_name_is_plain_and_short() {
        for good in ["a", "Ada", "ada.l+x_1-2@shop.example", &"n".repeat(40)] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", " ", "a b", "<b>", "аda", "a\n", "a\u{202e}b", &"n".repeat(41)] {
            assert!(!is_name(bad), "{bad:?}");
        }
    }
}
