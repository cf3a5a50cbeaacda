//! Files by path: the built ones, and those of `public/` among the pages.

use axum::extract::{Request, State};
use axum::response::Response;

use crate::files::{File, Files};
use crate::site::Site;

/// `/embed.js`, `/site-agent/*`, `/pkg/*`: the file or a plain 404, never a page.
pub(crate) async fn built(State(files): State<Files>, request: Request) -> Response {
    match files.get(request.uri().path()) {
        Some(file) => file.respond(request.headers()),
        None => File::missing(),
    }
}

/// Any path that is no route: a file of `public/`, else the site says that there is nothing.
pub(crate) async fn public(
    State(files): State<Files>,
    State(site): State<Site>,
    request: Request,
) -> Response {
    match files.get(request.uri().path()) {
        Some(file) => file.respond(request.headers()),
        None => site.not_found(request).await,
    }
}
