//! `/admin/settings/audit`: what was done, by whom, from where.

use leptos::prelude::*;

use super::tabs::{Tab, Tabs};
use crate::admin::account::told::word;
use crate::admin::account::{AuditLine, Refusal};
use crate::admin::{AdminFrame, AdminIcon, AdminTable, Head, Section, When};
use crate::ports::Ports;
use crate::site::href;

const AUDIT_HEADS: [Head; 5] = [
    Head::Text("When"),
    Head::Text("Who"),
    Head::Text("What"),
    Head::Text("About"),
    Head::Text("From"),
];

/// Lines on a page.
const MOST: usize = 100;

/// The page; `?before=` says where an older one begins.
#[component]
pub(super) fn AuditPage() -> impl IntoView {
    let Some(ports) = use_context::<Ports>() else { return ().into_any() };
    let before = word("before").and_then(|id| id.parse().ok()).unwrap_or(i64::MAX);
    Suspend::new(async move {
        // One more, to know whether there are older ones.
        let lines = ports.audit.before(before, 101).await;
        let list = match lines {
            Ok(lines) => view! { <Lines lines is_first=before == i64::MAX/> }.into_any(),
            Err(error) => {
                view! { <p role="alert">{Refusal::from(error).to_string()}</p> }.into_any()
            }
        };
        view! {
            <AdminFrame title="Audit log" current=Section::Settings>
                <Tabs current=Tab::Audit/>
                <div class="card-head">
                    <p class="small">
                        "Lines are added and never changed. No password, key or text of a visitor is in them."
                    </p>
                    <a class="button small" href=href("/admin/files/own/audit.jsonl")>
                        {AdminIcon::Download.view()}
                        "Download all (JSONL)"
                    </a>
                </div>
                {list}
            </AdminFrame>
        }
    })
    .into_any()
}

#[component]
fn Lines(lines: Vec<AuditLine>, is_first: bool) -> impl IntoView {
    if lines.is_empty() {
        return view! {
            <p class="blank">
                "Nothing is here. Signing in, changes of accounts and widgets, and deletions appear here."
            </p>
        }
        .into_any();
    }
    let older = (lines.len() > MOST).then(|| lines[MOST - 1].id);
    let rows = lines
        .into_iter()
        .take(MOST)
        .map(|line| {
            view! {
                <tr>
                    <td>
                        <When ms=line.at/>
                    </td>
                    <th scope="row">
                        <bdi>{line.who}</bdi>
                    </th>
                    <td>{line.what}</td>
                    <td dir="auto">{line.about}</td>
                    <td class="mono">{line.address}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <AdminTable label="Audit log" heads=&AUDIT_HEADS>
            {rows}
        </AdminTable>
        <nav class="pages" aria-label="Pages">
            {(!is_first)
                .then(|| {
                    view! {
                        <a class="button small" href=href("/admin/settings/audit")>
                            "Newest"
                        </a>
                    }
                })}
            {older
                .map(|id| {
                    view! {
                        <a class="button small" href=href(&format!("/admin/settings/audit?before={id}"))>
                            "Older"
                        </a>
                    }
                })}
        </nav>
    }
    .into_any()
}
