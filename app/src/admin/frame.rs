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

/// Pages of traces that lie beside their list.
const OF_TRACES: [&str; 2] = ["/admin/compare", "/admin/replays"];

impl Section {
    /// The place that a path of ours belongs to; files are of the place that hands them out.
    pub fn of(path: &str) -> Self {
        let path = path.replacen("/admin/files/", "/admin/", 1);
        let is_below = |top: &str| {
            let rest = path.strip_prefix(top);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
        };
        if OF_TRACES.into_iter().any(is_below) {
            return Self::Traces;
        }
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

#[cfg(test)]
mod tests {
    use super::Section;

    #[test]
    fn a_path_belongs_to_the_place_that_it_lies_below() {
        for (path, section) in [
            ("/admin", Section::Overview),
            ("/admin?days=7", Section::Overview),
            ("/admin/nowhere", Section::Overview),
            ("/api/fn/admin/own/erase_runs", Section::Overview),
            ("/admin/traces?q=a", Section::Traces),
            ("/admin/tracestoo", Section::Overview),
            ("/admin/compare?a=1", Section::Traces),
            ("/admin/files/traces/1/trace.json", Section::Traces),
            ("/admin/files/replays/1/open", Section::Traces),
            ("/admin/widgets/wk_1", Section::Widgets),
            ("/admin/settings/people", Section::Settings),
        ] {
            assert_eq!(Section::of(path), section, "{path}");
        }
    }
}
