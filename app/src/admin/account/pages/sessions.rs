//! Where somebody is signed in, and how to end that.

use leptos::prelude::*;

use crate::admin::account::{Refusal, Session};
use crate::admin::{AdminTable, Badge, Head, Tone, When};
use crate::ports::StoreError;
use crate::site::href;

const SESSIONS_HEADS: [Head; 5] = [
    Head::Text("Browser"),
    Head::Text("From"),
    Head::Text("Began"),
    Head::Text("Last used"),
    Head::Unseen("End it"),
];

/// The list.
#[component]
pub(super) fn SessionsBox(
    /// The sessions that are not over.
    sessions: Result<Vec<Session>, StoreError>,
    /// The one that asks.
    current: i64,
) -> impl IntoView {
    let list = match sessions {
        Ok(sessions) => list(sessions, current).into_any(),
        Err(error) => view! { <p role="alert">{Refusal::from(error).to_string()}</p> }.into_any(),
    };
    view! {
        <section class="card-box" id="sessions">
            <div class="card-head">
                <h2>"Sessions"</h2>
                <form method="post" action=href("/api/fn/admin/view/end_other_sessions")>
                    <button class="button small">"End all others"</button>
                </form>
            </div>
            <p class="small">
                "A session ends after 12 hours without use, and after 30 days in any case."
            </p>
            {list}
        </section>
    }
}

fn list(sessions: Vec<Session>, current: i64) -> impl IntoView {
    let rows = sessions
        .into_iter()
        .map(|session| {
            let words = session.browser_in_words();
            let label = format!("End the session of {words}, {}", session.address);
            view! {
                <tr>
                    <th scope="row">
                        <span title=session.browser.clone()>{words}</span>
                    </th>
                    <td class="mono">{session.address.clone()}</td>
                    <td>
                        <When ms=session.created_at/>
                    </td>
                    <td>
                        <When ms=session.seen_at/>
                    </td>
                    <td>
                        {if session.id == current {
                            view! { <Badge word="This one" tone=Tone::Good/> }.into_any()
                        } else {
                            view! {
                                <form
                                    class="acts"
                                    method="post"
                                    action=href("/api/fn/admin/view/end_session")
                                >
                                    <input type="hidden" name="session" value=session.id/>
                                    <button class="button small" aria-label=label>
                                        "End"
                                    </button>
                                </form>
                            }
                                .into_any()
                        }}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <AdminTable label="Sessions" heads=&SESSIONS_HEADS>
            {rows}
        </AdminTable>
    }
}
