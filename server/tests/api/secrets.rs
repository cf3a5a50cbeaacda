//! Keys stay where they were put. Each is planted where a key can stand, everything that can go
//! wrong with a provider goes wrong, loudly and with the key in its words, and then all that the
//! program wrote, served, kept or printed is searched.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response};

use crate::started::{Started, built, site_agent};

const FIRST: &str = "sk-canary-first-4711";
const SECOND: &str = "sk-canary-second-0815";
const FROM_FILE: &str = "sk-canary-file-2342";

/// What a provider does with a request and its key.
#[derive(Clone, Copy)]
enum Manner {
    /// Repeats the key in an error of this status, in body and header.
    Repeats(u16),
    /// Begins to answer, and repeats the key in an error of the stream.
    Breaks,
    /// Sends elsewhere, with the key in the address.
    Redirects,
}

const MANNERS: [Manner; 6] = [
    Manner::Repeats(400),
    Manner::Repeats(401),
    Manner::Repeats(429),
    Manner::Repeats(500),
    Manner::Breaks,
    Manner::Redirects,
];

fn key(headers: &HeaderMap) -> String {
    let names = ["authorization", "x-api-key", "x-goog-api-key"];
    let key = names.iter().find_map(|name| headers.get(*name)?.to_str().ok());
    key.expect("the program sends its key").trim_start_matches("Bearer ").to_owned()
}

async fn provider(manner: Manner) -> String {
    let answer = move |request: Request<Body>| async move {
        let key = key(request.headers());
        assert!(!request.uri().to_string().contains("canary"), "never in an address");
        let response = Response::builder().header("x-your-key", &key);
        let error =
            format!(r#"{{"error":{{"message":"no: {key}","type":"{key}","code":"{key}"}}}}"#);
        let (response, body) = match manner {
            Manner::Repeats(status) => (response.status(status), error),
            Manner::Breaks => (
                response.header("content-type", "text/event-stream"),
                format!(
                    "data: {{\"choices\":[{{\"delta\":{{\"content\":\"So \"}}}}]}}\n\ndata: {error}\n\n"
                ),
            ),
            Manner::Redirects => (
                response.status(307).header("location", format!("http://127.0.0.1:9/{key}")),
                error,
            ),
        };
        response.body(Body::from(body)).expect("a response")
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
    let app = Router::new().fallback(answer);
    tokio::spawn(async move { axum::serve(listener, app).await });
    url
}

/// A command with keys in the environment and in a file.
fn planted(folder: &Path, kind: &str, url: &str) -> Command {
    fs::write(folder.join("key"), FROM_FILE).expect("written");
    let mut command = site_agent(folder);
    for (name, value) in [
        ("LOG_FILTER", "trace"),
        ("LOG_FORMAT", "json"),
        ("METRICS_LISTEN", "127.0.0.1:0"),
        ("DATA_DIR", &folder.join("data").display().to_string()),
        ("WIDGET_RATE_LIMIT", "false"),
        ("WIDGET_PROVIDER", kind),
        ("WIDGET_MODEL", "the-model"),
        ("WIDGET_API_KEY", FIRST),
        ("WIDGET_BASE_URL", url),
        ("WIDGET_FALLBACK_PROVIDER", "openai-compatible"),
        ("WIDGET_FALLBACK_MODEL", "another-model"),
        ("WIDGET_FALLBACK_BASE_URL", url),
    ] {
        command.env(format!("SITE_AGENT_{name}"), value);
    }
    if kind == "anthropic" {
        command.env("SITE_AGENT_WIDGET_FALLBACK_API_KEY_FILE", folder.join("key"));
    } else {
        command.env("SITE_AGENT_WIDGET_FALLBACK_API_KEY", SECOND);
    }
    command
}

/// All files below a folder, as one text.
pub(crate) fn all_of(folder: &Path) -> String {
    let mut text = String::new();
    kept(folder, &mut text);
    text
}

/// All files below a folder, as one text, but for the file that the key was put in.
fn kept(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            kept(&path, text);
        } else if !path.ends_with("key") {
            let bytes = fs::read(&path).expect("read");
            let _ = write!(text, "\n[{}]\n{}", path.display(), String::from_utf8_lossy(&bytes));
        }
    }
}

/// Runs the program through everything; all that it let out.
fn everything(kind: &str, url: &str) -> String {
    let folder = built();
    let program = Started::with(planted(folder.path(), kind, url));
    let json = format!("origin: {}\r\ncontent-type: application/json", program.origin());
    let streamed = format!("{json}\r\naccept: text/event-stream");
    let question = r#"{"version":1,"messages":[{"role":"user","text":"hello"}]}"#;
    let mut out = String::new();
    for headers in [&json, &streamed] {
        out += &program.request("POST /api/agent", headers, question);
    }
    for page in ["/", "/shop", "/api/widgets/default", "/site-agent/frame", "/embed.js", "/readyz"]
    {
        out += &program.request(&format!("GET {page}"), "", "");
    }
    let (stdout, log) = program.stop();
    out += &stdout;
    out += &log;
    kept(folder.path(), &mut out);
    for command in ["config", "check-model"] {
        let output = planted(folder.path(), kind, url).arg(command).output().expect("it runs");
        out += &String::from_utf8_lossy(&output.stdout);
        out += &String::from_utf8_lossy(&output.stderr);
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planted_key_comes_out_nowhere() {
    let mut second_was_asked = false;
    for manner in MANNERS {
        let url = provider(manner).await;
        for kind in ["openai", "anthropic", "gemini"] {
            let url = url.clone();
            let out = tokio::task::spawn_blocking(move || everything(kind, &url));
            let out = out.await.expect("no panic");
            assert!(out.contains("TRACE") || out.contains("DEBUG"), "all was let through");
            second_was_asked |= out.contains("\"fallback\":true");
            let told: Vec<_> = out.lines().filter(|line| line.contains("canary")).collect();
            assert!(told.is_empty(), "{kind}: {told:#?}");
        }
    }
    assert!(second_was_asked, "its key was on its way, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_tell_no_key() {
    let url = provider(Manner::Repeats(401)).await;
    let app = crate::test_app::TestApp::with()
        .set("METRICS_LISTEN", "127.0.0.1:0")
        .set("WIDGET_PROVIDER", "anthropic")
        .set("WIDGET_MODEL", "the-model")
        .set("WIDGET_API_KEY", FIRST)
        .set("WIDGET_BASE_URL", &url)
        .start()
        .await;
    let reply = app.send(crate::upstream::question(&app)).await;
    assert_eq!(reply.status.as_u16(), 502);
    let shown = app.metrics().await;
    assert!(shown.text().contains("the-model") && !shown.text().contains("canary"));
}
