//! What the configuration sets of its own widget: to be read here, and changed there.

use leptos::prelude::*;

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
            <div class="admin-scroll" role="region" aria-label="Settings in force" tabindex="0">
                <table class="admin-table">
                    <thead>
                        <tr>
                            <th scope="col">"Key"</th>
                            <th scope="col">"In force"</th>
                            <th scope="col">"What it is for"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}
