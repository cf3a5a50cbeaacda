//! Secrets at rest: what the database keeps of a provider's key and its like is sealed with a key
//! that lies beside it, in a file of its own for this user's eyes only, or that comes with the
//! configuration. A copy of the database, or a backup of it, opens nothing.
//!
//! Each secret is sealed *for* something (`about`): moved to another row, or asked for in another
//! role, it does not open.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use secrecy::SecretString;
use thiserror::Error;

use crate::config::Config;
use crate::random::random;

const FILE: &str = "secret.key";
const KEY: usize = 32;
const NONCE: usize = 24;

/// Seals and opens.
#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

/// Why something cannot be sealed or opened.
#[derive(Debug, Error)]
pub enum SealError {
    /// The key's file cannot be read or made.
    #[error("the key file {} cannot be used: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file holds something else.
    #[error("the key file {} does not hold a key of 32 bytes; bring back the one that was made with this data", file.display())]
    NoKey {
        /// The file.
        file: PathBuf,
    },
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    Random,
    /// It was sealed with another key, for something else, or was changed.
    #[error("it was sealed with another key, or changed since")]
    Foreign,
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

impl Seal {
    /// The seal of a program: with the key that was set, else with that of the data folder.
    pub fn with(config: &Config) -> Result<Self, SealError> {
        match &config.secret_key {
            Some(key) => Ok(Self(XChaCha20Poly1305::new(key.reveal().into()))),
            None => Self::of(&config.folders.data),
        }
    }

    /// The seal of a data folder, whose key is made the first time.
    pub fn of(folder: &Path) -> Result<Self, SealError> {
        let file = folder.join(FILE);
        let failed = |source| SealError::File { file: file.clone(), source };
        let key = match fs::read(&file) {
            Ok(key) => key,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = random::<KEY>().map_err(|_| SealError::Random)?;
                make(&file, &key).map_err(failed)?;
                key.to_vec()
            }
            Err(error) => return Err(failed(error)),
        };
        let cipher = XChaCha20Poly1305::new_from_slice(&key);
        cipher.map(Self).map_err(|_| SealError::NoKey { file: file.clone() })
    }

    /// Seals a secret for what it is about.
    pub fn seal(&self, secret: &str, about: &str) -> Result<Vec<u8>, SealError> {
        let nonce = random::<NONCE>().map_err(|_| SealError::Random)?;
        let payload = Payload { msg: secret.as_bytes(), aad: about.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| SealError::Foreign)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what was sealed for the same.
    pub fn open(&self, sealed: &[u8], about: &str) -> Result<SecretString, SealError> {
        let (nonce, text) = sealed.split_first_chunk::<NONCE>().ok_or(SealError::Foreign)?;
        let payload = Payload { msg: text, aad: about.as_bytes() };
        let secret = self.0.decrypt(&XNonce::from(*nonce), payload);
        let secret = secret.ok().and_then(|secret| String::from_utf8(secret).ok());
        secret.map(SecretString::from).ok_or(SealError::Foreign)
    }
}

/// Whole or not at all: half a key would lock out everything that comes after it.
fn make(file: &Path, key: &[u8]) -> io::Result<()> {
    let draft = file.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut writer = options.open(&draft)?;
    writer.write_all(key)?;
    writer.sync_all()?;
    fs::rename(&draft, file)
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    fn seal() -> (Seal, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        (Seal::of(folder.path()).expect("a seal"), folder)
    }

    #[test]
    fn what_was_sealed_opens_again_also_after_a_restart() {
        let (seal, folder) = seal();
        let sealed = seal.seal("sk-1", "widget wk_1").expect("sealed");
        assert!(!sealed.windows(4).any(|part| part == b"sk-1"));
        assert_ne!(sealed, seal.seal("sk-1", "widget wk_1").expect("sealed"), "a nonce each time");
        let again = Seal::of(folder.path()).expect("the same seal");
        assert_eq!(again.open(&sealed, "widget wk_1").expect("opened").expose_secret(), "sk-1");
    }

    #[test]
    fn it_opens_for_nothing_else_with_no_other_key_and_not_when_changed() {
        let (seal, _folder) = seal();
        let sealed = seal.seal("sk-1", "widget wk_1").expect("sealed");
        assert!(seal.open(&sealed, "widget wk_2").is_err());
        assert!(self::seal().0.open(&sealed, "widget wk_1").is_err());
        for at in [0, NONCE, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(seal.open(&changed, "widget wk_1").is_err(), "byte {at}");
        }
        assert!(seal.open(&sealed[..NONCE - 1], "widget wk_1").is_err());
    }

    #[test]
    fn a_key_that_was_set_is_used_and_lies_nowhere() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = folder.path().display().to_string();
        let with = |key: &str| {
            let variables = [("SITE_AGENT_SECRET_KEY", key), ("SITE_AGENT_DATA_DIR", &data)];
            let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
            Seal::with(&Config::load(None, variables).expect("good")).expect("a seal")
        };
        let sealed = with(&"a1".repeat(32)).seal("sk-1", "widget wk_1").expect("sealed");
        let again = with(&"A1".repeat(32)).open(&sealed, "widget wk_1");
        assert_eq!(again.expect("opened").expose_secret(), "sk-1");
        assert!(with(&"b2".repeat(32)).open(&sealed, "widget wk_1").is_err());
        assert!(Seal::of(folder.path()).expect("another").open(&sealed, "widget wk_1").is_err());
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder").count(),
            1,
            "that of the other"
        );
    }

    #[cfg(unix)]
    #[test]
    fn the_key_is_for_this_users_eyes_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_seal, folder) = seal();
        let meta = fs::metadata(folder.path().join(FILE)).expect("the file");
        assert_eq!((meta.permissions().mode() & 0o777, meta.len()), (0o600, 32));
    }

    #[test]
    fn a_file_that_holds_no_key_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join(FILE), "short").expect("written");
        assert!(matches!(Seal::of(folder.path()), Err(SealError::NoKey { .. })));
        assert_eq!(fs::read(folder.path().join(FILE)).expect("read"), b"short");
    }
}
