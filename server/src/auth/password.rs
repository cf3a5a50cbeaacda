//! Passwords: what may be one, and their argon2id hashes, made off the async threads and only a few
//! at a time. One hash takes 19 MiB of memory and some tens of milliseconds of a core: a hundred
//! at once would be two gigabytes.

use std::sync::Arc;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use secrecy::{ExposeSecret as _, SecretString};
use site_agent_app::admin::account::Refusal;
use tokio::sync::Semaphore;

/// Characters of the shortest password.
const FEWEST: usize = 12;
/// Bytes of the longest one.
const MOST: usize = 1_024;
const AT_ONCE: usize = 2;
/// Whoever waits longer for a turn is told to come back.
const PATIENCE: Duration = Duration::from_secs(10);

/// Makes and checks hashes.
#[derive(Clone, Debug)]
pub(super) struct Passwords {
    turns: Arc<Semaphore>,
    patience: Duration,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)), patience: PATIENCE }
    }
}

/// Whether it may become somebody's password. Long ones are taken whole, never cut.
pub(super) fn fits(password: &str) -> Result<(), Refusal> {
    if password.chars().count() < FEWEST {
        Err(Refusal::Short)
    } else if password.len() > MOST {
        Err(Refusal::Long)
    } else {
        Ok(())
    }
}

impl Passwords {
    /// The hash of a password, as a PHC string with a salt of its own.
    pub(super) async fn hash(&self, password: &str) -> Result<String, Refusal> {
        fits(password)?;
        self.work(password, |password| {
            Argon2::default().hash_password(password).map(|hash| hash.to_string()).ok()
        })
        .await?
        .ok_or(Refusal::Store)
    }

    /// The hash that a password gets today, where the one that it has was made with less work.
    pub(super) async fn stronger(
        &self,
        password: &str,
        hash: &str,
    ) -> Result<Option<String>, Refusal> {
        if is_strong(hash) {
            return Ok(None);
        }
        self.work(password, |password| {
            Argon2::default().hash_password(password).map(|hash| hash.to_string()).ok()
        })
        .await
    }

    /// Whether it is the password of a hash. Without a hash it is not, and that takes as long, so
    /// that nobody learns by the clock which names there are.
    pub(super) async fn is_right(
        &self,
        password: &str,
        hash: Option<String>,
    ) -> Result<bool, Refusal> {
        // No password is this long, so nothing is learnt by answering at once.
        if password.len() > MOST {
            return Ok(false);
        }
        self.work(password, move |password| {
            if let Some(hash) = hash {
                return Argon2::default().verify_password(password, hash.as_str()).is_ok();
            }
            let _ = Argon2::default().hash_password(password);
            false
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        password: &str,
        work: impl FnOnce(&[u8]) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn =
            tokio::time::timeout(self.patience, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.map_err(|_| Refusal::Busy)?.map_err(|_| Refusal::Busy)?;
        let password = SecretString::from(password);
        let worked = tokio::task::spawn_blocking(move || {
            let worked = work(password.expose_secret().as_bytes());
            // Held until it is done, also when nobody waits any more.
            drop(turn);
            worked
        });
        match worked.await {
            Ok(worked) => Ok(worked),
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        }
    }
}

/// Whether a hash took at least the work that one takes today: `$argon2id$v=19$m=…,t=…,p=…$…`.
fn is_strong(hash: &str) -> bool {
    let today = Argon2::default();
    let mut parts = hash.split('$').skip(1);
    let (Some("argon2id"), Some("v=19"), Some(costs)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let cost = |name: &str| {
        let cost = costs.split(',').find_map(|cost| cost.strip_prefix(name)?.strip_prefix('='));
        cost.and_then(|cost| cost.parse::<u32>().ok()).unwrap_or(0)
    };
    cost("m") >= today.params().m_cost() && cost("t") >= today.params().t_cost()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_twelve_characters_to_a_thousand_bytes() {
        assert_eq!(fits("eleven char"), Err(Refusal::Short));
        // Characters, not bytes: twelve of another script are as good.
        assert_eq!(fits("пароль-слово"), Ok(()));
        assert_eq!(fits(&"a".repeat(1_024)), Ok(()));
        assert_eq!(fits(&"a".repeat(1_025)), Err(Refusal::Long));
    }

    #[tokio::test]
    async fn a_hash_knows_its_password_to_the_last_byte() {
        let passwords = Passwords::default();
        let long = "ä".repeat(512);
        let hash = passwords.hash(&long).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(passwords.is_right(&long, Some(hash.clone())).await, Ok(true));
        let other = format!("{}ö", "ä".repeat(511));
        assert_eq!(passwords.is_right(&other, Some(hash.clone())).await, Ok(false));
        assert_eq!(passwords.is_right(&format!("{long}!"), Some(hash)).await, Ok(false));
        assert_eq!(passwords.is_right(&long, None).await, Ok(false));
    }

    #[tokio::test]
    async fn only_a_hash_that_took_less_work_is_made_anew() {
        let passwords = Passwords::default();
        let rest = "p=1$c29tZXNhbHQ$aGFzaA";
        for (hash, is_old) in [
            (format!("$argon2id$v=19$m=19456,t=2,{rest}"), false),
            (format!("$argon2id$v=19$m=65536,t=3,{rest}"), false),
            (format!("$argon2id$v=19$m=8192,t=2,{rest}"), true),
            (format!("$argon2id$v=19$m=65536,t=1,{rest}"), true),
            (format!("$argon2i$v=19$m=19456,t=2,{rest}"), true),
            (format!("$argon2id$v=16$m=19456,t=2,{rest}"), true),
            ("nothing of ours".to_owned(), true),
        ] {
            assert_eq!(is_strong(&hash), !is_old, "{hash}");
        }
        let today = passwords.hash("correct horse battery").await.expect("a hash");
        assert_eq!(passwords.stronger("correct horse battery", &today).await, Ok(None));
        let anew = passwords.stronger("short", "$argon2id$v=19$m=8,t=1,p=1$c$d").await;
        assert!(is_strong(&anew.expect("worked").expect("a hash")), "as it was accepted then");
    }

    #[tokio::test]
    async fn the_same_password_never_has_the_same_hash() {
        let passwords = Passwords::default();
        let one = passwords.hash("correct horse battery").await;
        assert_ne!(one, passwords.hash("correct horse battery").await);
    }

    #[tokio::test]
    async fn whoever_waits_too_long_for_a_turn_is_told_so() {
        let patience = Duration::from_millis(10);
        let passwords = Passwords { patience, ..Passwords::default() };
        let all = u32::try_from(AT_ONCE).expect("few");
        let _taken = Arc::clone(&passwords.turns).acquire_many_owned(all).await.expect("turns");
        assert_eq!(passwords.is_right("whatever it is", None).await, Err(Refusal::Busy));
    }
}
