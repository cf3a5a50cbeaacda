//! What the pages have around them that are there before somebody is signed in.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use super::told::Told;
use crate::site::href;

/// A page in front of the dashboard: a name, a heading, what was said last, and one form.
#[component]
pub(in crate::admin) fn Door(
    /// The heading, and the window's title.
    #[prop(into)]
    title: String,
    /// The page.
    children: Children,
) -> impl IntoView {
    view! {
        <Title text=format!("{title} · Site Agent")/>
        <Meta name="robots" content="noindex"/>
        <main id="main" class="admin admin-door">
            <p class="bar-name">
                <a href=href("/")>"Site Agent"</a>
            </p>
            <h1>{title}</h1>
            <Told/>
            {children()}
        </main>
    }
}
