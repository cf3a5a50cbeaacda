//! The card: the one place where a visitor allows a call.
//!
//! Its nodes are new for each question, so that nothing a page translator or an extension did to
//! the last card can speak for this one. Allow counts only when a person pressed it: the event
//! is trusted, and the card has stood long enough to be seen. Enter in the composer, Escape and
//! closing never allow.

use std::sync::Arc;

use leptos::prelude::*;
use site_agent_core::card::ConfirmRequest;
use site_agent_core::effect::Ticket;
use site_agent_core::json::{Object, Value};
use site_agent_core::policy::Reason;
use web_sys::MouseEvent;

use super::Panel;
use super::node::{Item, draw, icon, list, tag, value, words};
use super::voice::question;
use crate::strings::Strings;

/// How long a card must have stood, in ms, before Allow counts: a press that was meant for what
/// stood there before is none.
const SEEN_AFTER_MS: f64 = 500.0;

pub(crate) fn card(panel: Panel) -> AnyView {
    list(move || {
        let open = panel.conversation.question.get();
        open.into_iter()
            .map(|(ticket, request)| {
                Item::new(ticket.0.into(), move || show(panel, ticket, &request))
            })
            .collect()
    })
}

fn show(panel: Panel, ticket: Ticket, request: &Arc<ConfirmRequest>) -> AnyView {
    let strings = panel.strings;
    let shown_at = now();
    let allow = move |event: MouseEvent| {
        if event.is_trusted() && now() - shown_at >= SEEN_AFTER_MS {
            panel.decide(ticket, true);
        }
    };
    let name = format!("sa-question-{}", ticket.0);
    let body = format!("sa-card-{}", ticket.0);
    view! {
        <section
            class="card"
            part="card"
            role="group"
            aria-labelledby=name
            aria-describedby=body
        >
            <div class="about" id=body.clone()>
                <h3 id=name.clone() translate="no" dir="auto">{question(panel, request)}</h3>
                {tag("p", "origin", vec![icon(draw::ORIGIN), value("bdi", "", &request.origin)])}
                {lines(strings, request)}
                {words("p", "why", why(strings, request.reason))}
                {details(strings, request)}
            </div>
            <div class="choice">
                <button type="button" class="deny" on:click=move |_| panel.decide(ticket, false)>
                    {strings.deny}
                </button>
                <button type="button" class="allow" on:click=allow>
                    {strings.allow}
                </button>
            </div>
        </section>
    }
    .into_any()
}

/// The arguments, each a labelled line, and the site's own words marked as such.
fn lines(strings: &Strings, request: &ConfirmRequest) -> Option<AnyView> {
    let mut lines = Vec::new();
    for line in &request.lines {
        lines.push(value("dt", "", &line.label));
        lines.push(if line.value.is_empty() {
            words("dd", "none", strings.empty_value)
        } else {
            value("dd", "", &line.value)
        });
    }
    if !request.tool.description.is_empty() {
        lines.push(words("dt", "", strings.sites_words));
        lines.push(value("dd", "theirs", &request.tool.description));
    }
    (!lines.is_empty()).then(|| tag("dl", "", lines))
}

fn why(strings: &Strings, reason: Reason) -> &'static str {
    match reason {
        Reason::AnnotationsUnknown => strings.why_unknown,
        Reason::Consequential => strings.why_consequential,
        Reason::AfterUntrusted => strings.why_untrusted,
        Reason::NotReadOnly => strings.why_changes,
    }
}

/// The exact call.
fn details(strings: &Strings, request: &ConfirmRequest) -> AnyView {
    let mut exact = Object::new();
    exact.insert("name", request.call.name.clone());
    exact.insert("arguments", Value::Object(request.call.arguments.clone()));
    let exact = value("pre", "", &Value::Object(exact).to_text());
    tag("details", "", vec![words("summary", "", strings.details), exact])
}

/// The page's clock, in ms since it was loaded.
fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
