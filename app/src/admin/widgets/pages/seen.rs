//! Where a widget's tag was met.

use leptos::prelude::*;

use crate::admin::widgets::{Met, SiteTools};
use crate::admin::{AdminTable, Head, When};

const SEEN_HEADS: [Head; 3] = [Head::Text("Page"), Head::Text("First"), Head::Text("Last")];

const TOOL_HEADS: [Head; 3] = [Head::Text("Site"), Head::Text("Tools"), Head::Text("Last")];

/// The section of a widget's page.
#[component]
pub(super) fn Seen(pages: Vec<Met>, tools: Vec<SiteTools>) -> impl IntoView {
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
            <Tools tools/>
        </section>
    }
}

/// What its pages let the agent do.
#[component]
fn Tools(tools: Vec<SiteTools>) -> impl IntoView {
    if tools.is_empty() {
        return view! {
            <p class="small">
                "The tools of its pages show up here once a visitor has asked something there."
            </p>
        }
        .into_any();
    }
    let rows = tools
        .into_iter()
        .map(|site| {
            view! {
                <tr>
                    <th scope="row" class="mono">
                        {site.origin}
                    </th>
                    <td class="mono">{site.tools.join(", ")}</td>
                    <td>
                        <When ms=site.last/>
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <h3>"Tools of these pages"</h3>
        <p class="small">
            "As they came with visitors' questions, the newest two hundred. A panel in a frame, and the \
             preview, ask from this program's own address."
        </p>
        <AdminTable label="Tools of these pages" heads=&TOOL_HEADS>
            {rows}
        </AdminTable>
    }
    .into_any()
}
