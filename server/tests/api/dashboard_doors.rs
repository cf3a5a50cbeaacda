//! Every address of the dashboard × everybody who may come. The addresses are those that the
//! program mounts, so none is forgotten.

use leptos::server_fn::axum::server_fn_paths;
use leptos_axum::generate_route_list;
use reqwest::{Method, StatusCode};
use site_agent::auth::Need;
use site_agent::store::accounts::{HALF_MS, IDLE_MS};
use site_agent_app::App;

use crate::test_app::{Reply, TestApp};

/// Who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Anonymous,
    /// Somebody who made up a cookie.
    Forger,
    Viewer,
    Owner,
    /// An owner whose session is over.
    Expired,
    /// An owner who has not written the code yet.
    HalfIn,
    /// A page of another site in an owner's browser.
    ForeignOrigin,
    /// A page of a sibling subdomain in an owner's browser.
    Sibling,
    /// With an owner's cookie, without a word on where it comes from.
    NoProof,
}

use Who::{Anonymous, Expired, ForeignOrigin, Forger, HalfIn, NoProof, Owner, Sibling, Viewer};

const ALL: [Who; 9] =
    [Anonymous, Forger, Viewer, Owner, Expired, HalfIn, ForeignOrigin, Sibling, NoProof];

/// The pages of the dashboard, with something in the place of each parameter, and some addresses
/// that no page has.
fn pages() -> Vec<String> {
    let listed = generate_route_list(App).into_iter().map(|route| {
        let segments = route
            .path()
            .split('/')
            .map(|segment| if segment.starts_with(['{', ':', '*']) { "x" } else { segment });
        segments.collect::<Vec<_>>().join("/")
    });
    let mut pages: Vec<_> = listed.filter(|path| Need::of(path).is_some()).collect();
    assert!(pages.iter().any(|path| path == "/admin/login"), "{pages:?}");
    pages.extend(
        ["/admin/nowhere", "/admin/", "/admin/files/nowhere", "/admin/files/own/nowhere"]
            .map(str::to_owned),
    );
    pages
}

fn functions() -> Vec<&'static str> {
    let paths = server_fn_paths().map(|(path, _)| path);
    let paths: Vec<_> = paths.filter(|path| Need::of(path).is_some()).collect();
    assert!(paths.contains(&"/api/fn/admin/open/log_in"), "{paths:?}");
    paths
}

struct People {
    app: TestApp,
    expired: String,
    half: String,
}

impl People {
    async fn new() -> Self {
        let app = TestApp::start().await;
        app.owner().await;
        app.viewer("vera").await;
        let expired = app.session_from("ada", IDLE_MS + 1_000, false).await;
        let half = app.session_from("ada", HALF_MS / 2, true).await;
        Self { app, expired, half }
    }

    /// A cookie of theirs. A new session each time: a function may end it.
    async fn cookie(&self, who: Who) -> String {
        match who {
            Anonymous => String::new(),
            Forger => format!("sid={}", "0".repeat(64)),
            Viewer => self.app.session_from("vera", 0, false).await,
            Owner | ForeignOrigin | Sibling | NoProof => {
                self.app.session_from("ada", 0, false).await
            }
            Expired => self.expired.clone(),
            HalfIn => self.half.clone(),
        }
    }

    async fn ask(&self, method: Method, path: &str, who: Who) -> Reply {
        let mut request =
            self.app.request(method.clone(), path).header("accept", "application/json");
        request = request.header("cookie", self.cookie(who).await);
        request = match who {
            ForeignOrigin => request.header("origin", "https://evil.example"),
            Sibling => {
                request.header("sec-fetch-site", "same-site").header("origin", self.app.origin())
            }
            NoProof => request,
            _ => request.header("origin", self.app.origin()),
        };
        if method == Method::POST {
            request = request.form(&[("nothing", "at all")]);
        }
        self.app.send(request).await
    }
}

/// The code of a refusal; empty where there is none.
fn code(reply: &Reply) -> String {
    let body: serde_json::Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    body["error"]["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_lets_in_whom_it_should_and_sends_the_others_to_the_login_page() {
    let people = People::new().await;
    for page in pages() {
        for who in ALL {
            let reply = people.ask(Method::GET, &page, who).await;
            let at = format!("{page} {who:?}: {} {}", reply.status, code(&reply));
            assert_eq!(reply.header("cache-control"), "no-store", "{at}");
            // Reading is not changing: where a request comes from makes no difference to it.
            let is_in = matches!(who, Viewer | Owner | ForeignOrigin | Sibling | NoProof);
            match Need::of(&page).expect("the dashboard's") {
                Need::Nothing => assert!(code(&reply).is_empty(), "{at}"),
                _ if !is_in && page.starts_with("/admin/files/") => {
                    assert_eq!(
                        (reply.status, code(&reply)),
                        (StatusCode::UNAUTHORIZED, "expired".into()),
                        "{at}"
                    );
                }
                _ if !is_in => {
                    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{at}");
                    let to = reply.header("location");
                    assert!(to.starts_with(&format!("/admin/login?to={page}")), "{at}: {to}");
                }
                Need::Owner if who == Viewer => {
                    assert_eq!(
                        (reply.status, code(&reply)),
                        (StatusCode::FORBIDDEN, "owners-only".into()),
                        "{at}"
                    );
                }
                Need::Viewer | Need::Owner => {
                    assert!(code(&reply).is_empty(), "{at}");
                    assert_ne!(reply.status, StatusCode::SEE_OTHER, "{at}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_function_answers_whom_it_should_and_nobody_from_elsewhere() {
    let people = People::new().await;
    for function in functions() {
        for who in ALL {
            let reply = people.ask(Method::POST, function, who).await;
            let at = format!("{function} {who:?}: {} {}", reply.status, reply.text());
            assert_eq!(reply.header("cache-control"), "no-store", "{at}");
            let refused = match (who, Need::of(function).expect("the dashboard's")) {
                (ForeignOrigin | Sibling | NoProof, _) => {
                    Some((StatusCode::FORBIDDEN, "foreign-origin"))
                }
                (_, Need::Nothing) | (Owner, _) | (Viewer, Need::Viewer) => None,
                (Viewer, Need::Owner) => Some((StatusCode::FORBIDDEN, "owners-only")),
                (Anonymous | Forger | Expired | HalfIn, _) => {
                    Some((StatusCode::UNAUTHORIZED, "expired"))
                }
            };
            let code = code(&reply);
            if let Some((status, word)) = refused {
                assert_eq!((reply.status, code.as_str()), (status, word), "{at}");
            } else {
                assert!(!matches!(code.as_str(), "foreign-origin" | "owners-only"), "{at}");
                let is_open = Need::of(function) == Some(Need::Nothing);
                assert!(is_open || code != "expired", "{at}");
            }
        }
    }
}

#[tokio::test]
async fn nothing_is_changed_by_following_a_link() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    for function in functions() {
        let reply = app.page(function, &ada).await;
        let is_refused = reply.status == StatusCode::METHOD_NOT_ALLOWED;
        assert!(is_refused, "{function}: {}", reply.status);
    }
}

#[tokio::test]
async fn no_other_way_to_write_an_address_leads_past_the_door() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    assert_eq!(app.page("/admin/login", &ada).await.status, StatusCode::SEE_OTHER);
    for path in [
        "/%61dmin/settings",
        "/admin%2Fsettings",
        "//admin/settings",
        "/shop/../admin/settings",
        "/./admin/settings",
        "/Admin/settings",
        "/admin;a/settings",
        "/x//admin/settings",
    ] {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

        // By hand: a well-behaved client would tidy the address up.
        let mut connection = app.connect().await;
        let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        connection.write_all(head.as_bytes()).await.expect("written");
        let mut reply = String::new();
        connection.read_to_string(&mut reply).await.expect("read");
        let is_shut = reply.starts_with("HTTP/1.1 404") || reply.starts_with("HTTP/1.1 303");
        assert!(is_shut, "{path}: {reply}");
        assert!(!reply.contains("Sign out") && !reply.contains("<h1>Settings"), "{path}");
    }
}
