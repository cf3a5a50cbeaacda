//! The page in the place of something that was refused.

use http::StatusCode;
use leptos::prelude::*;

use super::account::{Door, SignedIn};
use super::frame::{AdminFrame, Section};
use crate::site::href;

/// What was refused, and to whom; the server gives it as context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// How it was refused.
    pub status: StatusCode,
    /// The reason as a sentence, if one was given.
    pub why: Option<String>,
    /// The page of the dashboard that it came from.
    pub from: Option<String>,
    /// The place that it belongs to.
    pub section: Section,
    /// Whether it was a form that would have changed something.
    pub is_form: bool,
}

impl Refused {
    fn title(&self) -> &'static str {
        match self.status {
            StatusCode::UNAUTHORIZED => "You are not signed in",
            StatusCode::FORBIDDEN => "Not allowed",
            StatusCode::NOT_FOUND | StatusCode::GONE => "Not here",
            StatusCode::REQUEST_TIMEOUT => "Too slow",
            StatusCode::PAYLOAD_TOO_LARGE => "Too large",
            StatusCode::TOO_MANY_REQUESTS => "Too often",
            StatusCode::SERVICE_UNAVAILABLE => "Not at the moment",
            status if status.is_server_error() => "Something went wrong on our side",
            _ => "That did not work",
        }
    }

    fn sentence(&self) -> String {
        self.why.clone().unwrap_or_else(|| {
            let words = match self.status {
                StatusCode::NOT_FOUND => "What this is about is not there any more.",
                StatusCode::METHOD_NOT_ALLOWED => "This address is for forms: use the page's own.",
                StatusCode::SERVICE_UNAVAILABLE => {
                    "The program cannot do that at the moment. Try again in a minute."
                }
                status if status.is_server_error() => "The log of the program says why.",
                _ => "What was sent could not be used. Fill the form in again.",
            };
            words.to_owned()
        })
    }
}

/// The page: in the dashboard's frame, or in front of it for whoever is not signed in.
#[component]
pub fn RefusedPage(refused: Refused) -> impl IntoView {
    let title = refused.title();
    let sentence = refused.sentence();
    let unchanged = (refused.is_form && refused.status.is_client_error())
        .then(|| view! { <p>"Nothing was changed."</p> });
    let body = |ways: AnyView| {
        view! {
            <div class="blank">
                <div role="alert">
                    <p dir="auto">{sentence}</p>
                    {unchanged}
                </div>
                <p class="buttons">{ways}</p>
            </div>
        }
    };
    let home = href("/admin");
    if SignedIn::here().is_none() {
        let ways = view! {
            <a class="button" href=home>
                "Go to the dashboard"
            </a>
        };
        return view! { <Door title>{body(ways.into_any())}</Door> }.into_any();
    }
    let from = refused.from.filter(|from| from != "/admin");
    let back = from.map(|from| {
        view! {
            <a class="button primary" href=href(&from)>
                "Back to the page"
            </a>
        }
    });
    let ways = view! {
        {back}
        <a class="button" href=home>
            "Go to the overview"
        </a>
    };
    view! {
        <AdminFrame title current=refused.section>
            {body(ways.into_any())}
        </AdminFrame>
    }
    .into_any()
}
