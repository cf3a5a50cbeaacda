//! The card: the one place where a visitor allows a call.
//!
//! Its nodes are new for each question, so that nothing a page translator or an extension did to
//! the last card can speak for this one. Allow counts only when a person pressed it, and after the
//! card has stood long enough to be seen (`js/press.js`). Enter in the composer, Escape and closing
//! never allow.

use site_agent_core::card::{self, ConfirmRequest, Words};
use site_agent_core::effect::Ticket;
use site_agent_core::json::{Object, Value};
use site_agent_core::policy::Reason;

use super::node::{Node, el, icon, value};
use super::voice::question;
use super::{Panel, draw};
use crate::strings::Strings;
use site_agent_core::text::digits;

/// Keeps the open question, if there is one, in the panel.
pub(crate) fn card(place: Node, panel: Panel) -> Node {
    place.list(move |state, list| {
        if let Some((ticket, request)) = &state.conversation.question {
            list.item(ticket.0, || show(panel, *ticket, request));
        }
    })
}

fn show(panel: Panel, ticket: Ticket, request: &ConfirmRequest) -> Node {
    let strings = panel.strings;
    let number = digits(ticket.0);
    let (name, about) = (["sa-question-", &number].concat(), ["sa-card-", &number].concat());
    let body = el("div.about")
        .attr("id", &about)
        .child(value("h3", &question(strings, request)).attr("id", &name))
        .child(el("p.origin").child(icon(draw::ORIGIN)).child(value("bdi", &request.origin)));
    let body = lines(body, strings, request)
        .child(el("p.why").text(why(strings, request.reason)))
        .child(details(strings, request));
    let deny = el("button.deny type=button").text(strings.deny());
    let deny = deny.on("click", move |_| panel.decide(ticket, false));
    let allow = el("button.allow type=button").text(strings.allow());
    let allow = allow.seen_press(move || panel.decide(ticket, true));
    el("section.card part=card role=group")
        .attr("aria-labelledby", &name)
        .attr("aria-describedby", &about)
        .child(body)
        .child(el("div.choice").child(deny).child(allow))
}

/// The arguments, each a labelled line, and the site's own words marked as such.
fn lines(place: Node, strings: &Strings, request: &ConfirmRequest) -> Node {
    let description = &request.tool.description;
    if request.lines.is_empty() && description.is_empty() {
        return place;
    }
    let mut list = el("dl");
    for line in card::lines(&request.call, request.tool.input_schema.as_ref(), &words(strings)) {
        list = list.child(value("dt", &line.label)).child(if line.value.is_empty() {
            el("dd.none").text(strings.empty_value())
        } else {
            value("dd", &line.value)
        });
    }
    if !description.is_empty() {
        let words = value("dd.theirs", description);
        list = list.child(el("dt").text(strings.sites_words())).child(words);
    }
    place.child(list)
}

/// Ours among the values.
fn words(strings: &Strings) -> Words<'_> {
    Words {
        yes: strings.yes(),
        no: strings.no(),
        none: strings.none(),
        // The panel shows that there is nothing, not a word for it.
        empty: "",
        items: strings.items(),
        characters: strings.characters(),
        hidden: strings.hidden(),
        more: strings.more(),
        comma: strings.comma(),
        thousands: strings.thousands(),
    }
}

fn why(strings: &Strings, reason: Reason) -> &'static str {
    match reason {
        Reason::AnnotationsUnknown => strings.why_unknown(),
        Reason::Consequential => strings.why_consequential(),
        Reason::AfterUntrusted => strings.why_untrusted(),
        Reason::NotReadOnly => strings.why_changes(),
    }
}

/// The exact call.
fn details(strings: &Strings, request: &ConfirmRequest) -> Node {
    let mut exact = Object::new();
    exact.insert("name", request.call.name.clone());
    exact.insert("arguments", Value::Object(request.call.arguments.clone()));
    let exact = value("pre", &card::exact(&Value::Object(exact)));
    el("details").child(el("summary").text(strings.details())).child(exact)
}
