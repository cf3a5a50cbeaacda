//! What is known of a stored run, in two columns.

use leptos::prelude::*;

use crate::admin::desk::Desk;
use crate::admin::said_as::{number, span};
use crate::admin::trace::{Level, StoredTrace};
use crate::admin::view::{Strange, Time, status_badge};

/// The facts.
pub(super) fn facts(desk: &Desk, run: &StoredTrace) -> impl IntoView + use<> {
    let row = &run.row;
    let lasted = span(row.ended_at.saturating_sub(row.started_at));
    let tokens = match row.input_tokens.saturating_add(row.output_tokens) {
        0 => "Not told".to_owned(),
        _ => format!("{} read, {} written", number(row.input_tokens), number(row.output_tokens)),
    };
    let level = match row.level {
        Level::Full => "Full, after the visitor's yes",
        Level::Metadata => "Metadata: no texts and no argument values",
    };
    let counts = format!(
        "{} turns, {} calls, {} asked, {} denied, {} failed",
        row.turns, row.calls, row.asked, row.denied, row.failed
    );
    let redactions: Vec<_> = run
        .redactions
        .iter()
        .map(|redaction| format!("{} ×{}", rule(&redaction.rule), redaction.places))
        .collect();
    let redactions = if redactions.is_empty() { "None".to_owned() } else { redactions.join(", ") };
    let zone = desk.zone.clone();
    view! {
        <dl class="facts">
            <dt>"Ended"</dt>
            <dd>
                {status_badge(&row.status)}
                {row.error.clone().map(|code| view! { " " <span class="mono"><Strange text=code/></span> })}
            </dd>
            <dt>"Began"</dt>
            <dd>
                <Time ms=row.started_at zone=zone.clone()/>
                {format!(" {}, took {lasted}", zone.name())}
            </dd>
            <dt>"Page"</dt>
            <dd>
                <Strange text=format!("{}{}", row.origin, row.path)/>
            </dd>
            <dt>"Model"</dt>
            <dd>
                <Strange text=row.model.clone()/>
            </dd>
            <dt>"Happened"</dt>
            <dd>{counts}</dd>
            <dt>"Tokens"</dt>
            <dd>{tokens}</dd>
            <dt>"Widget"</dt>
            <dd>
                <a href=desk.link("/admin/traces", &[("q", &format!("widget:{}", row.widget))])>
                    <Strange text=row.widget.clone()/>
                </a>
            </dd>
            <dt>"Code"</dt>
            <dd class="mono">
                <Strange text=row.code.clone()/>
            </dd>
            <dt>"Stored"</dt>
            <dd>{level}</dd>
            <dt>"Taken out"</dt>
            <dd>{redactions}</dd>
        </dl>
    }
}

/// A rule of redaction in words.
pub(super) fn rule(rule: &str) -> String {
    match rule {
        "email" => "e-mail address",
        "phone" => "phone number",
        "card" => "card number",
        "iban" => "IBAN",
        "token" => "token or key",
        "url-secret" => "secret in an address",
        "sensitive" => "field marked as sensitive",
        other => other,
    }
    .to_owned()
}
