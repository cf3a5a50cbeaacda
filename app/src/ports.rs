//! What the site needs of the server, in the site's own words.
//!
//! The server implements these traits and hands one [`Ports`] to every page and server function
//! as Leptos context. No trait here names a database, a provider or HTTP, and no error of a driver
//! passes through: a page can only learn *that* the store failed.

mod accounts;
mod audit;
mod keeping;
mod own_account;
mod people;
mod replays;
mod traces;
mod widgets;

use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures::Stream;
use thiserror::Error;

pub use accounts::{Accounts, Begun};
pub use audit::Audit;
pub use keeping::Keeping;
pub use own_account::OwnAccount;
pub use people::People;
pub use replays::Replays;
pub use traces::Traces;
pub use widgets::Widgets;

use crate::shop::cart::Cart;
use crate::shop::ids::{CartId, OrderId, Sku};
use crate::shop::order::{Order, Recipient};
use crate::shop::product::{Category, Details, Product, Review, Search};

/// Everything the site asks of the server.
#[derive(Clone)]
pub struct Ports {
    /// The shelves.
    pub catalogue: Arc<dyn Catalogue>,
    /// What visitors mean to buy.
    pub carts: Arc<dyn Carts>,
    /// What they bought.
    pub orders: Arc<dyn Orders>,
    /// Who wants the letter.
    pub newsletter: Arc<dyn Newsletter>,
    /// The model behind `/api/agent`.
    pub agent: Arc<dyn Agent>,
    /// The runs that are kept.
    pub traces: Arc<dyn Traces>,
    /// How long those are kept.
    pub keeping: Arc<dyn Keeping>,
    /// Runs that are run again.
    pub replays: Arc<dyn Replays>,
    /// Who may use the dashboard.
    pub accounts: Arc<dyn Accounts>,
    /// The widgets, for whoever looks after them.
    pub widgets: Arc<dyn Widgets>,
    /// What people change about their own accounts.
    pub own_account: Arc<dyn OwnAccount>,
    /// Who else has an account.
    pub people: Arc<dyn People>,
    /// What was done in the dashboard.
    pub audit: Arc<dyn Audit>,
}

/// The store could not answer. What exactly happened is in the server's log, never in here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the store failed")]
pub struct StoreError;

/// The shelves of the shop: reading only.
#[async_trait]
pub trait Catalogue: Send + Sync {
    /// All categories in the order of the navigation.
    async fn categories(&self) -> Result<Vec<Category>, StoreError>;
    /// The products of the shop's first page, in the order they are shown.
    async fn featured(&self) -> Result<Vec<Product>, StoreError>;
    /// The products of a category; none for a category that does not exist.
    async fn shelf(&self, category: &str) -> Result<Vec<Product>, StoreError>;
    /// What a search finds.
    async fn search(&self, search: &Search) -> Result<Vec<Product>, StoreError>;
    /// A product with all that is known of it.
    async fn details(&self, sku: &Sku) -> Result<Option<Details>, StoreError>;
    /// A product's reviews, the newest first.
    async fn reviews(&self, sku: &Sku) -> Result<Vec<Review>, StoreError>;
}

/// Carts, each known by an id that only its visitor holds.
#[async_trait]
pub trait Carts: Send + Sync {
    /// Makes an empty cart.
    async fn open(&self) -> Result<CartId, StoreError>;
    /// The cart, or `None` for an id that no cart has.
    async fn cart(&self, id: &CartId) -> Result<Option<Cart>, StoreError>;
    /// Puts `quantity` more of a product into the cart.
    async fn add(&self, id: &CartId, sku: &Sku, quantity: u32) -> Result<Cart, CartError>;
    /// Sets how many of a product are in the cart; 0 takes it out.
    async fn set(&self, id: &CartId, sku: &Sku, quantity: u32) -> Result<Cart, CartError>;
    /// Uses a coupon from now on, in place of the one before.
    async fn apply_coupon(&self, id: &CartId, code: &str) -> Result<Cart, CartError>;
}

/// Orders, each known by an id that only its buyer holds.
#[async_trait]
pub trait Orders: Send + Sync {
    /// Turns the cart into an order and empties it.
    async fn place(&self, cart: &CartId, to: &Recipient) -> Result<Order, CartError>;
    /// The order, or `None` for an id that no order has.
    async fn order(&self, id: &OrderId) -> Result<Option<Order>, StoreError>;
}

/// The list of people who asked for the letter.
#[async_trait]
pub trait Newsletter: Send + Sync {
    /// Puts an address on the list; false when it was there already.
    async fn subscribe(&self, email: &str) -> Result<bool, StoreError>;
}

/// Why a cart stayed as it was.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CartError {
    /// There is no such cart any more.
    #[error("the cart is gone")]
    NoSuchCart,
    /// There is no such product.
    #[error("no product has this article number")]
    NoSuchProduct,
    /// The product is not in the cart.
    #[error("the product is not in the cart")]
    NotInCart,
    /// Fewer are there than were asked for.
    #[error("only {left} left")]
    NotEnough {
        /// How many of the product the shop has.
        left: u32,
    },
    /// More of one product than a cart holds.
    #[error("a cart holds at most {most} of one product")]
    TooMany {
        /// The most of one product.
        most: u32,
    },
    /// No coupon has this code.
    #[error("no such coupon")]
    NoSuchCoupon,
    /// The coupon is over.
    #[error("the coupon has expired")]
    CouponExpired,
    /// There is nothing to order.
    #[error("the cart is empty")]
    Empty,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The model behind `/api/agent`, speaking protocol version 1.
#[async_trait]
pub trait Agent: Send + Sync {
    /// One step: the request's body as it came, and what the caller can read.
    async fn turn(&self, turn: AgentTurnRequest) -> Result<AgentReply, AgentFailure>;
}

/// What reached `/api/agent`.
#[derive(Clone, Debug)]
pub struct AgentTurnRequest {
    /// The body, already within its cap.
    pub body: Bytes,
    /// The caller reads an event stream.
    pub events: bool,
    /// The public key of the widget whose layers the request passed.
    pub widget: Option<String>,
    /// The origin that it comes from, if it says so.
    pub origin: Option<String>,
}

/// The widget whose layers a request to `/api/agent` passed: put on it by the server, so that the
/// address is read in one place only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentWidget(pub String);

/// What goes back.
pub enum AgentReply {
    /// A whole JSON document.
    Whole(Bytes),
    /// Server-sent events, each chunk one whole event.
    Events(Pin<Box<dyn Stream<Item = Bytes> + Send>>),
}

/// What goes back when there is no reply: status and JSON body, already fit for a browser's eyes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentFailure {
    /// The HTTP status.
    pub status: u16,
    /// Seconds for `retry-after`.
    pub retry_after: Option<u64>,
    /// The `{"error":{…}}` document.
    pub body: Bytes,
}
