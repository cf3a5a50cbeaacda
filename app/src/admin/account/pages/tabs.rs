//! The pages of the settings.

use leptos::prelude::*;

use crate::admin::account::SignedIn;
use crate::site::href;

/// A page of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    /// The own account.
    Account,
    /// What is stored and for how long, for owners.
    Data,
    /// Everybody's, for owners.
    People,
    /// What was done, for owners.
    Audit,
}

const TABS: [(Tab, &str, &str); 4] = [
    (Tab::Account, "Your account", "/admin/settings"),
    (Tab::Data, "Stored data", "/admin/settings/data"),
    (Tab::People, "People", "/admin/settings/people"),
    (Tab::Audit, "Audit log", "/admin/settings/audit"),
];

/// Links to them; a viewer has only one.
#[component]
pub(super) fn Tabs(
    /// The page one is on.
    current: Tab,
) -> impl IntoView {
    if !SignedIn::here().is_some_and(|who| who.is_owner()) {
        return ().into_any();
    }
    let links = TABS
        .into_iter()
        .map(|(tab, name, path)| {
            view! {
                <a href=href(path) aria-current=(tab == current).then_some("page")>
                    {name}
                </a>
            }
        })
        .collect_view();
    view! {
        <nav class="tabs" aria-label="Settings">
            {links}
        </nav>
    }
    .into_any()
}
