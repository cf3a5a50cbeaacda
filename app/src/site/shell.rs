//! The document around every page.

use leptos::prelude::*;
use leptos_meta::{MetaTags, provide_meta_context};

use super::embed::Embed;
use super::hydration::Hydration;
use super::place::Site;
use super::routes::App;

/// A whole document: what the server renders for every address of the site.
pub fn shell() -> impl IntoView {
    provide_meta_context();
    let site = Site::here();
    view! {
        <!DOCTYPE html>
        <html lang="en" data-base=site.base.clone()>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <link rel="stylesheet" href=site.href(&site.assets.css)/>
                <link rel="icon" href=site.href("/favicon.svg") type="image/svg+xml"/>
                <Embed/>
                <MetaTags/>
                <Hydration/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}
