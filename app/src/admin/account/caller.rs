//! Who asks. The server puts these on every request below `/admin` and `/api/fn/admin`, and nobody
//! else makes them.

use http::request::Parts;
use leptos::prelude::use_context;

use super::role::Role;

/// Where a request comes from, whoever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The client's address, an IPv6 household as one: `203.0.113.9`, `2001:db8:1:2::`.
    pub address: String,
    /// What the browser says it is, cut.
    pub browser: String,
}

/// Somebody with an account, and the session that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The account's id.
    pub account: i64,
    /// The account's name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// The session's id.
    pub session: i64,
    /// Where the request comes from.
    pub address: String,
}

/// Somebody whose password was right, and whose code is still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfIn {
    /// The account's id.
    pub account: i64,
    /// The account's name.
    pub name: String,
    /// The session's id.
    pub session: i64,
}

impl SignedIn {
    /// Who asks for this page or function; `None` only where the server lets anybody in.
    pub fn here() -> Option<Self> {
        of_request()
    }

    /// Whether this is an owner: others are shown no button that only owners may press.
    pub fn is_owner(&self) -> bool {
        self.role == Role::Owner
    }
}

impl HalfIn {
    /// Who is half-way in.
    pub fn here() -> Option<Self> {
        of_request()
    }
}

impl Caller {
    /// Where this request comes from.
    pub fn here() -> Option<Self> {
        of_request()
    }
}

fn of_request<T: Clone + Send + Sync + 'static>() -> Option<T> {
    use_context::<Parts>()?.extensions.get::<T>().cloned()
}
