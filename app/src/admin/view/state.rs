//! States of runs and calls, as icon and word.

use leptos::prelude::*;

use crate::admin::badge::{Badge, Tone};

/// How a run ended.
pub fn status_badge(status: &str) -> impl IntoView + use<> {
    let (word, tone) = match status {
        "answered" => ("Answered", Tone::Good),
        "error" => ("Error", Tone::Bad),
        "aborted" => ("Stopped", Tone::Warning),
        "max-steps" => ("Too many turns", Tone::Warning),
        "" => ("Not ended", Tone::Plain),
        other => (other, Tone::Plain),
    };
    view! { <Badge word=word.to_owned() tone/> }
}

/// How a call ended.
pub fn outcome_badge(outcome: &str) -> impl IntoView + use<> {
    let (word, tone) = match outcome {
        "ok" => ("Done", Tone::Good),
        "navigated" => ("Went to another page", Tone::Good),
        "error" => ("Failed", Tone::Bad),
        "unknown" => ("Unknown whether done", Tone::Warning),
        "denied" => ("Not allowed", Tone::Bad),
        "invalid" => ("Did not fit", Tone::Warning),
        "missing" => ("No such tool", Tone::Warning),
        "" => ("No result", Tone::Plain),
        other => (other, Tone::Plain),
    };
    view! { <Badge word=word.to_owned() tone/> }
}
