//! Where a widget's tag was met.

use leptos::prelude::*;

use crate::admin::widgets::Met;
use crate::admin::{AdminTable, Head, When};

const SEEN_HEADS: [Head; 3] = [Head::Text("Page"), Head::Text("First"), Head::Text("Last")];

/// The section of a widget's page.
#[component]
pub(super) fn Seen(pages: Vec<Met>) -> impl IntoView {
    let body = if pages.is_empty() {
        view! {
            <p class="small">
                "On no page so far. Open one with the tag in it: it shows up here within seconds."
            </p>
        }
        .into_any()
    } else {
        let rows = pages
            .into_iter()
            .map(|met| {
                view! {
                    <tr>
                        <th scope="row" class="mono">
                            {met.place}
                        </th>
                        <td>
                            <When ms=met.first/>
                        </td>
                        <td>
                            <When ms=met.last/>
                        </td>
                    </tr>
                }
            })
            .collect_view();
        view! {
            <AdminTable label="Pages with the tag" heads=&SEEN_HEADS>
                {rows}
            </AdminTable>
        }
        .into_any()
    };
    view! {
        <section class="card-box" aria-labelledby="seen">
            <h2 id="seen">"Seen on"</h2>
            <p>
                "Pages whose tag asked for these settings, the newest fifty; most browsers tell the \
                 site and not the page. Nothing of a visitor is kept."
            </p>
            {body}
        </section>
    }
}
