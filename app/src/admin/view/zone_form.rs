//! Which zone the times are in, and how to have another.

use leptos::prelude::*;

use crate::admin::desk::Desk;

/// A line at the foot of a page. `kept`: what else its address says.
pub fn zone_form(desk: &Desk, path: &str, kept: &[(&str, &str)]) -> impl IntoView + use<> {
    let wrong = desk.no_such_zone.as_ref().map(|none| {
        let near = none.near.as_ref().map(|near| format!(" Did you mean {near}?"));
        format!("There is no such time zone.{}", near.unwrap_or_default())
    });
    let kept = kept
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| {
            view! { <input type="hidden" name=(*name).to_owned() value=(*value).to_owned()/> }
        })
        .collect_view();
    let name = desk.zone.name().to_owned();
    view! {
        <form class="zone" action=desk.href(path)>
            {kept} <label for="tz">"Times are in"</label>
            <input
                id="tz"
                name="tz"
                value=name
                maxlength="60"
                autocomplete="off"
                spellcheck="false"
            /> <button class="button small">"Change"</button>
            <span class="small" role="status">
                {wrong.unwrap_or_else(|| "A name such as UTC or Europe/Berlin.".to_owned())}
            </span>
        </form>
    }
}
