//! Signing in: what it says when it fails, how long it lasts, and what guessing costs.

use std::time::Duration;

use argon2::password_hash::PasswordHasher as _;
use argon2::{Algorithm, Argon2, Params, Version};
use reqwest::{Method, StatusCode};
use site_agent::store::accounts::{ABSOLUTE_MS, IDLE_MS};

use crate::dashboard::{PASSWORD, cookie};
use crate::started::{Started, built, site_agent};
use crate::test_app::TestApp;

#[tokio::test]
async fn the_page_says_why_it_failed_and_not_which_of_the_two_was_wrong() {
    let app = TestApp::start().await;
    app.owner().await;
    for (name, password) in [("ada", "not the password"), ("nobody", PASSWORD), ("", "")] {
        let fields = [("name", name), ("password", password), ("to", "/admin/traces?q=a")];
        let reply = app.send(app.submit("open/log_in", &fields, "")).await;
        let page = "/admin/login?to=/admin/traces%3Fq%3Da&refused=wrong-login";
        assert_eq!((reply.status, reply.header("location")), (StatusCode::FOUND, page));
        assert_eq!(reply.header("set-cookie"), "");
        let page = app.page(page, "").await;
        assert!(page.text().contains("role=\"alert\""), "{}", page.text());
        assert!(page.text().contains("do not go together"), "{}", page.text());
        // Where one wanted to go is not forgotten.
        assert!(page.text().contains("value=\"/admin/traces?q=a\""), "{}", page.text());
    }
}

#[tokio::test]
async fn whoever_signs_in_comes_to_where_they_wanted_to_go_and_nowhere_else() {
    let app = TestApp::start().await;
    app.owner().await;
    for (to, then) in [
        ("/admin/traces?q=a%26b", "/admin/traces?q=a%26b"),
        ("", "/admin"),
        ("https://evil.example/admin", "/admin"),
        ("//evil.example", "/admin"),
        ("/shop", "/admin"),
    ] {
        let fields = [("name", "ada"), ("password", PASSWORD), ("to", to)];
        let reply = app.send(app.submit("open/log_in", &fields, "")).await;
        let ada = cookie(&reply);
        let by_way_of = reply.header("location").to_owned();
        assert!(by_way_of.starts_with("/admin/login?back=1&to=/admin"), "{by_way_of}");
        let reply = app.page(&by_way_of, &ada).await;
        assert_eq!((reply.status, reply.header("location")), (StatusCode::SEE_OTHER, then));
    }
}

#[tokio::test]
async fn a_password_that_was_kept_with_less_work_is_kept_anew_when_its_owner_comes() {
    let app = TestApp::start().await;
    app.owner().await;
    let accounts = app.accounts().await;
    let kept = async || accounts.by_name("ada").await.expect("it answers").expect("ada");
    let today = kept().await;
    let params = Params::new(8_192, 1, 1, None).expect("of an older version");
    let older = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = older.hash_password(PASSWORD.as_bytes()).expect("a hash").to_string();
    accounts.rehash(today.id, &today.password, &hash).await.expect("changed");

    let wrong = [("name", "ada"), ("password", "not the password")];
    app.send(app.submit("open/log_in", &wrong, "")).await;
    assert_eq!(kept().await.password, hash, "nobody came");
    app.sign_in("ada").await;
    let anew = kept().await.password;
    assert!(anew.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{anew}");
    app.sign_in("ada").await;
    assert_eq!(kept().await.password, anew, "it is as it should be");
    // What was changed meanwhile is not undone.
    accounts.rehash(today.id, &hash, "another").await.expect("no failure");
    assert_eq!(kept().await.password, anew);
}

#[tokio::test]
async fn a_browser_that_keeps_no_cookie_is_told_so() {
    for (public_url, words) in
        [("", "Allow cookies"), ("https://shop.example", "https://shop.example/admin/login")]
    {
        let app = TestApp::with().set("PUBLIC_URL", public_url).start().await;
        app.owner_from(public_url).await;
        let page = app.page("/admin/login?back=1&to=/admin", "").await;
        assert!(page.text().contains("did not send the session"), "{}", page.text());
        assert!(page.text().contains(words), "{}", page.text());
    }
}

#[tokio::test]
async fn the_cookie_follows_the_public_address_and_works_below_a_path() {
    for (public_url, start, secure) in [
        ("", "sid=", false),
        ("http://shop.example", "sid=", false),
        ("https://shop.example", "__Host-sid=", true),
        ("https://shop.example/agent", "__Host-sid=", true),
    ] {
        let app = TestApp::with().set("PUBLIC_URL", public_url).start().await;
        let reply = app.owner_from(public_url).await;
        let set = reply.header("set-cookie").to_owned();
        assert!(set.starts_with(start), "{set}");
        assert!(set.contains("; Path=/;") && set.contains("HttpOnly"), "{set}");
        assert!(set.contains("SameSite=Lax") && !set.contains("Domain"), "{set}");
        assert_eq!(set.contains("Secure"), secure, "{set}");
        let base = public_url.strip_prefix("https://shop.example").unwrap_or_default();
        let ada = cookie(&reply);
        let on = app.page("/admin/login?back=1", &ada).await;
        assert_eq!(on.header("location"), format!("{base}/admin"));
        let out = app.page("/admin/settings", "").await;
        assert_eq!(out.header("location"), format!("{base}/admin/login?to=/admin/settings"));
        // The other kind of cookie is nobody's.
        let other = if secure { ada.replace("__Host-", "") } else { format!("__Host-{ada}") };
        assert_eq!(app.page("/admin/login", &other).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn signing_out_ends_the_session_and_not_only_the_cookie() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let reply = app.send(app.submit("view/log_out", &[], &ada)).await;
    assert_eq!(reply.header("location"), "/admin/login?done=signed-out");
    assert!(reply.header("set-cookie").starts_with("sid=; Path=/; Max-Age=0"));
    let page = app.page(reply.header("location"), &ada).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("You are signed out"));
    assert_eq!(app.page("/admin/nowhere", &ada).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_session_is_over_when_idle_or_old() {
    let app = TestApp::start().await;
    app.owner().await;
    for (ago, status) in [
        (IDLE_MS - 60_000, StatusCode::NOT_FOUND),
        (IDLE_MS + 1_000, StatusCode::SEE_OTHER),
        (ABSOLUTE_MS + 1_000, StatusCode::SEE_OTHER),
    ] {
        let ada = app.session_from("ada", ago, false).await;
        assert_eq!(app.page("/admin/nowhere", &ada).await.status, status, "{ago}");
    }
}

#[tokio::test]
async fn guessing_gets_slower_for_its_address_and_says_how_long() {
    let app = TestApp::start().await;
    app.owner().await;
    let wrong = [("name", "nobody"), ("password", "a wrong password")];
    for _ in 0..5 {
        let reply = app.send(app.call("open/log_in", &wrong, "")).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
    }
    let reply = app.send(app.call("open/log_in", &wrong, "")).await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(reply.header("retry-after"), "1");
    let page = app.send(app.submit("open/log_in", &wrong, "")).await;
    assert_eq!(page.header("location"), "/admin/login?to=/admin&refused=wait-1");
    let page = app.page(page.header("location"), "").await;
    assert!(page.text().contains("Wait 1 second"), "{}", page.text());
    // Never a lock-out: a moment later the right password is right.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    app.sign_in("ada").await;
}

#[tokio::test]
async fn strangers_who_guess_do_not_keep_somebody_out_of_a_place_they_know() {
    let app = TestApp::with().set("WIDGET_TRUSTED_PROXIES", "127.0.0.0/8").start().await;
    let from = |address: &str, password: &str| {
        app.call("open/log_in", &[("name", "ada"), ("password", password)], "")
            .header("x-forwarded-for", address)
    };
    // From 127.0.0.1 itself, where nobody signs in from afterwards.
    app.owner().await;
    let home = "198.51.100.7";
    assert_eq!(app.send(from(home, PASSWORD)).await.status, StatusCode::OK);
    for guess in 0..5 {
        let address = format!("2001:db8:0:{guess}::1");
        assert_eq!(
            app.send(from(&address, "a guess at it")).await.status,
            StatusCode::UNAUTHORIZED
        );
    }
    // All of them together are slowed down, each alone had one try.
    let reply = app.send(from("203.0.113.9", PASSWORD)).await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(app.send(from(home, PASSWORD)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_household_is_one_address() {
    let app = TestApp::with().set("WIDGET_TRUSTED_PROXIES", "127.0.0.0/8").start().await;
    let from = |address: String, name: String| {
        app.call("open/log_in", &[("name", &name), ("password", "a guess at it")], "")
            .header("x-forwarded-for", address)
    };
    for guess in 0..5 {
        let reply = app.send(from(format!("2001:db8:1:2::{guess}"), format!("n{guess}"))).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
    }
    let reply = app.send(from("2001:db8:1:2:ffff::".to_owned(), "n6".to_owned())).await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_form_whose_session_is_over_leads_to_the_login_page_and_back_to_its_page() {
    let app = TestApp::start().await;
    app.owner().await;
    let reply = app.send(app.submit("view/log_out", &[], "")).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER);
    let page = "/admin/login?refused=expired&to=/admin/settings%3Fa%3Db";
    assert_eq!(reply.header("location"), page);
    assert!(app.page(page, "").await.text().contains("You were signed out"));
}

#[tokio::test]
async fn a_page_in_front_of_the_dashboard_keeps_to_itself() {
    let app = TestApp::start().await;
    let page = app.page("/admin/login", "").await;
    let policy = page.header("content-security-policy");
    for part in ["frame-ancestors 'none'", "form-action 'self'", "'nonce-", "base-uri 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe-inline"));
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    // Other methods are no way around.
    let reply = app.send(app.request(Method::PUT, "/admin/login")).await;
    assert_eq!(reply.status, StatusCode::FORBIDDEN);
}

#[test]
fn passwords_and_sessions_are_in_no_log_line() {
    let folder = built();
    let mut command = site_agent(folder.path());
    command.env("SITE_AGENT_LOG_FILTER", "trace");
    let program = Started::with(command);
    let form = format!(
        "origin: {}\r\ncontent-type: application/x-www-form-urlencoded\r\ncookie: sid=canary-cookie",
        program.origin()
    );
    let tried = "name=ada&password=canary-password&to=%2Fadmin%3Fcanary-to";
    let reply = program.request("POST /api/fn/admin/open/log_in", &form, tried);
    assert!(reply.starts_with("HTTP/1.1 401"), "{reply}");
    let tried = "token=canary-token&name=ada&password=canary-password&repeated=canary-password";
    let reply = program.request("POST /api/fn/admin/open/join", &form, tried);
    assert!(reply.starts_with("HTTP/1.1 410"), "{reply}");
    program.request("GET /admin/set-up?token=canary-token", &form, "");
    let (_, log) = program.stop();
    assert!(log.contains("/api/fn/admin/open/log_in"), "{log}");
    let told: Vec<_> = log.lines().filter(|line| line.contains("canary")).collect();
    assert!(told.is_empty(), "{told:#?}");
}
