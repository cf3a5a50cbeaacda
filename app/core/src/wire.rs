//! What crosses: one declaration gives a type and both directions between it and JSON.
//!
//! Snapshots, traces, the protocol, the public events and everything between JavaScript and wasm
//! are declared with [`wire!`](crate::wire!), so that reading and writing cannot drift apart.
//! Fields cross under their names in camelCase, variants under theirs in kebab-case, both made at
//! compile time; `as "name"` gives another. An `Option` is left out when it is `None`, and reads
//! as `None` when it is absent or `null`; `= value` does the same for a field with a default.
//! Unknown members are ignored. What does not fit is a [`WireError`] that names the place.
//!
//! ```
//! use site_agent_core::wire;
//! use site_agent_core::wire::Wire;
//!
//! wire! {
//!     /// A record: an object on the wire.
//!     #[derive(Clone, Debug, PartialEq)]
//!     pub struct Person {
//!         /// `fullName`
//!         pub full_name: String,
//!         /// `type`, since the name was taken.
//!         pub kind as "type": Kind,
//!         /// Left out when there is none.
//!         pub nick: Option<String>,
//!         /// Left out when it is 1.
//!         pub visits: u32 = 1,
//!     }
//! }
//! wire! {
//!     /// A set of words: `regular`, `first-timer`. It gains `as_str`, `parse` and `ALL`.
//!     #[derive(Clone, Copy, Debug, PartialEq)]
//!     pub enum Kind {
//!         /// Comes often.
//!         Regular,
//!         /// Never came before.
//!         FirstTimer,
//!     }
//! }
//! wire! {
//!     /// Variants with fields of their own, told apart by `type`; `else` keeps those that this
//!     /// version does not know, whole.
//!     #[derive(Clone, Debug, PartialEq)]
//!     pub enum Step by "type" {
//!         /// `{"type":"came","person":{…}}`
//!         Came { person: Person },
//!         /// `{"type":"left-early"}`
//!         LeftEarly,
//!     }
//!     else Other
//! }
//! wire! {
//!     /// As the thing inside.
//!     #[derive(Clone, Copy, Debug, PartialEq)]
//!     pub struct Count(pub u32);
//! }
//!
//! let text = r#"{"type":"came","person":{"fullName":"Ada","type":"first-timer"}}"#;
//! let step = Step::from_text(text).unwrap();
//! assert_eq!(step.to_text(), text);
//! let Step::Came { person } = step else { panic!("she came") };
//! assert_eq!((person.kind, person.nick, person.visits), (Kind::FirstTimer, None, 1));
//!
//! let wrong = Step::from_text(r#"{"type":"came","person":{"fullName":7}}"#).unwrap_err();
//! assert_eq!(wrong.to_string(), "/person/fullName: expected a string, got a number");
//! ```

mod error;
mod macros;
mod member;
mod name;
mod value;

pub use error::WireError;
#[doc(hidden)]
pub use member::{nth_word, object_of, put, tag_of, take, take_or, untagged};
#[doc(hidden)]
pub use name::{camel, camel_length, kebab, kebab_length, text};

use crate::json::{self, Object, Value};

/// A type that crosses as JSON.
pub trait Wire: Sized {
    /// The value that stands for this.
    fn to_value(&self) -> Value;

    /// Reads it back.
    fn from_value(value: &Value) -> Result<Self, WireError>;

    /// Writes this as a member; an absent optional writes none.
    fn put(&self, object: &mut Object, key: &str) {
        object.insert(key, self.to_value());
    }

    /// What an absent member stands for; `None` where it must be there.
    fn absent() -> Option<Self> {
        None
    }

    /// Compact JSON text.
    fn to_text(&self) -> String {
        self.to_value().to_text()
    }

    /// Reads JSON text.
    fn from_text(text: &str) -> Result<Self, WireError> {
        Self::from_value(&json::parse(text)?)
    }
}
