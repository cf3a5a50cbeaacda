//! A table that scrolls by itself where it is wider than its window.

use leptos::prelude::*;

/// The head of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Of words.
    Text(&'static str),
    /// Of numbers, which stand to the right.
    Number(&'static str),
    /// Of buttons: said to whom cannot see what they belong to.
    Unseen(&'static str),
}

/// Rows under their heads. Keys reach the region, so that they can scroll it.
#[component]
pub fn AdminTable(
    /// What the table lists.
    label: &'static str,
    /// One for each column.
    heads: &'static [Head],
    /// The rows.
    children: Children,
) -> impl IntoView {
    let heads = heads.iter().copied().map(head).collect_view();
    view! {
        <div class="admin-scroll" role="region" aria-label=label tabindex="0">
            <table class="admin-table">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{children()}</tbody>
            </table>
        </div>
    }
}

fn head(head: Head) -> AnyView {
    match head {
        Head::Text(words) => view! { <th scope="col">{words}</th> }.into_any(),
        Head::Number(words) => view! {
            <th scope="col" class="number">
                {words}
            </th>
        }
        .into_any(),
        Head::Unseen(words) => view! {
            <th scope="col">
                <span class="unseen">{words}</span>
            </th>
        }
        .into_any(),
    }
}
