//! What decides who gets in: passwords, sessions, links.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use secrecy::ExposeSecret as _;
use site_agent_app::admin::account::link::Link;
use site_agent_app::admin::account::{Caller, HalfIn, Refusal, SignedIn};
use site_agent_app::ports::{self, Accounts, Begun};

use super::codes;
use super::delays::Delays;
use super::own_account::now_seconds;
use super::password::{Passwords, fits};
use super::shown::ShownOnce;
use super::token::{self, Token};
use crate::clock::now_ms;
use crate::seal::Seal;
use crate::store::StoreError;
use crate::store::accounts::{Account, AccountStore, By, Found, Joined, NewLink, NewSession, What};

/// The longest that a wrong password makes one wait.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// The same for a wrong code: there are few codes, and whoever tries them knows the password.
const LONGEST_WAIT_FOR_CODES: Duration = Duration::from_mins(5);
/// Who does what a command on the machine does, in the audit log.
const MACHINE: &str = "the program's machine";
/// How long the link for the first account is good.
const SET_UP_MS: i64 = 60 * 60 * 1000;
/// How long a link for a new password is good.
const RESET_MS: i64 = 60 * 60 * 1000;
/// The longest name.
const LONGEST_NAME: usize = 40;

/// Knows the accounts and lets their people in.
#[derive(Debug)]
pub struct Gatekeeper {
    pub(super) store: AccountStore,
    pub(super) passwords: Passwords,
    /// Seals the secrets of code generators.
    pub(super) seal: Seal,
    pub(super) shown: ShownOnce,
    /// Tries of an address, whatever name it tried.
    of_addresses: Delays<String>,
    /// Tries of a name, wherever they come from; but not from where its owner was signed in before.
    pub(super) of_names: Delays<String>,
    /// Codes that an account whose password is known was tried with.
    of_codes: Delays<i64>,
}

impl Gatekeeper {
    /// A gatekeeper for these accounts.
    pub fn new(store: AccountStore, seal: Seal) -> Self {
        Self {
            store,
            passwords: Passwords::default(),
            seal,
            shown: ShownOnce::default(),
            of_addresses: Delays::new(LONGEST_WAIT),
            of_names: Delays::new(LONGEST_WAIT),
            of_codes: Delays::new(LONGEST_WAIT_FOR_CODES),
        }
    }

    /// Makes the link for the first account: its path, or `None` where there is an account.
    pub async fn set_up_link(&self) -> Result<Option<String>, StoreError> {
        if self.store.are_there().await? {
            return Ok(None);
        }
        let by = By { who: "", address: MACHINE };
        self.make_link(NewLink::SetUp, &Link::SetUp, by, SET_UP_MS).await.map(Some)
    }

    /// Makes a link for a new password of the account of that name: its path, or `None` where there
    /// is no such account.
    pub async fn reset_link(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(account) = self.store.by_name(name).await? else { return Ok(None) };
        let by = By { who: &account.name, address: MACHINE };
        let link = Link::Reset(account.name.clone());
        self.make_link(NewLink::Reset(account.id), &link, by, RESET_MS).await.map(Some)
    }

    /// Turns the codes of the account of that name off; false where there is no such account.
    pub async fn disable_codes(&self, name: &str) -> Result<bool, StoreError> {
        let Some(account) = self.store.by_name(name).await? else { return Ok(false) };
        let by = By { who: &account.name, address: MACHINE };
        self.store.turn_codes_off(by, account.id, now_ms()).await?;
        Ok(true)
    }

    /// The names of all accounts.
    pub async fn names(&self) -> Result<Vec<String>, StoreError> {
        self.store.names().await
    }

    /// Makes a link that is good for so long: its path.
    pub(super) async fn make_link(
        &self,
        new: NewLink,
        link: &Link,
        by: By<'_>,
        ms: i64,
    ) -> Result<String, StoreError> {
        let (token, now) = (Token::random()?, now_ms());
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

    /// Whether it is a code of now that was not used yet, or a recovery code; it is used with that.
    async fn is_code(&self, by: &Caller, half: &HalfIn, code: &str) -> Result<bool, Refusal> {
        let account = half.account;
        if let Some(hash) = codes::recovery_hash(code) {
            let by = By { who: &half.name, address: &by.address };
            let used = self.store.use_recovery_code(by, account, &hash, now_ms()).await;
            return used.map_err(failed);
        }
        let kept = self.store.codes(account).await.map_err(failed)?;
        let Some(sealed) = kept.and_then(|kept| kept.totp) else { return Ok(false) };
        let secret = self.open(account, &sealed)?;
        match codes::step(secret.expose_secret(), code, now_seconds()) {
            Some(step) => self.store.use_step(account, step).await.map_err(failed),
            None => Ok(false),
        }
    }

    /// Keeps a password that is known to be right as passwords are kept today. Whoever signs in is
    /// not kept waiting for a try that fails: the next one comes with the next sign-in.
    async fn strengthen(&self, account: &Account, password: &str) {
        match self.passwords.stronger(password, &account.password).await {
            Ok(Some(stronger)) => {
                let kept = self.store.rehash(account.id, &account.password, &stronger).await;
                // That is in the log with this.
                let _ = kept.map_err(|error| told(&error));
            }
            Ok(None) => {}
            Err(refusal) => tracing::warn!(%refusal, "a password was not hashed anew"),
        }
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
        self.strengthen(&account, password).await;
        let token = Token::random().map_err(failed)?;
        let hash = token.hash();
        let session = NewSession { hash: &hash, caller: by, is_half: account.has_codes };
        self.store.begin(account.id, &account.name, session, now_ms()).await.map_err(failed)?;
        Ok(begun(&token, account.has_codes))
    }

    async fn enter_code(&self, by: &Caller, half: &HalfIn, code: &str) -> Result<Begun, Refusal> {
        let now = Instant::now();
        self.of_addresses.begin(&by.address, now).map_err(Refusal::Wait)?;
        self.of_codes.begin(&half.account, now).map_err(Refusal::Wait)?;
        if !self.is_code(by, half, code).await? {
            let wrong = By { who: &half.name, address: &by.address };
            let what = What::WrongCode.as_str();
            self.store.note(wrong, what, "", now_ms()).await.map_err(failed)?;
            return Err(Refusal::WrongCode);
        }
        self.of_addresses.forgive(&by.address);
        self.of_codes.forgive(&half.account);
        let token = Token::random().map_err(failed)?;
        let hash = token.hash();
        let session = NewSession { hash: &hash, caller: by, is_half: false };
        let is_whole = self.store.complete(half, session, now_ms()).await.map_err(failed)?;
        if is_whole { Ok(begun(&token, false)) } else { Err(Refusal::Expired) }
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

pub(super) fn begun(token: &Token, is_half: bool) -> Begun {
    Begun { token: token.reveal().to_owned(), is_half }
}

/// Who is noted for what somebody signed in does.
pub(super) fn by(who: &SignedIn) -> By<'_> {
    By { who: &who.name, address: &who.address }
}

/// ASCII only: two names that look alike are the same name.
fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+@".contains(&b))
}

/// Keeps the cause for the owner of the log, and hands on that there was one.
pub(super) fn failed<E: std::error::Error + 'static>(error: E) -> Refusal {
    told(&error);
    Refusal::Store
}

pub(super) fn told<E: std::error::Error + 'static>(error: &E) -> ports::StoreError {
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
