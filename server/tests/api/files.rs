//! The element's files, the bundle and the public files.

use std::fs;

use reqwest::{Method, StatusCode};

use crate::test_app::{Reply, STYLE, TestApp};

const WASM: &str = "/site-agent/sa-ba9876543210.wasm";

fn is_open_to_all(reply: &Reply) -> bool {
    reply.header("access-control-allow-origin") == "*"
        && reply.header("cross-origin-resource-policy") == "cross-origin"
        && reply.header("timing-allow-origin") == "*"
}

#[tokio::test]
async fn hashed_files_are_for_ever_and_stable_names_for_five_minutes() {
    let app =
        TestApp::with().file(&WASM[1..], "\0asm").file("site-agent/element.js", "").start().await;
    for (path, kind, kept) in [
        (WASM, "application/wasm", "public, max-age=31536000, immutable"),
        (STYLE, "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/embed.js", "text/javascript; charset=utf-8", "public, max-age=300"),
        ("/site-agent/element.js", "text/javascript; charset=utf-8", "public, max-age=300"),
    ] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        assert_eq!(reply.header("content-type"), kind, "{path}");
        assert_eq!(reply.header("cache-control"), kept, "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert!(is_open_to_all(&reply), "{path}: {reply:?}");
    }
}

#[tokio::test]
async fn public_files_lie_at_the_root() {
    let app = TestApp::with().file("images/mug.svg", "<svg/>").start().await;
    let reply = app.get("/images/mug.svg").await;
    assert_eq!((reply.status, reply.text()), (StatusCode::OK, "<svg/>"));
    assert_eq!(reply.header("content-type"), "image/svg+xml");
}

#[tokio::test]
async fn the_best_encoding_that_is_accepted_is_sent() {
    let app =
        TestApp::with().file("embed.js.br", "brotli").file("embed.js.gz", "gzip").start().await;
    for (accepted, encoding, body) in [
        ("gzip, deflate, br", "br", "brotli"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0, gzip;q=0.1", "gzip", "gzip"),
        ("identity", "", "// the tag"),
    ] {
        let request = app.request(Method::GET, "/embed.js").header("accept-encoding", accepted);
        let reply = app.send(request).await;
        assert_eq!(reply.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(reply.text(), body, "{accepted}");
        assert_eq!(reply.header("vary"), "accept-encoding", "{accepted}");
        assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
    }
    // The twins are no files of their own.
    assert_eq!(app.get("/embed.js.br").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let app = TestApp::start().await;
    let tag = app.get("/embed.js").await.header("etag").to_owned();
    let again = app.request(Method::GET, "/embed.js").header("if-none-match", format!("W/{tag}"));
    let reply = app.send(again).await;
    assert_eq!(reply.status, StatusCode::NOT_MODIFIED);
    assert!(reply.body.is_empty() && is_open_to_all(&reply));
    assert_eq!(reply.header("etag"), tag);
    let other = app.request(Method::GET, "/embed.js").header("if-none-match", "\"other\"");
    assert_eq!(app.send(other).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_missing_file_is_a_404_that_other_sites_can_read_and_never_a_page() {
    let app = TestApp::start().await;
    for path in ["/site-agent/sa-000000000000.js", "/pkg/none.js", "/site-agent/a/b.js"] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
        assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8", "{path}");
        assert!(is_open_to_all(&reply), "{path}");
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_folder() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    let app = TestApp::start().await;
    fs::write(app.data().join("secret.txt"), "secret").expect("written");
    // By hand: a client would tidy these paths before sending them.
    for path in [
        "/pkg/../../data/secret.txt",
        "/pkg/..%2f..%2fdata%2fsecret.txt",
        "/../data/secret.txt",
        "/site-agent/%2e%2e/manifest.json",
        "/manifest.json",
    ] {
        let mut connection = app.connect().await;
        let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        connection.write_all(head.as_bytes()).await.expect("written");
        let mut reply = String::new();
        connection.read_to_string(&mut reply).await.expect("read");
        assert!(reply.starts_with("HTTP/1.1 404"), "{path}: {reply}");
        assert!(!reply.contains("secret\n") && !reply.contains("\"css\""), "{path}: {reply}");
    }
}

#[tokio::test]
async fn the_files_of_the_last_three_builds_stay_served() {
    let build = |number: u32| format!("pkg/site-00000000000{number}.css");
    let mut app = TestApp::start().await;
    for number in 1..=3 {
        app = app
            .restart_after(|site| {
                fs::remove_dir_all(site.join("pkg")).expect("removed");
                fs::create_dir(site.join("pkg")).expect("made");
                fs::write(site.join(build(number)), format!("build {number}")).expect("written");
            })
            .await;
    }
    for number in 1..=3 {
        let reply = app.get(&format!("/{}", build(number))).await;
        assert_eq!((reply.status, reply.text()), (StatusCode::OK, &*format!("build {number}")));
    }
    assert_eq!(app.get(STYLE).await.status, StatusCode::NOT_FOUND, "the fourth last is gone");

    // A start without a new build pushes none out.
    let app = app.restart_after(|_| ()).await;
    assert_eq!(app.get(&format!("/{}", build(1))).await.status, StatusCode::OK);
}
