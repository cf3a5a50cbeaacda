//! Which pages may use a widget, and which tried.

use leptos::prelude::*;

use crate::admin::widgets::field::ORIGIN;
use crate::admin::widgets::wrong::Wrong;
use crate::admin::widgets::{Answer, Met, Sheet};
use crate::admin::{AdminTable, Head, When};
use crate::site::href;

const REFUSED_HEADS: [Head; 5] = [
    Head::Text("Origin"),
    Head::Number("Requests"),
    Head::Text("First"),
    Head::Text("Last"),
    Head::Unseen("Allow it"),
];

/// The section of a widget's page.
#[component]
pub(super) fn Origins(sheet: Sheet, may_change: bool, answer: Option<Answer>) -> impl IntoView {
    let key = sheet.summary.key.clone();
    let is_empty = sheet.origins.is_empty();
    let hint = match (may_change, sheet.summary.is_of_file) {
        (true, _) => "",
        (false, true) => "To allow one, list it in the configuration under widget.allowed_origins.",
        (false, false) => "An owner can allow them.",
    };
    let listed = sheet
        .origins
        .into_iter()
        .map(|origin| {
            let key = key.clone();
            view! {
                <li class="line">
                    <span class="mono">{origin.clone()}</span>
                    {may_change
                        .then(|| {
                            view! {
                                <OriginButton
                                    verb="forbid_origin"
                                    word="Remove"
                                    key
                                    origin
                                />
                            }
                        })}
                </li>
            }
        })
        .collect_view();
    view! {
        <section class="card-box" aria-labelledby="origins">
            <h2 id="origins">"Origins"</h2>
            <p>
                "Pages of these sites may use the widget, and the program's own; no other page may. An \
                 origin stops other websites. It stops no script outside of a browser: limits do."
            </p>
            {is_empty.then(|| view! { <p class="small">"No site is listed yet."</p> })}
            {(!is_empty).then(|| view! { <ul class="lines">{listed}</ul> })}
            {may_change.then(|| view! { <AddOrigin key=key.clone() answer/> })}
            <h3>"Refused"</h3>
            <Refused refused=sheet.refused key may_change hint/>
        </section>
    }
}

#[component]
fn AddOrigin(key: String, answer: Option<Answer>) -> impl IntoView {
    let wrong = Wrong::of(answer.as_ref(), ORIGIN.0, ORIGIN.1);
    let typed = answer.and_then(|answer| answer.typed?.remove("origin"));
    let value = wrong.is_there().then_some(typed).flatten();
    view! {
        <form method="post" action=href("/api/fn/admin/own/allow_origin")>
            <input type="hidden" name="key" value=key/>
            <div class="field">
                <label for="origin">"Add an origin"</label>
                <div class="with-button">
                    <input
                        id="origin"
                        name="origin"
                        value=value
                        placeholder="https://shop.example"
                        inputmode="url"
                        autocapitalize="none"
                        spellcheck="false"
                        required
                        aria-invalid=wrong.invalid()
                        aria-describedby=wrong.described(false)
                    />
                    <button class="button">"Add"</button>
                </div>
                {wrong.view()}
            </div>
        </form>
    }
}

#[component]
fn Refused(refused: Vec<Met>, key: String, may_change: bool, hint: &'static str) -> impl IntoView {
    if refused.is_empty() {
        return view! { <p class="small">"No page was refused so far."</p> }.into_any();
    }
    let rows = refused
        .into_iter()
        .map(|met| {
            let (key, origin) = (key.clone(), met.place.clone());
            view! {
                <tr>
                    <th scope="row" class="mono">
                        {met.place}
                    </th>
                    <td class="number">{met.count}</td>
                    <td>
                        <When ms=met.first/>
                    </td>
                    <td>
                        <When ms=met.last/>
                    </td>
                    {may_change
                        .then(|| {
                            view! {
                                <td>
                                    <OriginButton verb="allow_origin" word="Allow" key origin/>
                                </td>
                            }
                        })}
                </tr>
            }
        })
        .collect_view();
    // The last column is of buttons.
    let heads = if may_change { &REFUSED_HEADS[..] } else { &REFUSED_HEADS[..4] };
    view! {
        <p class="small">
            "Pages that asked and are not listed, the newest fifty. Anybody can send any origin: allow \
             only what is yours."
        </p>
        <AdminTable label="Refused origins" heads=heads>
            {rows}
        </AdminTable>
        {(!hint.is_empty()).then(|| view! { <p class="small">{hint}</p> })}
    }
    .into_any()
}

/// One click: a form of its own.
#[component]
fn OriginButton(
    verb: &'static str,
    word: &'static str,
    key: String,
    origin: String,
) -> impl IntoView {
    view! {
        <form method="post" action=href(&format!("/api/fn/admin/own/{verb}"))>
            <input type="hidden" name="key" value=key/>
            <input type="hidden" name="origin" value=origin.clone()/>
            <button class="button small" aria-label=format!("{word} {origin}")>
                {word}
            </button>
        </form>
    }
}
