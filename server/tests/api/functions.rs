//! The site's own functions, as its pages' plain forms and scripts call them, and as other sites
//! would like to.

use leptos::server_fn::axum::server_fn_paths;
use reqwest::{Method, RequestBuilder, StatusCode};

use crate::test_app::{Reply, TestApp};

const ADD: &str = "/api/fn/add_to_cart";

fn form(app: &TestApp, fields: &str) -> RequestBuilder {
    app.request(Method::POST, ADD)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "text/html,application/xhtml+xml")
        .header("referer", format!("{}/shop", app.url()))
        .body(fields.to_owned())
}

/// The cookies of a reply as a browser would send them back.
fn cookies(reply: &Reply) -> String {
    let set = reply.headers.get_all("set-cookie").iter();
    let pairs = set.map(|cookie| cookie.to_str().expect("text").split(';').next().unwrap_or(""));
    pairs.collect::<Vec<_>>().join("; ")
}

async fn cart_with(app: &TestApp, cookies: &str) -> String {
    let request = app.request(Method::GET, "/shop/cart").header("cookie", cookies);
    let reply = app.send(request).await;
    assert_eq!(reply.status, StatusCode::OK);
    reply.text().to_owned()
}

#[tokio::test]
async fn a_plain_form_acts_and_comes_back_to_its_page() {
    for public_url in ["", "http://shop.example/agent"] {
        let app = TestApp::with().set("PUBLIC_URL", public_url).start().await;
        let request =
            form(&app, "product=MUG-BLUE&quantity=2").header("sec-fetch-site", "same-origin");
        let reply = app.send(request).await;
        assert_eq!(reply.status, StatusCode::FOUND);
        let back = reply.header("location").trim_end_matches('?');
        assert_eq!(back, format!("{}/shop", app.url()));
        let page = cart_with(&app, &cookies(&reply)).await;
        assert!(page.contains("Blue enamel mug"), "{page}");
    }
}

#[tokio::test]
async fn a_form_whose_page_is_not_named_leads_to_the_front_page() {
    let app = TestApp::with().set("PUBLIC_URL", "http://shop.example/agent").start().await;
    let request = app
        .request(Method::POST, ADD)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "text/html")
        .body("product=MUG-BLUE&quantity=1");
    let reply = app.send(request).await;
    assert_eq!((reply.status, reply.header("location")), (StatusCode::FOUND, "/agent/"));
}

#[tokio::test]
async fn a_script_gets_an_answer_instead_of_a_page() {
    let app = TestApp::start().await;
    let request = app
        .request(Method::POST, ADD)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "application/json")
        .header("origin", app.origin())
        .body("product=Blue+enamel+mug&quantity=1");
    let reply = app.send(request).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    assert!(reply.header("content-type").starts_with("application/json"));
}

#[tokio::test]
async fn another_site_changes_nothing() {
    let app = TestApp::start().await;
    let mine = app.send(form(&app, "product=MUG-BLUE&quantity=1")).await;
    let cart = cookies(&mine);
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        let request =
            form(&app, "product=BOARD-WALNUT").header(name, value).header("cookie", &cart);
        let reply = app.send(request).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{name}: {value}");
        assert_eq!(reply.header("set-cookie"), "", "{name}: {value}");
    }
    let page = cart_with(&app, &cart).await;
    assert!(page.contains("Blue enamel mug") && !page.contains("Walnut board"), "{page}");
}

#[tokio::test]
async fn no_function_is_mounted_past_the_layers_in_front_of_it() {
    let app = TestApp::start().await;
    let paths: Vec<_> = server_fn_paths().collect();
    assert!(paths.iter().any(|(path, _)| *path == ADD), "{paths:?}");
    assert!(paths.iter().any(|(path, _)| *path == "/api/agent"), "{paths:?}");
    for (path, method) in paths {
        let request = app
            .request(method, path)
            .header("origin", "https://evil.example")
            .header("content-type", "application/json")
            .body("{}");
        assert_eq!(app.send(request).await.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn nothing_is_done_by_following_a_link() {
    let app = TestApp::start().await;
    let reply = app.get(&format!("{ADD}?product=MUG-BLUE&quantity=1")).await;
    assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(reply.header("set-cookie"), "");
}

#[tokio::test]
async fn the_carts_cookie_is_out_of_reach_of_scripts_and_other_sites() {
    for (public_url, secure) in [("", false), ("https://shop.example", true)] {
        let app = TestApp::with().set("PUBLIC_URL", public_url).start().await;
        let reply = app.send(form(&app, "product=MUG-BLUE&quantity=1")).await;
        let set: Vec<_> = reply.headers.get_all("set-cookie").iter().collect();
        assert!(!set.is_empty());
        for cookie in set {
            let cookie = cookie.to_str().expect("text");
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
            assert_eq!(cookie.contains("Secure"), secure, "{cookie}");
        }
    }
}
