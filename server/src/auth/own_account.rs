//! What people change about their own accounts.

use std::time::Instant;

use async_trait::async_trait;
use secrecy::{ExposeSecret as _, SecretString};
use site_agent_app::admin::account::{Codes, Refusal, Session, Shown, SignedIn};
use site_agent_app::ports::{self, Begun, OwnAccount};

use super::Gatekeeper;
use super::codes;
use super::gatekeeper::{begun, by, failed, told};
use super::password::fits;
use super::token::Token;
use crate::clock::now_ms;
use crate::store::accounts;

#[async_trait]
impl OwnAccount for Gatekeeper {
    async fn change_password(
        &self,
        who: &SignedIn,
        current: &str,
        new: &str,
    ) -> Result<Begun, Refusal> {
        fits(new)?;
        self.ask_again(who, current).await?;
        let password = self.passwords.hash(new).await?;
        let token = Token::random().map_err(failed)?;
        let changed = self.store.change_password(who, &password, &token.hash(), now_ms()).await;
        changed.map_err(failed)?;
        Ok(begun(&token, false))
    }

    async fn sessions(&self, who: &SignedIn) -> Result<Vec<Session>, ports::StoreError> {
        self.store.sessions(who.account, now_ms()).await.map_err(|error| told(&error))
    }

    async fn end_session(&self, who: &SignedIn, session: i64) -> Result<(), Refusal> {
        let ended = self.store.end(who, session, now_ms()).await.map_err(failed)?;
        if ended { Ok(()) } else { Err(Refusal::Gone) }
    }

    async fn end_other_sessions(&self, who: &SignedIn) -> Result<(), Refusal> {
        self.store.end_others(who, now_ms()).await.map_err(failed)
    }

    async fn codes(&self, who: &SignedIn) -> Result<Codes, ports::StoreError> {
        let kept = self.store.codes(who.account).await.map_err(|error| told(&error))?;
        let Some(accounts::Codes { totp, totp_starting, left }) = kept else {
            return Ok(Codes::Off);
        };
        if totp.is_some() {
            return Ok(Codes::On { left });
        }
        let Some(sealed) = totp_starting else { return Ok(Codes::Off) };
        let secret = self.open(who.account, &sealed).map_err(|_| ports::StoreError)?;
        let secret = secret.expose_secret();
        let starting = || {
            let uri = codes::uri(secret, &who.name)?;
            let qr = codes::qr(&uri)?;
            Some(Codes::Starting { secret: secret.to_owned(), uri, qr })
        };
        starting().ok_or(ports::StoreError)
    }

    async fn start_codes(&self, who: &SignedIn, password: &str) -> Result<(), Refusal> {
        self.ask_again(who, password).await?;
        let secret = SecretString::from(codes::secret().map_err(failed)?);
        let sealed = self.seal.seal(secret.expose_secret(), &about(who.account));
        let sealed = sealed.map_err(failed)?;
        self.store.start_codes(who.account, Some(&sealed)).await.map_err(failed)
    }

    async fn cancel_codes(&self, who: &SignedIn) -> Result<(), Refusal> {
        self.store.start_codes(who.account, None).await.map_err(failed)
    }

    async fn turn_codes_on(&self, who: &SignedIn, code: &str) -> Result<(), Refusal> {
        let kept = self.store.codes(who.account).await.map_err(failed)?.ok_or(Refusal::Gone)?;
        let sealed = kept.totp_starting.ok_or(Refusal::Gone)?;
        let secret = self.open(who.account, &sealed)?;
        let step = codes::step(secret.expose_secret(), code, now_seconds());
        let step = step.ok_or(Refusal::WrongCode)?;
        let (shown, hashes) = codes::recovery_codes().map_err(failed)?;
        let (by, account, now) = (by(who), who.account, now_ms());
        let on = self.store.turn_codes_on(by, account, &sealed, step, &hashes, now).await;
        if !on.map_err(failed)? {
            return Err(Refusal::Gone);
        }
        self.shown.put(who.session, Shown::RecoveryCodes(shown), Instant::now());
        Ok(())
    }

    async fn turn_codes_off(&self, who: &SignedIn, password: &str) -> Result<(), Refusal> {
        self.ask_again(who, password).await?;
        self.store.turn_codes_off(by(who), who.account, now_ms()).await.map_err(failed)
    }

    async fn new_recovery_codes(&self, who: &SignedIn, password: &str) -> Result<(), Refusal> {
        self.ask_again(who, password).await?;
        let kept = self.store.codes(who.account).await.map_err(failed)?;
        if kept.is_none_or(|kept| kept.totp.is_none()) {
            return Err(Refusal::Gone);
        }
        let (shown, hashes) = codes::recovery_codes().map_err(failed)?;
        let made = self.store.new_recovery_codes(by(who), who.account, &hashes, now_ms()).await;
        made.map_err(failed)?;
        self.shown.put(who.session, Shown::RecoveryCodes(shown), Instant::now());
        Ok(())
    }

    fn shown(&self, who: &SignedIn) -> Option<Shown> {
        self.shown.of(who.session, Instant::now())
    }
}

impl Gatekeeper {
    /// Asks for the password once more: an unlocked screen is not its owner. Slowed down like
    /// signing in.
    async fn ask_again(&self, who: &SignedIn, password: &str) -> Result<(), Refusal> {
        let key = format!("{}\n{}", who.account, who.session);
        self.of_names.begin(&key, Instant::now()).map_err(Refusal::Wait)?;
        let account = self.store.by_name(&who.name).await.map_err(failed)?;
        let hash = account.map(|account| account.password);
        if self.passwords.is_right(password, hash).await? {
            self.of_names.forgive(&key);
            return Ok(());
        }
        let what = accounts::What::WrongPassword.as_str();
        self.store.note(by(who), what, "", now_ms()).await.map_err(failed)?;
        Err(Refusal::WrongPassword)
    }

    /// Opens an account's secret.
    pub(super) fn open(&self, account: i64, sealed: &[u8]) -> Result<SecretString, Refusal> {
        self.seal.open(sealed, &about(account)).map_err(failed)
    }
}

/// What a secret is sealed for.
fn about(account: i64) -> String {
    format!("codes of account {account}")
}

/// Seconds since 1970.
pub(super) fn now_seconds() -> u64 {
    u64::try_from(now_ms() / 1_000).unwrap_or_default()
}
