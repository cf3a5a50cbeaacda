//! The settings of a widget as a form.

use leptos::prelude::*;

use crate::admin::widgets::field::{FieldView, GROUPS, Group};
use crate::admin::widgets::{Answer, Fields};
use crate::site::href;

/// The form of a widget's page; for viewers it can only be read.
#[component]
pub(super) fn SettingsForm(
    key: String,
    fields: Fields,
    may_change: bool,
    answer: Option<Answer>,
) -> impl IntoView {
    // An answer to another form of the page has nothing that was typed here.
    let typed = answer.as_ref().and_then(|answer| answer.typed.clone());
    let typed = typed.filter(|typed| typed.contains_key("name"));
    let values = typed.unwrap_or(fields);
    let groups = GROUPS
        .iter()
        .map(|group| view! { <GroupView group values=values.clone() answer=answer.clone()/> })
        .collect_view();
    if !may_change {
        return view! {
            <section class="card-box widget-form" aria-labelledby="settings">
                <h2 id="settings">"Settings"</h2>
                <fieldset class="bare" disabled>
                    {groups}
                </fieldset>
            </section>
        }
        .into_any();
    }
    view! {
        <form
            class="card-box widget-form"
            method="post"
            action=href("/api/fn/admin/own/change_widget")
            aria-labelledby="settings"
        >
            <h2 id="settings">"Settings"</h2>
            <input type="hidden" name="key" value=key/>
            {groups}
            <p>
                <button class="button primary">"Save"</button>
            </p>
        </form>
    }
    .into_any()
}

#[component]
fn GroupView(group: &'static Group, values: Fields, answer: Option<Answer>) -> impl IntoView {
    let is_wrong = group
        .fields
        .iter()
        .any(|field| answer.as_ref().is_some_and(|answer| answer.is_wrong(field.name)));
    let fields = group
        .fields
        .iter()
        .map(|field| view! { <FieldView field values=values.clone() answer=answer.clone()/> })
        .collect_view();
    if group.is_folded {
        view! {
            <details class="group" open=is_wrong>
                <summary>{group.title}</summary>
                <div class="fields">{fields}</div>
            </details>
        }
        .into_any()
    } else {
        view! {
            <section class="group">
                <h3>{group.title}</h3>
                <div class="fields">{fields}</div>
            </section>
        }
        .into_any()
    }
}
