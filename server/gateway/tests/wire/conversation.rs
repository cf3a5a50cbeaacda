//! Sixty questions in one conversation, the true session against the true router: its history fits
//! the proxy's caps, whatever the tools returned before (rule 11).

use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use site_agent_core::effect::{Effect, Out};
use site_agent_core::protocol::{self, Request};
use site_agent_core::schema::NoPatterns;
use site_agent_core::trace::Status;
use site_agent_core::{Config, Event, Listing, Session};
use site_agent_gateway::{Caps, GatewayConfig, Provider};

use crate::app::{App, PAGE, at, settings};

const QUESTIONS: usize = 60;

/// What a conversation met.
#[derive(Debug, Default)]
struct Met {
    /// Runs that ended with an answer.
    answered: usize,
    /// Calls that reached the page.
    calls: usize,
    /// The status and the size of each request.
    requests: Vec<(u16, usize)>,
    /// Messages in the longest request.
    longest: usize,
    /// Requests that left out what was said before.
    fitted: usize,
}

impl Met {
    fn refused(&self) -> Vec<u16> {
        self.requests.iter().map(|(status, _)| *status).filter(|status| *status != 200).collect()
    }

    fn biggest(&self) -> usize {
        self.requests.iter().map(|(_, bytes)| *bytes).max().unwrap_or_default()
    }
}

#[tokio::test]
async fn sixty_questions_to_the_rules_are_never_too_much() {
    let app = App::start(settings()).await;
    let met = converse(&app).await;
    assert_eq!(met.refused(), [0_u16; 0]);
    assert_eq!(met.answered, QUESTIONS, "{met:?}");
    assert!(met.calls > QUESTIONS / 2, "{met:?}");
    was_full(&met, Caps::default());
}

#[tokio::test]
async fn sixty_questions_to_a_provider_are_never_too_much() {
    let fake = strict_provider().await;
    let app = App::start(at(Provider::Anthropic, &fake)).await;
    let met = converse(&app).await;
    assert_eq!(met.refused(), [0_u16; 0]);
    assert_eq!((met.answered, met.calls), (QUESTIONS, QUESTIONS), "{met:?}");
    was_full(&met, Caps::default());
}

#[tokio::test]
async fn caps_that_nobody_told_are_met_once() {
    let caps = Caps { messages: 12, tools: 9, body_bytes: 16_384 };
    let app = App::start(GatewayConfig { caps, ..settings() }).await;
    let met = converse(&app).await;
    assert!(matches!(met.refused()[..], [400 | 413]), "{:?}", met.refused());
    assert_eq!(met.answered, QUESTIONS, "{met:?}");
    assert_eq!(met.requests.len(), met.answered + met.calls + 1, "{met:?}");
}

/// A conversation that never came near the caps would prove nothing.
fn was_full(met: &Met, caps: Caps) {
    assert!(met.fitted > QUESTIONS, "{met:?}");
    assert!(met.longest > caps.messages / 2, "{met:?}");
    assert!(met.biggest() > caps.body_bytes - 8_192, "{met:?}");
}

/// Asks sixty questions as the element would, with a visitor who allows whatever asks.
async fn converse(app: &App) -> Met {
    let mut session = Session::new(Config { confirm: true, ..Config::default() });
    let (mut met, mut now) = (Met::default(), 0);
    for nth in 0..QUESTIONS {
        let mut events = vec![Event::Asked(question(nth))];
        while let Some(event) = events.pop() {
            now += 1;
            for effect in session.handle(now, event, &NoPatterns).expect("nothing runs") {
                events.extend(carry_out(effect, app, session.messages().len(), &mut met).await);
            }
        }
        assert!(!session.running(), "question {nth} waits for ever: {:?}", session.state());
    }
    met
}

/// What the page, the model or the visitor makes of an effect.
async fn carry_out(effect: Effect, app: &App, said: usize, met: &mut Met) -> Option<Event> {
    match effect {
        Effect::ListTools(ticket) => Some(Event::Listed { ticket, listing: shop() }),
        Effect::AskVisitor { ticket, .. } => Some(Event::Decided { ticket, allow: true }),
        Effect::CallTool { ticket, approval, .. } => {
            met.calls += 1;
            let text = Some(long_result(approval.call().name.as_str(), met.calls));
            Some(Event::Returned { ticket, text, nonce: met.calls as u128 })
        }
        Effect::AskModel { ticket, request } => {
            met.longest = met.longest.max(request.messages.len());
            met.fitted += usize::from(request.messages.len() < said);
            Some(match ask(app, &request, met).await {
                Ok(reply) => Event::Replied { ticket, reply },
                Err(failure) => Event::ModelFailed { ticket, failure },
            })
        }
        Effect::Emit(Out::Done { status }) => {
            met.answered += usize::from(status == Status::Answered);
            None
        }
        _ => None,
    }
}

async fn ask(
    app: &App,
    request: &Request,
    met: &mut Met,
) -> Result<protocol::Reply, protocol::ModelFailure> {
    let body = request.to_text();
    let bytes = body.len();
    let response = app
        .request(reqwest::Method::POST)
        .header("origin", PAGE)
        .header("content-type", "application/json")
        .body(body)
        .send()
        .await
        .expect("an answer");
    let status = response.status().as_u16();
    met.requests.push((status, bytes));
    let body = response.bytes().await.expect("a body");
    protocol::from_response(status, None, &body)
}

fn question(nth: usize) -> String {
    match nth % 5 {
        0 => format!("search for mugs number {nth}"),
        1 => "what is in my cart".to_owned(),
        2 => "what do people say about the \"blue enamel mug\"".to_owned(),
        3 => "add 2 \"blue enamel mug\" to my cart".to_owned(),
        // A visitor who pastes a letter.
        _ => format!("search for {}", "a mug as blue as the sea — “ganz blau” ".repeat(60)),
    }
}

/// A page with two dozen tools and long descriptions, as large shops have them.
fn shop() -> Listing {
    let product = json!({ "type": "object", "required": ["product"], "properties": {
        "product": { "type": "string", "title": "Product", "description": "Name or article number of a product, such as Blue enamel mug" } } });
    let amount = json!({ "type": "object", "required": ["product", "quantity"], "properties": {
        "product": product["properties"]["product"],
        "quantity": { "type": "integer", "title": "Quantity", "minimum": 1, "maximum": 99 } } });
    let query = json!({ "type": "object", "required": ["query"], "properties": { "query": { "type": "string", "title": "Search words" } } });
    let nothing = json!({ "type": "object", "properties": {} });
    let reads = json!({ "readOnlyHint": true, "untrustedContentHint": false });
    let mut tools = vec![
        tool(0, "search_products", "Find products of the shop by words.", &query, &reads),
        tool(1, "get_cart", "Tell what is in the cart.", &nothing, &reads),
        tool(
            2,
            "read_reviews",
            "Read what customers say about one product: their reviews.",
            &product,
            &json!({ "readOnlyHint": true, "untrustedContentHint": true }),
        ),
        tool(
            3,
            "add_to_cart",
            "Add a product to the cart.",
            &amount,
            &json!({ "readOnlyHint": false, "consequentialHint": false }),
        ),
    ];
    tools.extend((4..24).map(|nth| {
        let about =
            format!("Tell the warehouse's figures of floor {nth}. {}", "In detail. ".repeat(20));
        tool(nth, &format!("warehouse.floor-{nth}"), &about, &product, &reads)
    }));
    let listed = json!({ "tools": tools }).to_string();
    Listing::from_text(&listed).expect("a listing")
}

fn tool(handle: usize, name: &str, description: &str, schema: &Value, hints: &Value) -> Value {
    json!({ "handle": handle, "name": name, "description": description, "inputSchema": schema,
        "annotations": hints, "origin": PAGE, "source": "native" })
}

/// More than the 4,000 characters that are kept, of the kinds that JSON makes longer.
fn long_result(name: &str, nth: usize) -> String {
    let line = match nth % 3 {
        0 => "- Blue enamel mug (MUG-BLUE), \"hand-dipped\", €14.00\n",
        1 => "- 青い琺瑯マグカップ \\ 14,00 €\u{1}\t",
        _ => "- Walnut board (BOARD-WALNUT), 48.00; a board is a board is a board\n",
    };
    let lines: String = line.repeat(4_500 / line.chars().count() + 1);
    format!("{name}, result {nth}:\n{lines}")
}

/// Calls a tool for each question and answers from its result, in Anthropic's form; refuses what
/// the API would refuse of a history.
async fn strict_provider() -> String {
    let app = Router::new().route("/v1/messages", post(strictly));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

async fn strictly(body: Bytes) -> Response<Body> {
    let asked: Value = serde_json::from_slice(&body).expect("JSON");
    let messages = asked["messages"].as_array().expect("messages");
    if let Err(why) = is_fit(messages) {
        let error = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": why } });
        return respond(400, error);
    }
    let last = &messages[messages.len() - 1]["content"];
    let content = if last[0]["type"] == "tool_result" {
        json!([{ "type": "text", "text": "That is what the tool says." }])
    } else {
        let id = format!("toolu_{}", body.len());
        json!([{ "type": "tool_use", "id": id, "name": "search_products", "input": { "query": "mugs" } }])
    };
    respond(
        200,
        json!({ "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn", "content": content }),
    )
}

fn respond(status: u16, body: Value) -> Response<Body> {
    use axum::response::IntoResponse as _;
    let status = axum::http::StatusCode::from_u16(status).expect("a status");
    (status, Json(body)).into_response()
}

/// Roles, pairs and texts as the API wants them.
fn is_fit(messages: &[Value]) -> Result<(), String> {
    let blocks = |message: &Value| match &message["content"] {
        Value::String(text) => vec![json!({ "type": "text", "text": text })],
        Value::Array(blocks) => blocks.clone(),
        _ => Vec::new(),
    };
    let mut open: Option<String> = None;
    for (at, message) in messages.iter().enumerate() {
        let blocks = blocks(message);
        let result = blocks.first().filter(|block| block["type"] == "tool_result");
        if open.as_deref() != result.and_then(|block| block["tool_use_id"].as_str()) {
            return Err(format!(
                "messages.{at}: a call without its result, or the other way round"
            ));
        }
        open = None;
        for block in &blocks {
            match block["type"].as_str() {
                Some("tool_use") => open = block["id"].as_str().map(str::to_owned),
                Some("text")
                    if block["text"].as_str().is_none_or(|text| text.trim().is_empty()) =>
                {
                    return Err(format!("messages.{at}: text content blocks must be non-empty"));
                }
                _ => {}
            }
        }
    }
    match (messages.first(), messages.last()) {
        (Some(first), Some(last)) if first["role"] == "user" && last["role"] == "user" => Ok(()),
        _ => Err("messages: the visitor's come first and last".to_owned()),
    }
}
