//! What a customer's page needs: the tag, and what a strict policy has to allow.

use leptos::prelude::*;

use super::copy::CopyButton;
use crate::site::{Site, href};

/// The tag of a widget, ready to be pasted.
pub(super) fn tag(site: &Site, key: &str) -> String {
    format!(
        "<script src=\"{}{}\" data-widget=\"{key}\" async></script>",
        site.public_url, site.assets.embed
    )
}

/// The lines of a policy: where the panel may run in the page, and where it may not.
fn policies(site: &Site) -> [(&'static str, String); 2] {
    // An origin ends where the path begins, if there is one.
    let origin = match site.public_url.match_indices('/').nth(2) {
        Some((end, _)) => &site.public_url[..end],
        None => &site.public_url,
    };
    [
        (
            "The panel runs in the page:",
            format!("script-src {origin} 'wasm-unsafe-eval'; connect-src {origin}"),
        ),
        (
            "Where the page allows no WebAssembly, it runs in a frame:",
            format!("script-src {origin}; connect-src {origin}; frame-src {origin}"),
        ),
    ]
}

/// The section of a widget's page.
#[component]
pub(super) fn Snippet(key: String) -> impl IntoView {
    let site = Site::here();
    let tag = tag(&site, &key);
    let policies = policies(&site).map(|(when, policy)| {
        view! {
            <p class="small">{when}</p>
            <div class="snippet">
                <code>{policy.clone()}</code>
                <CopyButton text=policy label="Copy".to_owned()/>
            </div>
        }
    });
    view! {
        <section class="card-box" aria-labelledby="tag">
            <h2 id="tag">"Tag"</h2>
            <p>"Put this line into your pages, best at the end of the head. All else is set here."</p>
            <div class="snippet">
                <code>{tag.clone()}</code>
                <CopyButton text=tag label="Copy the tag".to_owned()/>
            </div>
            <p>
                <a href=href(&format!("/admin/widgets/{key}/preview"))>"See it on an empty page"</a>
            </p>
            <details>
                <summary>"Your pages send a Content-Security-Policy?"</summary>
                <div class="stack">
                    <p>"It has to allow one of these, beside what it allows already:"</p>
                    {policies.into_iter().collect_view()}
                </div>
            </details>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_has_the_path_and_a_policy_has_none() {
        let mut site =
            Site { public_url: "https://agent.example/sub".to_owned(), ..Site::default() };
        site.assets.embed = "/embed.js".to_owned();
        assert_eq!(
            tag(&site, "wk_1"),
            "<script src=\"https://agent.example/sub/embed.js\" data-widget=\"wk_1\" async></script>"
        );
        let policy = "script-src https://agent.example 'wasm-unsafe-eval'; \
            connect-src https://agent.example";
        assert_eq!(policies(&site)[0].1, policy);
        site.public_url = "http://127.0.0.1:3000".to_owned();
        assert!(policies(&site)[1].1.ends_with("frame-src http://127.0.0.1:3000"));
    }
}
