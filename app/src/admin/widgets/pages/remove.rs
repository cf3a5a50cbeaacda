//! `/admin/widgets/{key}/remove`: asks before it is done.

use leptos::prelude::*;

use super::around::{Page, serve};
use crate::admin::widgets::Sheet;
use crate::site::href;

/// The page.
#[component]
pub(super) fn RemovePage() -> impl IntoView {
    serve(async |look| {
        let sheet = look.sheet().await?;
        let title = format!("Remove {}?", sheet.summary.name);
        let body = if look.is_owner && !sheet.summary.is_of_file {
            view! { <Question sheet/> }.into_any()
        } else {
            view! { <p>"Only an owner can remove a widget, and only one that was made here."</p> }
                .into_any()
        };
        Ok(Page { title, body })
    })
}

#[component]
fn Question(sheet: Sheet) -> impl IntoView {
    let key = sheet.summary.key;
    view! {
        <div class="card-box">
            <p>
                "Its settings, its list of origins and its provider key are deleted for good, and its tag \
                 shows nothing any more. Runs that were stored of it stay: delete them under Traces."
            </p>
            <div class="buttons">
                <form method="post" action=href("/api/fn/admin/own/remove_widget")>
                    <input type="hidden" name="key" value=key.clone()/>
                    <button class="button danger">"Remove it"</button>
                </form>
                <a class="button" href=href(&format!("/admin/widgets/{key}"))>
                    "Keep it"
                </a>
            </div>
        </div>
    }
}
