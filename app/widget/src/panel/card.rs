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
use web_sys::Event;

use super::node::{Item, Node, el, icon, value};
use super::voice::question;
use super::{Panel, draw};
use crate::strings::Strings;

/// How long a card must have stood, in ms, before Allow counts: a press that was meant for what
/// stood there before is none.
const SEEN_AFTER_MS: f64 = 500.0;

/// Keeps the open question, if there is one, in the panel.
pub(crate) fn card(place: Node, panel: Panel) -> Node {
    place.one(move || {
        let item = |(ticket, request): (Ticket, Arc<ConfirmRequest>)| {
            Item::new(ticket.0.into(), move || show(panel, ticket, &request))
        };
        panel.conversation.now.with(|now| now.question.clone()).map(item)
    })
}

fn show(panel: Panel, ticket: Ticket, request: &ConfirmRequest) -> Node {
    let strings = panel.strings;
    let shown_at = now();
    let allow = move |event: Event| {
        if event.is_trusted() && now() - shown_at >= SEEN_AFTER_MS {
            panel.decide(ticket, true);
        }
    };
    let number = ticket.0.to_string();
    let (name, about) = (["sa-question-", &number].concat(), ["sa-card-", &number].concat());
    let origin = el("p").class("origin").child(icon(draw::ORIGIN));
    let origin = origin.child(value("bdi", &request.origin));
    let body = el("div")
        .class("about")
        .attr("id", &about)
        .child(value("h3", &question(panel, request)).attr("id", &name))
        .child(origin)
        .children(lines(strings, request))
        .child(el("p").class("why").text(why(strings, request.reason)))
        .child(details(strings, request));
    let button = |class, words| el("button").attr("type", "button").class(class).text(words);
    let deny = button("deny", strings.deny).on("click", move |_| panel.decide(ticket, false));
    let allow = button("allow", strings.allow).on("click", allow);
    el("section")
        .class("card")
        .attr("part", "card")
        .attr("role", "group")
        .attr("aria-labelledby", &name)
        .attr("aria-describedby", &about)
        .child(body)
        .child(el("div").class("choice").child(deny).child(allow))
}

/// The arguments, each a labelled line, and the site's own words marked as such.
fn lines(strings: &Strings, request: &ConfirmRequest) -> Option<Node> {
    let mut lines = Vec::new();
    for line in &request.lines {
        lines.push(value("dt", &line.label));
        lines.push(if line.value.is_empty() {
            el("dd").class("none").text(strings.empty_value)
        } else {
            value("dd", &line.value)
        });
    }
    if !request.tool.description.is_empty() {
        lines.push(el("dt").text(strings.sites_words));
        lines.push(value("dd", &request.tool.description).class("theirs"));
    }
    (!lines.is_empty()).then(|| el("dl").children(lines))
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
fn details(strings: &Strings, request: &ConfirmRequest) -> Node {
    let mut exact = Object::new();
    exact.insert("name", request.call.name.clone());
    exact.insert("arguments", Value::Object(request.call.arguments.clone()));
    let exact = value("pre", &Value::Object(exact).to_text());
    el("details").child(el("summary").text(strings.details)).child(exact)
}

/// The page's clock, in ms since it was loaded.
fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
