//! Why something about an account was not done, as a word for an address, a sentence for a person
//! and a status for a script.

use serde::{Deserialize, Serialize};
use server_fn::codec::JsonEncoding;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use thiserror::Error;

use crate::fault;
use crate::ports::StoreError;

/// Why it was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// No such name, or not its password: which of the two is not said.
    #[error("This name and password do not go together. Nothing else is wrong: try again.")]
    WrongLogin,
    /// The password that was asked for again is not the account's.
    #[error("That is not your current password.")]
    WrongPassword,
    /// Not a code of now, or one that was used before.
    #[error(
        "This code is not valid. Codes change every 30 seconds and work once: wait for the next one, \
         and check that the clock of your phone is right."
    )]
    WrongCode,
    /// Too many failures: come back in so many seconds.
    #[error("Too many tries failed. Wait {0} seconds, then try again.")]
    Wait(u32),
    /// Too many passwords are being checked at once.
    #[error("The program is busy. Try again in a moment.")]
    Busy,
    /// The session ended while the form was open.
    #[error("You were signed out: a session ends after 12 hours without use, or after 30 days.")]
    Expired,
    /// The sign-in was right, but its cookie did not come back.
    #[error(
        "Your name and password were right, but the browser did not send the session's cookie back."
    )]
    CookieLost,
    /// The link was used, is too old, or was never made.
    #[error("This link is no longer valid. Each works once and for a limited time.")]
    Link,
    /// Not a name.
    #[error("A name has 1 to 40 letters, digits and . _ - + @ in it.")]
    Name,
    /// Somebody has the name.
    #[error("Somebody has this name already. Choose another one.")]
    NameTaken,
    /// The password is too short.
    #[error("A password has at least 12 characters. A few unrelated words are easy to remember.")]
    Short,
    /// The password is too long.
    #[error("A password has at most 1,024 bytes.")]
    Long,
    /// The two entries of the new password differ.
    #[error("The two passwords are not the same. Write the new one twice.")]
    Differ,
    /// Nobody would be left to change anything.
    #[error("This is the last owner. Make somebody else an owner first.")]
    LastOwner,
    /// What it is about is gone.
    #[error("That is not there any more. Look at the list again.")]
    Gone,
    /// The form was not one of ours.
    #[error("The form could not be read. Fill it in again.")]
    Form,
    /// Not what days and runs can be.
    #[error("Write whole numbers: up to 36,500 days and 100,000,000 runs. 0 is no bound.")]
    Retention,
    /// Only owners may do this.
    #[error("Only an owner may do this.")]
    OwnersOnly,
    /// The store failed.
    #[error("The program cannot look that up at the moment. Try again in a minute.")]
    Store,
}

/// Each but the one with a number.
const PLAIN: [(Refusal, &str); 18] = [
    (Refusal::WrongLogin, "wrong-login"),
    (Refusal::WrongPassword, "wrong-password"),
    (Refusal::WrongCode, "wrong-code"),
    (Refusal::Busy, "busy"),
    (Refusal::Expired, "expired"),
    (Refusal::CookieLost, "cookie-lost"),
    (Refusal::Link, "link"),
    (Refusal::Name, "name"),
    (Refusal::NameTaken, "name-taken"),
    (Refusal::Short, "short"),
    (Refusal::Long, "long"),
    (Refusal::Differ, "differ"),
    (Refusal::LastOwner, "last-owner"),
    (Refusal::Gone, "gone"),
    (Refusal::Form, "form"),
    (Refusal::Retention, "retention"),
    (Refusal::OwnersOnly, "owners-only"),
    (Refusal::Store, "store"),
];

impl Refusal {
    /// The word for an address.
    pub fn word(self) -> String {
        if let Self::Wait(seconds) = self {
            return format!("wait-{seconds}");
        }
        PLAIN.iter().find(|(refusal, _)| *refusal == self).map_or("", |(_, word)| word).to_owned()
    }

    /// The refusal of a word.
    pub fn parse(word: &str) -> Option<Self> {
        if let Some(seconds) = word.strip_prefix("wait-") {
            return seconds.parse().ok().filter(|&s| s <= 3_600).map(Self::Wait);
        }
        PLAIN.iter().find(|(_, known)| *known == word).map(|(refusal, _)| *refusal)
    }

    /// What a script is told.
    pub fn status(self) -> http::StatusCode {
        use http::StatusCode;

        match self {
            Self::WrongLogin | Self::WrongCode | Self::Expired | Self::CookieLost => {
                StatusCode::UNAUTHORIZED
            }
            Self::WrongPassword | Self::OwnersOnly => StatusCode::FORBIDDEN,
            Self::Wait(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy | Self::Store => StatusCode::SERVICE_UNAVAILABLE,
            Self::Link => StatusCode::GONE,
            Self::Gone => StatusCode::NOT_FOUND,
            Self::NameTaken | Self::LastOwner => StatusCode::CONFLICT,
            Self::Name | Self::Short | Self::Long | Self::Differ | Self::Form | Self::Retention => {
                StatusCode::BAD_REQUEST
            }
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

impl FromServerFnError for Refusal {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(_: ServerFnErrorErr) -> Self {
        Self::Form
    }

    fn ser(&self) -> bytes::Bytes {
        let retry_after = match self {
            Self::Wait(seconds) => Some(u64::from(*seconds)),
            _ => None,
        };
        fault::set_status(self.status(), retry_after);
        let error = serde_json::json!({ "code": self.word(), "message": self.to_string() });
        serde_json::json!({ "error": error }).to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_leads_back_to_its_refusal() {
        for refusal in PLAIN.iter().map(|(refusal, _)| *refusal).chain([Refusal::Wait(32)]) {
            assert_eq!(Refusal::parse(&refusal.word()), Some(refusal));
        }
        assert_eq!(Refusal::parse("wait-999999999"), None);
        assert_eq!(Refusal::parse("<b>"), None);
    }
}
