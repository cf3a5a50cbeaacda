//! What the configuration sets of its own widget: to be read here, and changed there.

use leptos::prelude::*;

use crate::admin::{AdminTable, Head};

const SETTINGS_HEADS: [Head; 3] =
    [Head::Text("Key"), Head::Text("In force"), Head::Text("What it is for")];

/// The section of the default widget's page.
#[component]
pub(super) fn OfFile(settings: Vec<(&'static str, String, &'static str)>) -> impl IntoView {
    let rows = settings
        .into_iter()
        .map(|(key, value, about)| {
            view! {
                <tr>
                    <th scope="row" class="mono">
                        {key}
                    </th>
                    <td class="mono" dir="auto">
                        {value}
                    </td>
                    <td class="small">{about}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="card-box" aria-labelledby="settings">
            <h2 id="settings">"Settings"</h2>
            <p>
                "This widget is set by the configuration, under " <code>"[widget]"</code>
                ". It is changed there, and holds from the next start."
            </p>
            <AdminTable label="Settings in force" heads=&SETTINGS_HEADS>
                {rows}
            </AdminTable>
        </section>
    }
}
