//! The front door: what this program is, in a few honest lines, and the way to the demo shop.

use leptos::prelude::*;
use leptos_axum::ResponseOptions;
use leptos_meta::{Meta, Title};

use super::place::href;
use crate::admin::{Refused, RefusedPage};

/// The tag a site owner adds; shown as it is typed.
const TAG: &str = "<script src=\"https://agent.example/embed.js\" async></script>";

/// `/`.
#[component]
pub(super) fn HomePage() -> impl IntoView {
    view! {
        <Title text="Site Agent"/>
        <Meta
            name="description"
            content="Visitors ask a page in plain words; the page's own tools act, with consent."
        />
        <main class="door">
            <p class="door-name">"Site Agent"</p>
            <h1>"Ask a page to do something. It asks you before it does."</h1>
            <p class="door-lead">
                "Site Agent is a small program you run beside your own website. Visitors write what \
                 they want; the agent uses only the tools your page declares, and nothing changes \
                 until the visitor says yes to exactly that."
            </p>
            <p class="door-act">
                <a class="button primary" href=href("/shop")>
                    "Try it in the demo shop"
                </a>
            </p>
            <dl class="door-facts">
                <dt>"Only declared tools"</dt>
                <dd>
                    "It calls functions your page registers through WebMCP. It does not read the \
                     page, click on it or run code in it."
                </dd>
                <dt>"A question before each change"</dt>
                <dd>
                    "What is about to happen is shown in plain words, with Deny beside Allow. After \
                     words of strangers, such as reviews, it asks again even where you trusted it."
                </dd>
                <dt>"Your key stays with you"</dt>
                <dd>
                    "The model is reached through your own server, or runs in the visitor's browser. \
                     Without any key, plain keyword rules answer, so that you can look around first."
                </dd>
                <dt>"One tag"</dt>
                <dd>
                    <code>{TAG}</code>
                </dd>
            </dl>
            <p class="door-foot">
                "Asking first lowers the risk that words on a page talk the agent into something; it \
                 does not remove it. What else it cannot do is a chapter of the README."
            </p>
        </main>
    }
}

/// Any address that no page has; also what the dashboard refused, which has no address.
#[component]
pub(super) fn NowherePage() -> impl IntoView {
    if let Some(refused) = use_context::<Refused>() {
        return view! { <RefusedPage refused/> }.into_any();
    }
    if let Some(response) = use_context::<ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <Title text="Not found"/>
        <main class="door">
            <p class="door-name">"Site Agent"</p>
            <h1>"There is no page at this address."</h1>
            <p class="door-lead">"The link may be old, or a letter may be missing."</p>
            <p class="door-act">
                <a class="button primary" href=href("/shop")>
                    "Go to the shop"
                </a>
                <a class="button" href=href("/")>
                    "Go to the front door"
                </a>
            </p>
        </main>
    }
    .into_any()
}
