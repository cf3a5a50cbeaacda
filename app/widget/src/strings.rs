//! The panel's words, one table per language.
//!
//! A sentence is a template with at most one `{}`, filled by [`fill`], so that a table is plain
//! data and can be loaded when its language is first used. Words of the page or the model are
//! only ever filled in between quotation marks of ours. Counts stand where no language needs a
//! plural ("12 s").

/// Every word the panel shows or speaks.
#[derive(Debug)]
pub struct Strings {
    /// The language's tag, for `lang`.
    pub lang: &'static str,
    /// Whether it is written from right to left.
    pub rtl: bool,

    /// The panel's heading, unless the owner set one.
    pub heading: &'static str,
    /// The composer's name and placeholder, unless the owner set one.
    pub placeholder: &'static str,
    /// The button that forgets the conversation.
    pub start_over: &'static str,
    /// The button that closes the panel.
    pub close: &'static str,
    /// The composer's button while nothing runs.
    pub send: &'static str,
    /// The composer's button while a run goes on.
    pub stop: &'static str,
    /// The button below a reply that came in out of sight.
    pub new_reply: &'static str,
    /// The log's name.
    pub conversation: &'static str,
    /// Stands, hidden from sight, before what the visitor said.
    pub you_said: &'static str,
    /// Stands, hidden from sight, before an answer.
    pub it_said: &'static str,
    /// What can be done here, before anything was said.
    pub empty: &'static str,
    /// The name of the suggestions' list.
    pub suggestions: &'static str,

    /// The model is the keyword matcher.
    pub model_rules: &'static str,
    /// The model is the one behind the site's proxy.
    pub model_site: &'static str,
    /// The model is the browser's own.
    pub model_device: &'static str,

    /// A model turn is under way.
    pub thinking: &'static str,
    /// The model asked for time; `{}` seconds.
    pub waiting: &'static str,
    /// A form of the page waits for its visitor.
    pub submit: &'static str,
    /// Gives that form up.
    pub cancel: &'static str,

    /// A read-only tool runs.
    pub looking_up: &'static str,
    /// A read-only tool has run, or should have.
    pub looked_up: &'static str,
    /// Any other tool runs.
    pub running: &'static str,
    /// Any other tool has run, or should have.
    pub ran: &'static str,
    /// A call's state: it runs.
    pub state_running: &'static str,
    /// A call's state: the page's form waits.
    pub state_waiting: &'static str,
    /// A call's state: it returned.
    pub state_done: &'static str,
    /// A call's state: it returned an error.
    pub state_failed: &'static str,
    /// A call's state: nobody knows whether it changed anything.
    pub state_unknown: &'static str,
    /// A call's state: the visitor said no.
    pub state_denied: &'static str,
    /// A call's state: stopped before it ran.
    pub state_stopped: &'static str,
    /// A call's state: its arguments do not fit.
    pub state_invalid: &'static str,
    /// A call's state: no such tool here.
    pub state_missing: &'static str,
    /// What a call was given.
    pub arguments: &'static str,
    /// What a call returned.
    pub result: &'static str,

    /// The card's one sentence; `{}` is the tool.
    pub question: &'static str,
    /// The card's announcement; `{}` is the question.
    pub question_spoken: &'static str,
    /// The card's no.
    pub deny: &'static str,
    /// The card's yes.
    pub allow: &'static str,
    /// Labels the page's own description of the tool.
    pub sites_words: &'static str,
    /// Stands for a value without characters.
    pub empty_value: &'static str,
    /// Opens the exact JSON.
    pub details: &'static str,
    /// Reason `annotations-unknown`.
    pub why_unknown: &'static str,
    /// Reason `consequential`.
    pub why_consequential: &'static str,
    /// Reason `after-untrusted`.
    pub why_untrusted: &'static str,
    /// Reason `not-read-only`.
    pub why_changes: &'static str,

    /// The button that runs the last message again.
    pub retry: &'static str,
    /// The button that goes on after a cut or the last step.
    pub proceed: &'static str,
    /// A run was stopped.
    pub stopped: &'static str,
    /// A run ended at its last step.
    pub max_steps: &'static str,
    /// A run was cut off by a navigation.
    pub cut: &'static str,
    /// The browser has no network.
    pub offline: &'static str,
    /// The page offers no tools.
    pub no_tools: &'static str,
    /// No model is ready.
    pub model_unavailable: &'static str,
    /// The browser's model is not on the device yet.
    pub model_download: &'static str,
    /// The proxy limits this visitor, no time given.
    pub limited: &'static str,
    /// The proxy limits this visitor; `{}` seconds are left.
    pub limited_for: &'static str,
    /// That time has passed.
    pub limited_over: &'static str,
    /// The proxy or its provider failed.
    pub model_error: &'static str,
    /// What the model replied could not be read.
    pub bad_reply: &'static str,
    /// Something else already runs.
    pub busy: &'static str,
    /// Names a fault to whoever keeps the site; `{}` is the request's id.
    pub reference: &'static str,
}

/// English, the table that every other one is held against.
pub static ENGLISH: Strings = Strings {
    lang: "en",
    rtl: false,
    heading: "Ask this site",
    placeholder: "What can I do for you?",
    start_over: "Start over",
    close: "Close",
    send: "Send",
    stop: "Stop",
    new_reply: "New reply",
    conversation: "Conversation",
    you_said: "You said:",
    it_said: "Answer:",
    empty: "Say in your own words what you need. I use what this page offers, and ask you before anything changes.",
    suggestions: "Suggestions",
    model_rules: "Demo rules, not AI",
    model_site: "This site’s model",
    model_device: "On your device",
    thinking: "Thinking…",
    waiting: "The model is busy. Trying again in {} s.",
    submit: "Waiting for you to submit the form on the page.",
    cancel: "Cancel",
    looking_up: "Looking up “{}”",
    looked_up: "Looked up “{}”",
    running: "Running “{}”",
    ran: "Ran “{}”",
    state_running: "Running",
    state_waiting: "Waiting for you",
    state_done: "Done",
    state_failed: "Failed",
    state_unknown: "Outcome unknown",
    state_denied: "Denied",
    state_stopped: "Stopped",
    state_invalid: "Not understood",
    state_missing: "Not on this page",
    arguments: "Arguments",
    result: "Result",
    question: "Allow “{}”?",
    question_spoken: "Your decision is needed: {}",
    deny: "Deny",
    allow: "Allow",
    sites_words: "Site’s words",
    empty_value: "empty",
    details: "Show details",
    why_unknown: "Asked because the site does not say whether this changes something.",
    why_consequential: "Asked because this cannot be taken back.",
    why_untrusted: "Asked because text written by others was read before.",
    why_changes: "Asked because this changes something.",
    retry: "Try again",
    proceed: "Continue",
    stopped: "Stopped.",
    max_steps: "This needs more steps than one message may take.",
    cut: "The page changed before this was finished.",
    offline: "You are offline. Check your connection, then try again.",
    no_tools: "This page offers nothing I could use. Another page of this site may.",
    model_unavailable: "No model can answer here at the moment. Try again in a little while.",
    model_download: "The model for this device has not been downloaded yet.",
    limited: "Too many questions at once. Wait a little, then try again.",
    limited_for: "Too many questions at once. You can try again in {} s.",
    limited_over: "You can try again now.",
    model_error: "The model could not answer. If it keeps failing, the site’s owner has to look into it.",
    bad_reply: "The model’s answer could not be read. Try again, or ask in other words.",
    busy: "One question at a time: this one was not sent.",
    reference: "Reference: {}",
};

/// The table for a language tag; English where there is none.
#[must_use]
pub fn table(_lang: &str) -> &'static Strings {
    &ENGLISH
}

/// The template with `value` in the place of its `{}`.
#[must_use]
pub fn fill(template: &str, value: &str) -> String {
    match template.split_once("{}") {
        Some((before, after)) => [before, value, after].concat(),
        None => template.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_filled_in_once_and_never_read_as_a_template() {
        assert_eq!(fill(ENGLISH.question, "{}"), "Allow “{}”?");
        assert_eq!(fill("Done", "x"), "Done");
    }
}
