//! Takes out of a run what nobody meant to hand over, before it is written to disk.
//!
//! Each rule looks for one kind of secret and leaves `[redacted:RULE]` in its place; how often is
//! counted by rule. A call whose arguments were touched names the places in `redacted`, so that it
//! is never run again. The rules would rather miss an odd spelling than eat an order number: what
//! can be checked (a card's and an IBAN's digits, the form of a token) is checked.

mod card;
mod email;
mod iban;
mod named;
mod phone;
mod token;
mod url_secret;
mod value;

use std::borrow::Cow;
use std::ops::Range;

use site_agent_app::admin::trace::Redaction;
use site_agent_core::trace::{Recorded, Replied, Step, Trace};

/// What is taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A secret value in an address's query or fragment, or a name and password before its host.
    UrlSecret,
    /// A bearer token, a JWT, a key of a known form.
    Token,
    /// The value of something called a password, a secret or a token, or that the page called so.
    Sensitive,
    /// A bank account.
    Iban,
    /// A payment card.
    Card,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
}

impl Rule {
    /// In the order in which they look: an address's password comes before what looks like an
    /// e-mail around it, digits that have a check before digits that are only dialled.
    const ALL: [Self; 7] = [
        Self::UrlSecret,
        Self::Token,
        Self::Sensitive,
        Self::Iban,
        Self::Card,
        Self::Email,
        Self::Phone,
    ];

    /// As marks and counters name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::UrlSecret => "url-secret",
            Self::Token => "token",
            Self::Sensitive => "sensitive",
            Self::Iban => "iban",
            Self::Card => "card",
            Self::Email => "email",
            Self::Phone => "phone",
        }
    }

    /// What stands in the place of what was taken out.
    fn mark(self) -> String {
        format!("[redacted:{}]", self.name())
    }

    /// The places in a text, in order.
    fn find(self, text: &str) -> Vec<Range<usize>> {
        match self {
            Self::UrlSecret => url_secret::find(text),
            Self::Token => token::find(text),
            Self::Sensitive => named::find(text),
            Self::Iban => iban::find(text),
            Self::Card => card::find(text),
            Self::Email => email::find(text),
            Self::Phone => phone::find(text),
        }
    }
}

/// Takes out and counts.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    counts: [u32; Rule::ALL.len()],
}

impl Redactor {
    /// The text without what the rules find.
    pub fn text<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(text);
        for rule in Rule::ALL {
            let places = rule.find(&text);
            if places.is_empty() {
                continue;
            }
            let (mut kept, mut from) = (String::with_capacity(text.len()), 0);
            for place in places {
                self.count(rule);
                kept.push_str(&text[from..place.start]);
                kept.push_str(&rule.mark());
                from = place.end;
            }
            kept.push_str(&text[from..]);
            text = Cow::Owned(kept);
        }
        text
    }

    /// The same for a whole run.
    pub fn trace(&mut self, trace: &mut Trace) {
        self.own(&mut trace.model);
        if let Some(page) = &mut trace.page {
            self.own(&mut page.origin);
            self.own(&mut page.path);
        }
        for moment in &mut trace.steps {
            self.step(&mut moment.step);
        }
    }

    /// How often each rule took something out; rules that never did are not named.
    pub fn counted(&self) -> Vec<Redaction> {
        let rules = Rule::ALL.into_iter().zip(self.counts).filter(|(_, places)| *places > 0);
        rules.map(|(rule, places)| Redaction { rule: rule.name().to_owned(), places }).collect()
    }

    fn count(&mut self, rule: Rule) {
        let at = Rule::ALL.into_iter().position(|one| one == rule);
        if let Some(count) = at.and_then(|at| self.counts.get_mut(at)) {
            *count = count.saturating_add(1);
        }
    }

    fn own(&mut self, text: &mut String) {
        if let Cow::Owned(kept) = self.text(text) {
            *text = kept;
        }
    }

    fn own_if_any(&mut self, text: &mut Option<String>) {
        if let Some(text) = text {
            self.own(text);
        }
    }

    fn step(&mut self, step: &mut Step) {
        match step {
            Step::User { text } | Step::Answer { text } => self.own_if_any(text),
            Step::Tools { tools, dropped } => {
                for tool in tools {
                    self.own(&mut tool.name);
                    self.own(&mut tool.title);
                    self.own(&mut tool.origin);
                }
                for tool in dropped {
                    self.own(&mut tool.name);
                    self.own(&mut tool.reason);
                }
            }
            Step::Model { model, answered_by, reply, usage, .. } => {
                self.own(model);
                self.own_if_any(answered_by);
                if let Replied::Tool { name, text } = reply {
                    self.own(name);
                    self.own_if_any(text);
                }
                self.value_if_any(usage);
            }
            Step::Page { origin, path } => {
                self.own(origin);
                self.own(path);
            }
            Step::ToolCall { call, .. } => self.call(call),
            Step::InvalidCall { call, text, .. } => {
                self.call(call);
                self.own_if_any(text);
            }
            Step::ToolResult { text, meta, error_code, .. } => {
                self.own_if_any(text);
                self.value_if_any(meta);
                self.own_if_any(error_code);
            }
            Step::Error { message, detail, .. } => {
                self.own(message);
                self.value_if_any(detail);
            }
            Step::Decision { .. } => {}
            Step::Other(members) => *members = self.members(members),
        }
    }

    /// A call's arguments: what the page itself marked, and what the rules find.
    fn call(&mut self, call: &mut Recorded) {
        self.own(&mut call.name);
        let Some(arguments) = call.arguments.take() else { return };
        let (arguments, places) = self.arguments(&arguments, &call.redacted);
        call.arguments = Some(arguments);
        for place in places {
            if !call.redacted.contains(&place) {
                call.redacted.push(place);
            }
        }
    }
}

#[cfg(test)]
mod tests;
