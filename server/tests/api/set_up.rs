//! The first account: one link, once, for an hour; and no other way in.

use reqwest::StatusCode;
use site_agent::store::accounts::{By, NewLink};

use crate::dashboard::{PASSWORD, cookie, now_ms, token};
use crate::started::{Started, built, site_agent};
use crate::test_app::TestApp;

fn fields<'a>(token: &'a str, name: &'a str, password: &'a str) -> [(&'static str, &'a str); 4] {
    [("token", token), ("name", name), ("password", password), ("repeated", password)]
}

#[tokio::test]
async fn on_a_fresh_start_there_is_no_way_in_but_the_link() {
    let app = TestApp::start().await;
    let login = app.page("/admin/login", "").await;
    assert!(login.text().contains("No account yet"), "{}", login.text());
    for (name, password) in [("admin", "admin"), ("owner", ""), ("root", PASSWORD)] {
        let tried = [("name", name), ("password", password)];
        let reply = app.send(app.call("open/log_in", &tried, "")).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{name}");
    }
    let made_up = "0".repeat(64);
    for token in ["", made_up.as_str()] {
        let reply = app.send(app.call("open/join", &fields(token, "eve", PASSWORD), "")).await;
        assert_eq!(reply.status, StatusCode::GONE);
    }
}

#[tokio::test]
async fn the_link_makes_an_owner_who_is_signed_in_and_then_works_no_more() {
    let app = TestApp::start().await;
    let link = app.set_up_link().expect("a link").to_owned();
    let path = link.strip_prefix(&app.origin().replace("127.0.0.1", "localhost"));
    let page = app.page(path.expect("its own address"), "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("Set up Site Agent"), "{}", page.text());

    let submitted = app.submit("open/join", &fields(token(&link), "ada", PASSWORD), "");
    let reply = app.send(submitted).await;
    assert_eq!(
        (reply.status, reply.header("location")),
        (StatusCode::FOUND, "/admin/login?back=1")
    );
    let ada = cookie(&reply);
    let on = app.page("/admin/login?back=1", &ada).await;
    assert_eq!((on.status, on.header("location")), (StatusCode::SEE_OTHER, "/admin"));

    let again = app.send(app.call("open/join", &fields(token(&link), "eve", PASSWORD), "")).await;
    assert_eq!(again.status, StatusCode::GONE);
    let page = app.page(path.expect("its own address"), "").await;
    assert_eq!(page.status, StatusCode::GONE);
    assert!(page.text().contains("no longer valid"));
    // There is an account now: no start makes a link any more.
    let app = app.restart_after(|_| {}).await;
    assert_eq!(app.set_up_link(), None);
}

#[tokio::test]
async fn a_restart_makes_a_new_link_and_the_old_one_is_over() {
    let app = TestApp::start().await;
    let old = app.set_up_link().expect("a link").to_owned();
    let app = app.restart_after(|_| {}).await;
    let new = app.set_up_link().expect("a link").to_owned();
    assert_ne!(token(&old), token(&new));
    let reply = app.send(app.call("open/join", &fields(token(&old), "eve", PASSWORD), "")).await;
    assert_eq!(reply.status, StatusCode::GONE);
    app.owner().await;
}

#[tokio::test]
async fn a_link_is_over_after_its_hour() {
    let app = TestApp::start().await;
    let link = site_agent::auth::Token::random().expect("random");
    let hash = link.hash();
    let (by, hour) = (By { who: "", address: "" }, 60 * 60 * 1000);
    let began = now_ms() - hour - 1;
    let accounts = app.accounts().await;
    let made = accounts.make_link(&hash, NewLink::SetUp, by, began, began + hour);
    made.await.expect("made");
    let reply = app.send(app.call("open/join", &fields(link.reveal(), "eve", PASSWORD), "")).await;
    assert_eq!(reply.status, StatusCode::GONE);
}

#[tokio::test]
async fn a_form_that_cannot_be_used_says_why_and_leaves_the_link_good() {
    let app = TestApp::start().await;
    let link = token(app.set_up_link().expect("a link")).to_owned();
    let long = "a".repeat(1_025);
    for (name, password, repeated, word) in [
        ("ada", "too short", "too short", "short"),
        ("ada", long.as_str(), long.as_str(), "long"),
        ("ada", PASSWORD, "something else", "differ"),
        ("", PASSWORD, PASSWORD, "name"),
        ("a<b>", PASSWORD, PASSWORD, "name"),
    ] {
        let fields = [
            ("token", link.as_str()),
            ("name", name),
            ("password", password),
            ("repeated", repeated),
        ];
        let reply = app.send(app.submit("open/join", &fields, "")).await;
        let page = format!("/admin/set-up?token={link}&refused={word}");
        assert_eq!((reply.status, reply.header("location")), (StatusCode::FOUND, page.as_str()));
        let page = app.page(&page, "").await;
        assert!(page.text().contains("role=\"alert\""), "{word}: {}", page.text());
    }
    // A password of 1,024 bytes is one, and is not cut.
    let longest = "ä".repeat(512);
    let reply = app.send(app.call("open/join", &fields(&link, "ada", &longest), "")).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    for (password, status) in
        [(format!("{}a", "ä".repeat(511)), StatusCode::UNAUTHORIZED), (longest, StatusCode::OK)]
    {
        let tried = [("name", "ADA"), ("password", password.as_str())];
        let reply = app.send(app.call("open/log_in", &tried, "")).await;
        assert_eq!(reply.status, status);
    }
}

#[test]
fn the_program_prints_the_link_and_never_logs_it() {
    let folder = built();
    let mut command = site_agent(folder.path());
    command.env("SITE_AGENT_LOG_FILTER", "trace");
    let program = Started::with(command);
    let (stdout, log) = program.stop();
    let link = stdout.trim_end().rsplit(' ').next().unwrap_or_default();
    assert_eq!(token(link).len(), 64);
    assert!(!log.is_empty() && !log.contains(token(link)), "{log}");
}
