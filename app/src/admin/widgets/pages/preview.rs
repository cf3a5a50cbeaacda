//! `/admin/widgets/{key}/preview`: the widget itself on a page of ours that has nothing else.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

use super::around::{Page, serve};
use crate::site::{Site, href};

/// The page.
#[component]
pub(super) fn PreviewPage() -> impl IntoView {
    serve(async |look| {
        let sheet = look.sheet().await?;
        let summary = sheet.summary;
        let title = format!("{} on an empty page", summary.name);
        let back = href(&format!("/admin/widgets/{}", summary.key));
        let words = if summary.is_on {
            "The launcher is in the corner, with the saved settings. This page declares no tools, so \
             it can talk and do nothing. Where no model is set up, it says so."
        } else {
            "The widget is paused, so there is nothing to see."
        };
        let site = Site::here();
        let body = view! {
            <div class="card-boxes">
                <p>{words}</p>
                <p>
                    <a class="button" href=back>
                        "Back to the widget"
                    </a>
                </p>
            </div>
            <script
                src=site.href(&site.assets.embed)
                nonce=use_nonce()
                data-widget=summary.key
                async
            ></script>
        };
        Ok(Page { title, body: body.into_any() })
    })
}
