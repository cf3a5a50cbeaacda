//! What every page of the dashboard has around it.

use leptos::prelude::*;

use super::account::{SignedIn, Told};
use super::icon::AdminIcon;
use crate::site::{WindowTitle, href};

/// The places of the dashboard, in the order of the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Sums and charts.
    Overview,
    /// Stored runs.
    Traces,
    /// Widgets and their settings.
    Widgets,
    /// The own account, people, what is kept.
    Settings,
}

const SECTIONS: [(Section, &str, &str); 4] = [
    (Section::Overview, "Overview", "/admin"),
    (Section::Traces, "Traces", "/admin/traces"),
    (Section::Widgets, "Widgets", "/admin/widgets"),
    (Section::Settings, "Settings", "/admin/settings"),
];

impl Section {
    /// The place that a path of ours belongs to.
    pub fn of(path: &str) -> Self {
        let is_below = |top: &str| {
            path.strip_prefix(top)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
        };
        let mut sections = SECTIONS.into_iter().rev();
        sections.find(|(.., top)| is_below(top)).map_or(Self::Overview, |(section, ..)| section)
    }
}

/// A page of the dashboard: navigation, who is signed in, the heading, and the page's own content.
#[component]
pub fn AdminFrame(
    /// The heading, and the window's title.
    #[prop(into)]
    title: String,
    /// The place it belongs to.
    current: Section,
    /// The page.
    children: Children,
) -> impl IntoView {
    // Outside of a request the routes are only being listed.
    let Some(who) = SignedIn::here() else { return ().into_any() };
    let places = SECTIONS
        .into_iter()
        .map(|(section, name, path)| {
            view! {
                <a href=href(path) aria-current=(section == current).then_some("page")>
                    {name}
                </a>
            }
        })
        .collect_view();
    view! {
        <WindowTitle text=format!("{title} · Site Agent")/>
        <a class="skip" href="#main">
            "Skip to the page"
        </a>
        <div class="admin">
            <header class="bar">
                <a class="bar-name" href=href("/admin")>
                    "Site Agent"
                </a>
                <nav aria-label="Dashboard">{places}</nav>
                <form class="bar-who" method="post" action=href("/api/fn/admin/view/log_out")>
                    <bdi>{who.name}</bdi>
                    <button class="button small">{AdminIcon::Leave.view()} "Sign out"</button>
                </form>
            </header>
            <main id="main" class="admin-page" tabindex="-1">
                <h1 dir="auto">{title}</h1>
                <Told/>
                {children()}
            </main>
        </div>
    }
    .into_any()
}
