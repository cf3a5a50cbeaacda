//! The second step of signing in: off, being set up, on.

use leptos::prelude::*;

use super::field::Field;
use crate::admin::account::{Codes, Qr, Refusal, Shown};
use crate::admin::{Badge, Tone};
use crate::ports::StoreError;
use crate::site::href;

/// The second step, with what there is to do about it.
#[component]
pub(super) fn CodesBox(
    /// How it stands.
    codes: Result<Codes, StoreError>,
    /// What was made a moment ago.
    shown: Option<Shown>,
) -> impl IntoView {
    let (badge, content) = match codes {
        Ok(Codes::Off) => (view! { <Badge word="Off"/> }.into_any(), view! { <Off/> }.into_any()),
        Ok(Codes::Starting { secret, uri, qr }) => (
            view! { <Badge word="Not yet on" tone=Tone::Warning/> }.into_any(),
            view! { <Starting secret uri qr/> }.into_any(),
        ),
        Ok(Codes::On { left }) => (
            view! { <Badge word="On" tone=Tone::Good/> }.into_any(),
            view! { <On left shown/> }.into_any(),
        ),
        Err(error) => (
            ().into_any(),
            view! { <p role="alert">{Refusal::from(error).to_string()}</p> }.into_any(),
        ),
    };
    view! {
        <section class="card-box" id="codes">
            <div class="card-head">
                <h2>"Two-step sign-in"</h2>
                {badge}
            </div>
            {content}
        </section>
    }
}

#[component]
fn Off() -> impl IntoView {
    view! {
        <p class="small">
            "Signing in then asks for a code of an app on your phone besides the password, so that the \
             password alone opens nothing."
        </p>
        <form class="stack" method="post" action=href("/api/fn/admin/view/start_codes")>
            <Field
                name="password"
                id="codes-password"
                label="Your password"
                kind="password"
                autocomplete="current-password"
            />
            <p>
                <button class="button">"Set it up"</button>
            </p>
        </form>
    }
}

#[component]
fn Starting(secret: String, uri: String, qr: Qr) -> impl IntoView {
    // In groups of four, as one reads it off the screen.
    let groups: Vec<_> = secret
        .as_bytes()
        .chunks(4)
        .map(|group| String::from_utf8_lossy(group).into_owned())
        .collect();
    view! {
        <ol class="steps">
            <li>
                <p>
                    "Scan this with an authenticator app, or " <a href=uri>"open it on this device"</a>
                    ", or type the secret in."
                </p>
                <QrPicture qr/>
                <p>
                    "Secret: " <code>{groups.join(" ")}</code>
                </p>
            </li>
            <li>
                <form class="stack" method="post" action=href("/api/fn/admin/view/turn_codes_on")>
                    <Field
                        name="code"
                        label="The code that the app shows now"
                        autocomplete="one-time-code"
                    />
                    <p>
                        <button class="button primary">"Turn it on"</button>
                    </p>
                </form>
            </li>
        </ol>
        <form method="post" action=href("/api/fn/admin/view/cancel_codes")>
            <button class="button small">"Cancel"</button>
        </form>
    }
}

/// Dark on light in both themes: cameras expect it.
#[component]
fn QrPicture(qr: Qr) -> impl IntoView {
    let Qr { size, path } = qr;
    view! {
        <svg
            class="qr"
            viewBox=format!("0 0 {size} {size}")
            role="img"
            aria-label="The secret as a QR code"
            shape-rendering="crispEdges"
        >
            <rect width=size height=size fill="#ffffff"></rect>
            <path d=path fill="#000000"></path>
        </svg>
    }
}

#[component]
fn On(left: u32, shown: Option<Shown>) -> impl IntoView {
    let left = match left {
        0 => "No recovery code is left. Make new ones.".to_owned(),
        1 => "1 recovery code is left. Make new ones soon.".to_owned(),
        n => format!("{n} recovery codes are left. Each signs you in once, without the app."),
    };
    let new = match shown {
        Some(Shown::RecoveryCodes(codes)) => {
            let codes = codes.into_iter().map(|code| view! { <li>{code}</li> }).collect_view();
            view! {
                <div class="shown">
                    <p>
                        "Your recovery codes. They are shown for ten minutes and never again: print them, or \
                         keep them where your passwords are."
                    </p>
                    <ul class="recovery mono">{codes}</ul>
                </div>
            }
            .into_any()
        }
        Some(Shown::Invitation(_)) | None => ().into_any(),
    };
    view! {
        {new}
        <p>{left}</p>
        <form class="stack" method="post" action=href("/api/fn/admin/view/new_recovery_codes")>
            <Field
                name="password"
                id="codes-password"
                label="Your password"
                kind="password"
                autocomplete="current-password"
            />
            <p class="pair">
                <button class="button">"Make new recovery codes"</button>
                <button class="button danger" formaction=href("/api/fn/admin/view/turn_codes_off")>
                    "Turn two-step sign-in off"
                </button>
            </p>
        </form>
    }
}
