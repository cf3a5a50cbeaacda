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
pub use member::nth_word;
pub use member::{Members, put};
#[doc(hidden)]
pub use name::{camel, camel_length, kebab, kebab_length, text};
pub(crate) use value::{Raw, read_items};

use crate::json::{self, Value};

/// The way out: straight into text.
pub trait Write {
    /// Writes compact JSON; nothing for an optional without a value, which is no member of its
    /// object.
    fn write(&self, out: &mut String);
}

/// Compact JSON text of anything that goes out.
#[must_use]
pub fn text_of(it: &dyn Write) -> String {
    let mut text = String::new();
    it.write(&mut text);
    text
}

/// The way in. A value is read into a blank that is already where it belongs, so that all types
/// share the code that walks an object; see [`Members`].
pub trait Read {
    /// What a value is read into.
    fn blank() -> Self
    where
        Self: Sized;

    /// Reads a value into a blank. After an error what it holds is of no use.
    fn read(&mut self, value: &Value) -> Result<(), WireError>;

    /// Whether it may be absent where it is a member, and then stays blank.
    fn is_optional(&self) -> bool {
        false
    }
}

/// A type that crosses as JSON, both ways.
pub trait Wire: Read + Write + Sized {
    /// Compact JSON text.
    fn to_text(&self) -> String {
        text_of(self)
    }

    /// The value that stands for this.
    fn to_value(&self) -> Value {
        json::parse(&self.to_text()).unwrap_or_default()
    }

    /// Reads it back.
    fn from_value(value: &Value) -> Result<Self, WireError> {
        let mut read = Self::blank();
        read.read(value).map(|()| read)
    }

    /// Reads JSON text.
    fn from_text(text: &str) -> Result<Self, WireError> {
        Self::from_value(&json::parse(text)?)
    }
}

impl<T: Read + Write> Wire for T {}
