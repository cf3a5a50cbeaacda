//! Free text: quotations, then what is left of the message when all else has found its place.

use super::Filler;
use crate::json::Value;
use crate::rules::concepts::{CREATE, READS, SEND};
use crate::rules::numbers::{is_money, limit};
use crate::rules::shape::{PropertyKind, Role};
use crate::rules::stems::{is_stop, singular};
use crate::rules::words::{Kind, Word};

/// Small words that may stand inside a name: "salt and pepper mill", "set of bowls".
const INSIDE: &str = "of and with for in on the a an & without or no";

impl Filler<'_> {
    /// Quotations, then what is left of the message.
    pub(super) fn free_texts(&mut self) {
        let texts = self
            .shape
            .properties
            .iter()
            .filter(|property| matches!(property.kind, PropertyKind::Text(_)))
            .count();
        let looks = self.shape.action & READS != 0;
        // A price that this tool takes no limit for is no part of a name.
        for at in 0..self.words.len() {
            let is_limit = limit(&self.words, at).is_some() || is_money(&self.words, at);
            if self.words[at].kind == Kind::Number && !self.words[at].used && is_limit {
                self.words[at].used = true;
                self.evidence -= 15;
            }
        }
        let sends = self.shape.action & (SEND | CREATE) != 0 || self.shape.action == 0;
        for role in [Role::Search, Role::Item, Role::Other, Role::Long, Role::Id, Role::Person] {
            for at in self.open_texts(role) {
                let required = self.shape.properties[at].required;
                let fits = match role {
                    Role::Search | Role::Item => true,
                    Role::Long => required || sends,
                    Role::Other => required || (looks && texts == 1),
                    _ => required && texts == 1,
                };
                if fits {
                    self.free_text(at, role);
                }
            }
        }
        if looks && let Some(at) = self.likeliest_text() {
            self.free_text(at, Role::Other);
        }
        for at in
            self.open(|property| matches!(property.kind, PropertyKind::Texts) && property.required)
        {
            let items: Vec<Value> = self
                .runs()
                .into_iter()
                .map(|(start, end)| Value::from(self.text_of(start, end)))
                .collect();
            if !items.is_empty() {
                self.words.iter_mut().for_each(|word| word.used = true);
                self.set(at, items, 10);
            }
        }
    }

    /// Of a search by title, author or subject, where none must be given: which one is meant.
    fn likeliest_text(&self) -> Option<usize> {
        const SUBJECTS: [&str; 3] = ["subject", "topic", "them"];
        let open = self.open(|property| {
            matches!(property.kind, PropertyKind::Text(Role::Other | Role::Person))
        });
        let no_text_yet =
            self.shape.properties.iter().zip(&self.values).all(|(property, value)| {
                value.is_none() || !matches!(property.kind, PropertyKind::Text(_))
            });
        let about = self.words.iter().any(|word| word.is("about on"));
        let is_subject = |at: &&usize| {
            self.shape.properties[**at].words.iter().any(|word| SUBJECTS.contains(&word.as_str()))
        };
        let subject = open.iter().find(|at| about && is_subject(at));
        subject.or(open.first()).copied().filter(|_| no_text_yet)
    }

    fn free_text(&mut self, at: usize, role: Role) {
        let evidence = if self.shape.properties[at].required { 12 } else { 8 };
        if let Some(place) =
            self.words.iter().position(|word| word.kind == Kind::Quoted && !word.used)
        {
            return self.take(at, place, place + 1, evidence + 5);
        }
        let mut runs = self.runs();
        if role == Role::Item || role == Role::Other {
            let longest = runs.iter().copied().rev().max_by_key(|(start, end)| end - start);
            runs = longest.into_iter().collect();
        }
        let mut text: Vec<String> =
            runs.iter().map(|&(start, end)| self.text_of(start, end)).collect();
        if text.is_empty() && role == Role::Search && self.shape.properties[at].required {
            // "anything for the kitchen": a word that chose a category can still be searched for.
            let chosen = |word: &&Word| {
                word.used
                    && word.kind == Kind::Plain
                    && word.meaning == 0
                    && !is_stop(&word.lower)
                    && !self.shape.name.contains(&word.stem)
            };
            text = self.words.iter().filter(chosen).map(|word| word.text.clone()).take(3).collect();
        }
        if text.is_empty() {
            let everything =
                self.words.iter().any(|word| word.is("all everything have products items"));
            let filled = self.values.iter().any(Option::is_some);
            if self.shape.properties[at].takes_empty && (everything || filled) {
                self.set(at, "", 0);
            }
            return;
        }
        for (start, end) in runs {
            self.words[start..end].iter_mut().for_each(|word| word.used = true);
        }
        let mut text = text.join(" ");
        if role == Role::Item {
            let one = one_of(&text);
            self.names_many = one != text;
            text = one;
        }
        self.set(at, text, evidence);
    }

    /// Stretches of words that carry meaning, with the small words inside them.
    fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for at in self.content() {
            let joins = runs.last().is_some_and(|&(_, end)| {
                let between = &self.words[end..at];
                !self.words[at].after_break
                    && between.iter().all(|word| word.is(INSIDE) && !word.after_break && !word.used)
                    && between.len() <= 2
            });
            match runs.last_mut() {
                Some(last) if joins => last.1 = at + 1,
                _ => runs.push((at, at + 1)),
            }
        }
        runs
    }
}

/// "blue enamel mugs" names one product, the blue enamel mug.
fn one_of(name: &str) -> String {
    match name.rsplit_once(' ') {
        Some((before, last)) => format!("{before} {}", singular(last)),
        None => singular(name),
    }
}
