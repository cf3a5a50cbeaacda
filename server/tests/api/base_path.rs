//! A program that lives below a path, behind somebody's proxy.

use reqwest::{Method, StatusCode};

use crate::test_app::{STYLE, TestApp};

#[tokio::test]
async fn everything_lies_below_the_base_and_nothing_beside_it() {
    for public_url in ["https://shop.example/agent", "https://shop.example/agent/"] {
        let app = TestApp::with().set("PUBLIC_URL", public_url).start().await;
        assert!(app.url().ends_with("/agent"), "{}", app.url());
        for path in ["", "/", "/embed.js", STYLE, "/api/widgets/default", "/healthz"] {
            assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
        }
        for foreign in ["/", "/embed.js", "/agents", "/agentembed.js"] {
            let reply = app.get_beside_base(foreign).await;
            assert_eq!(reply.status, StatusCode::NOT_FOUND, "{foreign}");
        }
        // Probes come past the proxy.
        assert_eq!(app.get_beside_base("/readyz").await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn pages_and_settings_name_addresses_below_the_base() {
    let app = TestApp::with().set("PUBLIC_URL", "https://shop.example/agent").start().await;
    let front = app.get("/").await;
    assert!(front.text().contains(&format!("\"/agent{STYLE}\"")), "{}", front.text());
    for path in ["/", "/shop", "/shop/products/MUG-BLUE", "/shop/cart", "/shop/checkout"] {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        for attribute in ["href=\"/", "src=\"/", "action=\"/", "url=\"/"] {
            for (place, _) in page.text().match_indices(attribute) {
                let address = &page.text()[place + attribute.len() - 1..];
                let end = address.find('"').unwrap_or(address.len());
                assert!(address.starts_with("/agent"), "{path}: {}", &address[..end]);
            }
        }
    }
    let settings = app.get("/api/widgets/default").await.json();
    assert_eq!(settings["proxyUrl"], "/agent/api/agent");
}

#[tokio::test]
async fn a_query_survives_the_base() {
    let app = TestApp::with().set("PUBLIC_URL", "https://shop.example/agent").start().await;
    let reply = app.send(app.request(Method::GET, "?a=1")).await;
    assert_eq!(reply.status, StatusCode::OK);
}
