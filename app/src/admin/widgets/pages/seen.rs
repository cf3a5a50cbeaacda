//! Where a widget's tag was met.

use leptos::prelude::*;

use crate::admin::When;
use crate::admin::widgets::Met;

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
            <div class="admin-scroll" role="region" aria-label="Pages with the tag" tabindex="0">
                <table class="admin-table">
                    <thead>
                        <tr>
                            <th scope="col">"Page"</th>
                            <th scope="col">"First"</th>
                            <th scope="col">"Last"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
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
