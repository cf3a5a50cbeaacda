//! What the shop says when it was asked to do something, and what it cannot say.

use serde::{Deserialize, Serialize};
use server_fn::codec::JsonEncoding;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};

use super::cart::Cart;
use crate::fault;

/// An answer in words that say the state of things, and that state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// For people and models alike.
    pub text: String,
    /// True when what was asked for was not done.
    pub is_error: bool,
    /// The cart as it is now, where it was looked at.
    pub cart: Option<Cart>,
    /// The order that was placed.
    pub placed: Option<Placed>,
}

/// An order that was just placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// `LD-1042`.
    pub name: String,
    /// Its page, with the base in front.
    pub address: String,
}

impl Said {
    /// It was done, or found.
    pub fn done(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// It was not done, for a reason that the words give.
    pub fn refused(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: true, ..Self::default() }
    }

    /// With the cart as it is now.
    #[must_use]
    pub fn with_cart(self, cart: Cart) -> Self {
        Self { cart: Some(cart), ..self }
    }
}

/// The shop could not answer at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShopFault {
    /// What came in is not what the form or tool sends.
    BadInput,
    /// The store failed.
    Store,
    /// The server was not reached, or its answer was not understood.
    Unreachable,
}

impl ShopFault {
    /// What to tell a person.
    pub fn text(self) -> &'static str {
        match self {
            Self::BadInput => "The shop did not understand that. Check what was entered.",
            Self::Store => "The shop cannot look that up at the moment. Try again in a minute.",
            Self::Unreachable => "The shop was not reached. Check the connection and try again.",
        }
    }
}

impl std::fmt::Display for ShopFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl FromServerFnError for ShopFault {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        if fault::is_unreadable(&error) { Self::BadInput } else { Self::Unreachable }
    }

    #[cfg(feature = "ssr")]
    fn ser(&self) -> bytes::Bytes {
        use http::StatusCode;

        let status = match self {
            Self::BadInput => StatusCode::BAD_REQUEST,
            Self::Store | Self::Unreachable => StatusCode::SERVICE_UNAVAILABLE,
        };
        fault::set_status(status, None);
        serde_json::to_vec(self).unwrap_or_default().into()
    }
}

#[cfg(feature = "ssr")]
impl From<crate::ports::StoreError> for ShopFault {
    fn from(_: crate::ports::StoreError) -> Self {
        Self::Store
    }
}
