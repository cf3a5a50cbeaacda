//! The model proxy: protocol 1 in, one provider's wire out.
//!
//! A [`Gateway`] holds the settings of one widget and answers one step at a time with
//! [`Gateway::turn`]. [`protect`] puts the layers in front of whatever route calls it: request id,
//! origin and CORS, per-client limit, envelope, in this order from outside. [`router`] is both
//! together, for anybody with an axum server:
//!
//! ```no_run
//! use site_agent_gateway::{GatewayConfig, Model, Origin, Provider, Remote};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let key = std::env::var("ANTHROPIC_API_KEY")?;
//! let model = Remote::new(Provider::Anthropic, "the-model", Some(key.into()), None, false)?;
//! let config = GatewayConfig {
//!     allowed_origins: vec![Origin::parse("https://shop.example")?],
//!     model: Model::Remote(model),
//!     ..GatewayConfig::default()
//! };
//! let app = site_agent_gateway::router(config)?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
//! axum::serve(listener, app.into_make_service_with_connect_info::<std::net::SocketAddr>()).await?;
//! # Ok(()) }
//! ```
//!
//! No key, prompt or provider text leaves through an error: what a client reads and what the log
//! says are different fields of [`ApiError`].

mod budget;
mod client;
mod config;
mod edge;
mod error;
mod events;
pub mod genai;
mod history;
mod names;
mod observe;
mod origin;
mod protocol;
mod provider;
mod schema;
mod source;
mod tries;
mod turn;
mod upstream;

pub use config::{Caps, ConfigError, GatewayConfig, Model, Provider, RateLimit, Remote};
pub use edge::request_id::RequestId;
pub use edge::{protect, request_id, router};
pub use error::{ApiError, Code};
pub use events::Events;
pub use observe::{Observer, Outcome, StepSeen};
pub use origin::{Origin, OriginError};
pub use protocol::{Reply, Usage, VERSION};
pub use turn::{Answered, Gateway};
