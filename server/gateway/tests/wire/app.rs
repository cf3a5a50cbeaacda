//! The proxy under test, served on port 0.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::{Method, Response};
use serde_json::{Value, json};
use site_agent_gateway::{GatewayConfig, Model, Origin, Provider, Remote};

pub(crate) const PAGE: &str = "https://shop.example";
pub(crate) const KEY: &str = "sk-canary-4711";

pub(crate) struct App {
    pub(crate) url: String,
    client: reqwest::Client,
}

/// Settings with the page allowed and no limit in the way.
pub(crate) fn settings() -> GatewayConfig {
    GatewayConfig {
        allowed_origins: vec![Origin::parse(PAGE).expect("an origin")],
        rate_limit: None,
        timeout: Duration::from_millis(900),
        body_timeout: Duration::from_millis(400),
        ..GatewayConfig::default()
    }
}

/// Settings for a provider that runs at `base`.
pub(crate) fn at(provider: Provider, base: &str) -> GatewayConfig {
    let model = Remote::new(provider, "test-model", Some(KEY.into()), Some(base), false);
    GatewayConfig { model: Model::Remote(model.expect("a model")), ..settings() }
}

impl App {
    pub(crate) async fn start(config: GatewayConfig) -> Self {
        let _ = rustls_provider();
        let app = site_agent_gateway::router(config).expect("a router");
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move {
            axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await
        });
        Self { url, client: client() }
    }

    pub(crate) fn request(&self, method: Method) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}/api/agent", self.url))
    }

    pub(crate) async fn post(&self, body: &Value) -> Response {
        self.request(Method::POST)
            .header("origin", PAGE)
            .json(body)
            .send()
            .await
            .expect("an answer")
    }

    /// A 200's document.
    pub(crate) async fn ok(&self, body: &Value) -> Value {
        let response = self.post(body).await;
        let status = response.status();
        let body = response.text().await.expect("a body");
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

/// One for all tests; each test has a runtime of its own, so no connection is kept.
fn client() -> reqwest::Client {
    static CLIENT: OnceLock<reqwest::Client> = OnceLock::new();
    let build = || reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build();
    CLIENT.get_or_init(|| build().expect("a client")).clone()
}

fn rustls_provider() -> Result<(), std::sync::Arc<rustls::crypto::CryptoProvider>> {
    rustls::crypto::ring::default_provider().install_default()
}

/// The error document of a response: status, code, and the whole text.
pub(crate) async fn error(response: Response) -> (u16, String, String) {
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type").map(|v| v.to_str().expect("text").to_owned());
    let id = response.headers().get("x-request-id").map(|v| v.to_str().expect("text").to_owned());
    let text = response.text().await.expect("a body");
    assert_eq!(kind.as_deref(), Some("application/json"), "{text}");
    let body: Value = serde_json::from_str(&text).expect("JSON");
    let code = body["error"]["code"].as_str().expect("a code").to_owned();
    assert!(body["error"]["message"].as_str().is_some_and(|m| !m.is_empty()), "{text}");
    assert_eq!(
        body["error"]["requestId"].as_str(),
        id.as_deref(),
        "the client's id meets the log's"
    );
    (status, code, text)
}

/// A question with the shop's tools.
pub(crate) fn question(text: &str) -> Value {
    json!({ "version": 1, "instructions": "Be brief.", "messages": [{ "role": "user", "text": text }], "tools": tools() })
}

/// Two tools, one with a name that no provider takes.
pub(crate) fn tools() -> Value {
    json!([
        { "name": "cart.add", "description": "Add to cart", "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "properties": { "product": { "type": "string" }, "quantity": { "type": "integer", "minimum": 1 } },
            "required": ["product", "quantity"], "additionalProperties": false } },
        { "name": "get_cart", "description": "Show the cart", "inputSchema": { "type": "string" } },
    ])
}

/// A history with a call, its result, a call that lost its result, and an orphan.
pub(crate) fn history(meta: Option<Value>) -> Value {
    let mut call = json!({ "id": "call_1", "name": "cart.add", "arguments": { "product": "mug", "quantity": 2 } });
    if let Some(meta) = meta {
        call["meta"] = meta;
    }
    json!({ "version": 1, "messages": [
        { "role": "tool", "id": "gone", "name": "get_cart", "text": "an orphan" },
        { "role": "user", "text": "add two mugs" },
        { "role": "assistant", "text": "Adding.", "tool": call },
        { "role": "tool", "id": "call_1", "name": "cart.add", "text": "2 mugs are in the cart" },
        { "role": "assistant", "text": "" },
        { "role": "assistant", "tool": { "id": "call_2", "name": "get_cart", "arguments": "" } },
        { "role": "user", "text": "and now?" },
    ], "tools": tools() })
}
