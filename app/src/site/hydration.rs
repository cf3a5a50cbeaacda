//! The script that wakes the islands.
//!
//! Our own, because the framework's writes the CSP nonce into a readable attribute, waits for an
//! idle moment that may never come, and builds file names that a base path would break.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

use super::place::Site;

/// Loads the module and its wasm, then hands each island of the page to its function.
#[component]
pub(super) fn Hydration() -> impl IntoView {
    let site = Site::here();
    let js = site.href(&site.assets.js);
    let wasm = site.href(&site.assets.wasm);
    let script = format!(
        "import({js}).then(async site => {{\
           await site.default({{ module_or_path: {wasm} }});\
           site.hydrate();\
           for (const island of document.querySelectorAll('leptos-island'))\
             site[island.dataset.component]?.(island);\
         }});",
        js = literal(&js),
        wasm = literal(&wasm),
    );
    view! {
        <link rel="modulepreload" href=js nonce=use_nonce()/>
        <link rel="preload" href=wasm r#as="fetch" r#type="application/wasm" crossorigin="anonymous"/>
        <script type="module" nonce=use_nonce()>
            {script}
        </script>
    }
}

/// A JavaScript string that cannot end the script element it stands in.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn a_path_cannot_end_the_script() {
        assert_eq!(literal("/a\"</script>"), "\"/a\\\"\\u003c/script>\"");
    }
}
