//! A shop's own axum server that has the model proxy among its routes.
//!
//! ```sh
//! cargo run -p site-agent-gateway --example own_server
//! ANTHROPIC_API_KEY=… MODEL=… cargo run -p site-agent-gateway --example own_server
//! ```
//!
//! Without a key the rule matcher answers, which is no model and needs no network.

use std::error::Error;
use std::net::SocketAddr;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use site_agent_gateway::{GatewayConfig, Model, Origin, Provider, RateLimit, Remote};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:3000").await?;
    println!("http://{}", listener.local_addr()?);
    serve(listener).await
}

/// Serves the shop and, under `/api/agent`, its agent.
pub(crate) async fn serve(listener: TcpListener) -> Result<(), Box<dyn Error>> {
    let own = Origin::parse(&format!("http://{}", listener.local_addr()?))?;
    let agent = site_agent_gateway::router(GatewayConfig {
        allowed_origins: vec![own],
        model: model()?,
        // While that is down, what the rules can do is better than nothing.
        fallback: Some(Model::Rules),
        instructions: "You are the assistant of a shop for mugs.".into(),
        rate_limit: Some(RateLimit { max: 30, ..RateLimit::default() }),
        ..GatewayConfig::default()
    })?;
    let app = Router::new().route("/", get(page)).merge(agent);
    // The limit tells clients apart by their addresses, so the server has to know them.
    axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await?;
    Ok(())
}

/// The model of the environment's key. There is no default for its name: names change.
fn model() -> Result<Model, Box<dyn Error>> {
    let Ok(key) = std::env::var("ANTHROPIC_API_KEY") else {
        return Ok(Model::Rules);
    };
    let name = std::env::var("MODEL").map_err(|_| "set MODEL beside ANTHROPIC_API_KEY")?;
    Ok(Model::Remote(Remote::new(Provider::Anthropic, &name, Some(key.into()), None, false)?))
}

async fn page() -> Html<&'static str> {
    Html("<!doctype html><title>Mugs</title><p>The agent is at <code>/api/agent</code>.")
}
