//! `/admin/widgets`: all of them.

use leptos::prelude::*;

use super::around::{Page, serve};
use crate::admin::widgets::Summary;
use crate::admin::{AdminTable, Badge, Head, Tone, When};
use crate::site::href;

const WIDGETS_HEADS: [Head; 5] = [
    Head::Text("Widget"),
    Head::Text("State"),
    Head::Text("Who answers"),
    Head::Number("Origins"),
    Head::Text("Last seen"),
];

/// The page.
#[component]
pub(super) fn ListPage() -> impl IntoView {
    serve(async |look| {
        let widgets = look.ports.widgets.list().await?;
        let rows = widgets.into_iter().map(|widget| view! { <Row widget/> }).collect_view();
        let add = look.is_owner.then(|| {
            view! {
                <p>
                    <a class="button primary" href=href("/admin/widgets/new")>
                        "New widget"
                    </a>
                </p>
            }
        });
        let body = view! {
            <div class="card-boxes">
                <p class="lead-in">
                    "A widget is the agent on one site: who may use it, which model answers, what it \
                     may cost, how it looks. Give each site its own."
                </p>
                {add}
                <AdminTable label="Widgets" heads=&WIDGETS_HEADS>
                    {rows}
                </AdminTable>
            </div>
        };
        Ok(Page { title: "Widgets".to_owned(), body: body.into_any() })
    })
}

#[component]
fn Row(widget: Summary) -> impl IntoView {
    let page = href(&format!("/admin/widgets/{}", widget.key));
    let seen = match widget.last_seen {
        Some(ms) => view! { <When ms/> }.into_any(),
        None => "not yet".into_any(),
    };
    view! {
        <tr>
            <th scope="row">
                <a href=page dir="auto">
                    {widget.name.clone()}
                </a>
                <br/>
                <span class="mono small">{widget.key.clone()}</span>
            </th>
            <td>
                <State widget=widget.clone()/>
            </td>
            <td dir="auto">{widget.model}</td>
            <td class="number">{widget.origins}</td>
            <td>{seen}</td>
        </tr>
    }
}

/// Whether it answers, and if not, why.
#[component]
pub(super) fn State(widget: Summary) -> impl IntoView {
    match (widget.is_on, widget.fault) {
        (false, _) => view! { <Badge word="Paused"/> }.into_any(),
        (true, None) => view! { <Badge word="On" tone=Tone::Good/> }.into_any(),
        (true, Some(fault)) => view! {
            <Badge word="Not set up" tone=Tone::Warning/>
            <p class="small" dir="auto">
                {fault}
            </p>
        }
        .into_any(),
    }
}
