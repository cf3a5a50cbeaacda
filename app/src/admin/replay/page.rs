//! `/admin/replays/{id}`: a replay, before and after the page told what came of it.

use http::StatusCode;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_axum::ResponseOptions;
use leptos_meta::Meta;
use leptos_router::components::Route;
use leptos_router::hooks::use_params_map;
use leptos_router::{MatchNestedRoutes, SsrMode, path};

use super::{Replay, ReplayId, ReplayState, ReplayedCall, ReplayedEnd};
use crate::admin::{AdminFrame, AdminIcon, Badge, Section, Tone};
use crate::ports::{Ports, StoreError};
use crate::site::href;

/// The address.
#[component(transparent)]
pub fn ReplayRoutes() -> impl MatchNestedRoutes + Clone {
    view! { <Route path=path!("/admin/replays/:id") view=ReplayPage ssr=SsrMode::Async/> }
        .into_inner()
}

/// The page.
#[component]
fn ReplayPage() -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id")).unwrap_or_default();
    // Outside of a request the routes are only being listed.
    let Some(ports) = use_context::<Ports>() else { return ().into_any() };
    let response = use_context::<ResponseOptions>();
    Suspend::new(async move {
        let id = ReplayId::parse(&id);
        let found = match &id {
            Some(id) => ports.replays.replay(id).await,
            None => Ok(None),
        };
        let (status, body) = match (id, found) {
            (Some(id), Ok(Some(replay))) => (None, shown(&id, replay)),
            (_, Ok(_)) => (
                Some(StatusCode::NOT_FOUND),
                told("There is no replay here any more. They are forgotten after an hour, and with their run."),
            ),
            (_, Err(StoreError)) => (
                Some(StatusCode::SERVICE_UNAVAILABLE),
                told("The database did not answer. The log of the program says why; try again in a minute."),
            ),
        };
        if let (Some(response), Some(status)) = (response, status) {
            response.set_status(status);
        }
        view! {
            <AdminFrame title="Replay" current=Section::Traces>
                {body}
            </AdminFrame>
        }
    })
    .into_any()
}

fn told(words: &'static str) -> AnyView {
    view! {
        <div class="blank">
            <p>{words}</p>
            <p>
                <a class="button" href=href("/admin/traces")>
                    "See all traces"
                </a>
            </p>
        </div>
    }
    .into_any()
}

fn shown(id: &ReplayId, replay: Replay) -> AnyView {
    let run = href(&format!("/admin/traces/{}", replay.run));
    let again = href(&format!("/admin/files/replays/{id}/open"));
    let body = match replay.state {
        ReplayState::Waiting { calls: 0, .. } => view! {
            <p>
                "This run has no call that could be run again: none was made, or all were refused, redacted or not stored."
            </p>
        }
        .into_any(),
        ReplayState::Waiting { calls, is_open } => {
            waiting(calls, is_open, &href(&format!("/admin/replays/{id}")), &again)
        }
        ReplayState::Told(calls) => compared(&calls, &again),
    };
    view! {
        <p class="crumbs">
            <a href=href("/admin/traces")>"Traces"</a>
            " / "
            <a href=run>{format!("Run {}", replay.code)}</a>
        </p>
        <p>"On " <bdi>{replay.page}</bdi></p>
        {body}
    }
    .into_any()
}

/// What looks again by itself. A script where there are scripts: Chromium forgets a page's refresh
/// when a link of it opens a tab.
const AGAIN: &str = "setTimeout(() => location.reload(), 3000)";

/// It looks again by itself, also without scripts.
fn waiting(calls: usize, is_open: bool, here: &str, open: &str) -> AnyView {
    let count = if calls == 1 { "1 call".to_owned() } else { format!("{calls} calls") };
    let state = if is_open {
        "The page is open. Press Replay there; what comes of it is shown here."
    } else {
        "Waiting for the page."
    };
    view! {
        <Meta http_equiv="refresh" content="5"/>
        <div class="card-box stack">
            <p>
                {format!(
                    "The page opens in another tab and asks whether to run {count} again, under the same rules as ever. \
                     No model is asked, nothing is approved in advance, and nothing runs before you press the button there.",
                )}
            </p>
            <p>
                <a class="button primary" href=open.to_owned() target="_blank" rel="noopener noreferrer">
                    {AdminIcon::Replay.view()}
                    {format!("Open the page and replay {count}")}
                </a>
            </p>
            <script nonce=use_nonce()>{AGAIN}</script>
            <p role="status">{state} " " <a href=here.to_owned()>"Look now"</a></p>
        </div>
    }
    .into_any()
}

fn compared(calls: &[ReplayedCall], again: &str) -> AnyView {
    let differ =
        calls.iter().filter(|call| matches!(call.end, ReplayedEnd::Differs { .. })).count();
    let (tone, sum) = match (differ, calls.len()) {
        (0, _) => (Tone::Good, "0 differences".to_owned()),
        (1, all) => (Tone::Bad, format!("1 of {all} calls differs")),
        (some, all) => (Tone::Bad, format!("{some} of {all} calls differ")),
    };
    let rows = calls.iter().enumerate().map(|(at, call)| row(at + 1, call)).collect_view();
    view! {
        <p role="status">
            <Badge word=sum tone=tone/>
        </p>
        <ol class="replayed">{rows}</ol>
        <p>
            <a class="button" href=again.to_owned() target="_blank" rel="noopener noreferrer">
                {AdminIcon::Replay.view()}
                "Replay again"
            </a>
        </p>
    }
    .into_any()
}

fn row(nth: usize, call: &ReplayedCall) -> AnyView {
    let (tone, word, texts) = match &call.end {
        ReplayedEnd::Same => (Tone::Good, "same".to_owned(), None),
        ReplayedEnd::Open(why) => (Tone::Plain, format!("ran, {why}"), None),
        ReplayedEnd::NotRun(why) => (Tone::Plain, format!("not run, {why}"), None),
        ReplayedEnd::Differs { how, recorded, now } => {
            (Tone::Bad, how.clone(), Some((recorded.clone(), now.clone())))
        }
    };
    let texts = texts.map(|(recorded, now)| {
        view! {
            <dl>
                <dt>"Recorded"</dt>
                <dd dir="auto">{recorded}</dd>
                <dt>"Now"</dt>
                <dd dir="auto">{now}</dd>
            </dl>
        }
    });
    view! {
        <li class="card-box">
            <p>
                <span>{format!("{nth} ")}</span>
                <code dir="auto">{call.tool.clone()}</code>
                " "
                <Badge word tone/>
            </p>
            {texts}
        </li>
    }
    .into_any()
}
