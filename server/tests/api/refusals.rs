//! Every way the dashboard refuses × whoever is refused: somebody who reads pages gets a page in the
//! dashboard's frame with the reason and a way back, a script gets typed JSON.

use reqwest::{Method, RequestBuilder, StatusCode};

use crate::dashboard::PASSWORD;
use crate::test_app::{Reply, TestApp};

const READER: &str = "text/html,application/xhtml+xml";
const SCRIPT: &str = "application/json";

/// Something that is refused.
struct Kind {
    what: &'static str,
    request: Box<dyn Fn(&TestApp) -> RequestBuilder>,
    who: Who,
    status: StatusCode,
    /// For a script; empty where it gets a status alone.
    code: &'static str,
    /// For a reader.
    words: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Nobody,
    Viewer,
    Owner,
}

fn kinds() -> Vec<Kind> {
    let kind = |what, who, status: u16, code, words, request: Box<dyn Fn(&TestApp) -> _>| {
        let status = StatusCode::from_u16(status).expect("a status");
        Kind { what, request, who, status, code, words }
    };
    vec![
        kind(
            "a viewer's form for owners",
            Who::Viewer,
            403,
            "owners-only",
            "Only an owner may do this.",
            form("own/erase_runs", &[("until", "1")]),
        ),
        kind(
            "another one",
            Who::Viewer,
            403,
            "owners-only",
            "Only an owner may do this.",
            form("own/change_widget", &[("key", "wk_1")]),
        ),
        kind(
            "a viewer's look at a page for owners",
            Who::Viewer,
            403,
            "owners-only",
            "Only an owner may do this.",
            Box::new(|app| app.request(Method::GET, "/admin/settings/people")),
        ),
        kind(
            "a form from elsewhere",
            Who::Nobody,
            403,
            "foreign-origin",
            "This can only be done from the dashboard's own pages.",
            Box::new(|app| {
                app.request(Method::POST, "/api/fn/admin/own/erase_runs")
                    .header("origin", "https://evil.example")
                    .form(&[("until", "1")])
            }),
        ),
        kind(
            "a form that is too large",
            Who::Owner,
            413,
            "too-large",
            "The form is too large.",
            Box::new(|app| {
                let long = "x".repeat(64 * 1024);
                form("own/erase_runs", &[("q", &long)])(app)
            }),
        ),
        kind(
            "a form that cannot be read",
            Who::Owner,
            400,
            "bad-input",
            "The form names no runs.",
            form("own/erase_runs", &[("until", "yesterday")]),
        ),
        kind(
            "a form without its fields",
            Who::Owner,
            400,
            "bad-request",
            "The form could not be read. Fill it in again.",
            form("own/switch_widget", &[]),
        ),
        kind(
            "a replay of a run that is gone",
            Who::Viewer,
            404,
            "",
            "What this is about is not there any more.",
            form("view/begin_replay", &[("run", "00000000-0000-7000-8000-000000000000")]),
        ),
        kind(
            "a file of a run that is gone",
            Who::Viewer,
            404,
            "",
            "There is no such run.",
            Box::new(|app| {
                let run = "00000000-0000-7000-8000-000000000000";
                app.request(Method::GET, &format!("/admin/files/traces/{run}/trace.json"))
            }),
        ),
        kind(
            "a link to a form's address",
            Who::Viewer,
            405,
            "",
            "This address is for forms",
            Box::new(|app| app.request(Method::GET, "/api/fn/admin/view/log_out")),
        ),
    ]
}

/// A form of the dashboard's own pages.
fn form(
    function: &'static str,
    fields: &[(&str, &str)],
) -> Box<dyn Fn(&TestApp) -> RequestBuilder> {
    let fields: Vec<_> = fields.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
    Box::new(move |app| {
        app.request(Method::POST, &format!("/api/fn/admin/{function}"))
            .header("origin", app.origin())
            .form(&fields)
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_is_refused_by_a_page_and_a_script_by_json() {
    let app = TestApp::start().await;
    let owner = app.owner().await;
    let viewer = app.viewer("vera").await;
    for kind in kinds() {
        let Kind { what, request, who, status, code, words } = kind;
        let cookie = match who {
            Who::Nobody => "",
            Who::Viewer => &viewer,
            Who::Owner => &owner,
        };
        let ask = |accept: &str| {
            let page = format!("{}/admin/settings?a=b", app.url());
            request(&app).header("accept", accept).header("cookie", cookie).header("referer", page)
        };
        let script = app.send(ask(SCRIPT)).await;
        assert_eq!(script.status, status, "{what}: {}", script.text());
        if !code.is_empty() {
            assert_eq!(script.json()["error"]["code"], code, "{what}");
        }

        let reader = app.send(ask(READER)).await;
        assert_eq!(reader.status, status, "{what}: {}", reader.text());
        is_whole(&reader, what);
        assert!(reader.text().contains(words), "{what}: {}", reader.text());
        let is_framed = reader.text().contains("aria-label=\"Dashboard\"");
        assert_eq!(is_framed, who != Who::Nobody, "{what}: {}", reader.text());
        let back = if is_framed { "href=\"/admin/settings?a=b\"" } else { "href=\"/admin\"" };
        assert!(reader.text().contains(back), "{what}: {}", reader.text());
    }
}

/// A page of the dashboard, and nothing of what it stands for.
fn is_whole(page: &Reply, what: &str) {
    assert!(page.header("content-type").starts_with("text/html"), "{what}");
    assert!(page.header("content-security-policy").contains("'nonce-"), "{what}");
    assert_eq!(page.header("cache-control"), "no-store", "{what}");
    for stale in ["location", "serverfnerror"] {
        assert_eq!(page.header(stale), "", "{what}: {stale}");
    }
    assert!(page.text().contains("<h1") && !page.text().contains("{\"error\""), "{what}");
}

#[tokio::test]
async fn a_session_that_ends_in_the_middle_of_a_form_leads_to_the_login_page_and_back() {
    let app = TestApp::start().await;
    let owner = app.owner().await;
    app.send(app.call("view/log_out", &[], &owner)).await;
    let fields = [("until", "1")];
    let script = app.send(app.call("own/erase_runs", &fields, &owner)).await;
    assert_eq!(script.status, StatusCode::UNAUTHORIZED);
    assert_eq!(script.json()["error"]["code"], "expired");
    let reader = app.send(app.submit("own/erase_runs", &fields, &owner)).await;
    assert_eq!(reader.status, StatusCode::SEE_OTHER);
    let page = "/admin/login?refused=expired&to=/admin/settings%3Fa%3Db";
    assert_eq!(reader.header("location"), page);
}

#[tokio::test]
async fn whoever_guesses_too_often_reads_on_the_login_page_how_long_to_wait() {
    let app = TestApp::start().await;
    app.owner().await;
    let wrong = [("name", "ada"), ("password", "a wrong password"), ("to", "/admin/traces")];
    for _ in 0..5 {
        app.send(app.call("open/log_in", &wrong, "")).await;
    }
    let right = [("name", "ada"), ("password", PASSWORD), ("to", "/admin/traces")];
    let script = app.send(app.call("open/log_in", &right, "")).await;
    assert_eq!(script.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!script.header("retry-after").is_empty());
    assert!(script.json()["error"]["code"].as_str().is_some_and(|c| c.starts_with("wait-")));
    let reader = app.send(app.submit("open/log_in", &right, "")).await;
    let page = reader.header("location");
    assert!(page.starts_with("/admin/login?to=/admin/traces&refused=wait-"), "{page}");
    let page = app.page(page, "").await;
    assert!(page.text().contains("Too many tries failed."), "{}", page.text());
    assert!(page.text().contains("value=\"/admin/traces\""), "{}", page.text());
}
