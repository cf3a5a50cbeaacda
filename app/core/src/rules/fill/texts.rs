//! Texts: first those that can be told by their form or by a word before them, then free text.

use super::Filler;
use crate::json::Value;
use crate::rules::concepts::READS;
use crate::rules::numbers::{is_money, limit};
use crate::rules::shape::{PropertyKind, Role};
use crate::rules::words::{Kind, Word, is_stop, singular};

/// Small words that may stand inside a name: "salt and pepper mill", "set of bowls".
const INSIDE: &str = "of and with for in on the a an & without or no";

/// Words after which a name begins or a value ends.
const BREAKS: &str = "and with for on at by to from in under as";

/// Days that cannot be told without a clock.
const RELATIVE_DAYS: &str =
    "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday weekend";

impl Filler<'_> {
    /// E-mail addresses, dates, times, codes.
    pub(super) fn typed_texts(&mut self) {
        for (role, kind, evidence) in [
            (Role::Email, Kind::Email, 40),
            (Role::Date, Kind::Date, 20),
            (Role::Time, Kind::Time, 20),
            (Role::Code, Kind::Code, 25),
        ] {
            for at in self.open_texts(role) {
                if let Some(place) =
                    self.words.iter().position(|word| word.kind == kind && !word.used)
                {
                    self.take(at, place, place + 1, evidence);
                }
            }
        }
        if self
            .shape
            .properties
            .iter()
            .any(|property| matches!(property.kind, PropertyKind::Text(Role::Date)))
        {
            self.words
                .iter_mut()
                .filter(|word| word.is(RELATIVE_DAYS))
                .for_each(|word| word.used = true);
        }
        // "use code welcome": the word after the last that means a code.
        for at in self.open_texts(Role::Code) {
            let words = &self.shape.properties[at].words;
            let announces =
                |word: &Word| words.contains(&word.stem) || word.is("code coupon voucher promo");
            let Some(named) = self.words.iter().rposition(announces) else { continue };
            let value = |word: &Word| {
                matches!(word.kind, Kind::Plain | Kind::Quoted | Kind::Number) && word.is_content()
            };
            let next = named
                + 1
                + usize::from(
                    self.words.get(named + 1).is_some_and(|word| word.is("is called named of")),
                );
            if self.words.get(next).is_some_and(value) {
                self.take(at, next, next + 1, 25);
            }
        }
        // A sku is surer than a name.
        for role in [Role::Item, Role::Id] {
            for at in self.open_texts(role) {
                if let Some(place) =
                    self.words.iter().position(|word| word.kind == Kind::Code && !word.used)
                {
                    self.take(at, place, place + 1, 15);
                }
            }
        }
    }

    /// "with name Ada Lovelace", "ticket 42", "for Ada".
    pub(super) fn named_texts(&mut self) {
        for at in self.open_texts(Role::Id) {
            let place = self.words.iter().position(|word| word.kind == Kind::Number && !word.used);
            if let Some(place) = place {
                self.take(at, place, place + 1, 15);
            }
        }
        let open = self.open(|property| matches!(property.kind, PropertyKind::Text(role) if !matches!(role, Role::Search | Role::Item)));
        for at in open {
            let words = self.shape.properties[at].words.clone();
            let named = self
                .words
                .iter()
                .position(|word| word.kind == Kind::Plain && words.contains(&word.stem));
            let is_id = matches!(self.shape.properties[at].kind, PropertyKind::Text(Role::Id));
            let Some(named) = named else { continue };
            let start = named
                + 1
                + usize::from(self.words.get(named + 1).is_some_and(|word| word.is("is of to as")));
            let runs = |word: &&Word| !word.used && !word.is(BREAKS) && !is_stop(&word.lower);
            let whole = self.words[start.min(self.words.len())..].iter();
            let length = whole
                .take_while(runs)
                .enumerate()
                .take_while(|(nth, word)| *nth == 0 || !word.after_break)
                .count();
            let length = if is_id { length.min(1) } else { length };
            if length > 0 {
                self.words[named].used = true;
                self.take(at, start, start + length, 10);
            }
        }
        for at in self.open_texts(Role::Person) {
            let capital = |word: &Word| {
                word.kind == Kind::Plain
                    && !word.used
                    && word.text.starts_with(char::is_uppercase)
                    && !is_stop(&word.lower)
            };
            let lead = |place: &usize| {
                self.words[*place].is("for to under by am named")
                    && self.words.get(place + 1).is_some_and(capital)
            };
            if let Some(place) = (0..self.words.len()).find(lead) {
                let length =
                    self.words[place + 1..].iter().take(4).take_while(|word| capital(word)).count();
                self.take(at, place + 1, place + 1 + length, 10);
            }
        }
    }

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
        for role in [Role::Search, Role::Item, Role::Other, Role::Long, Role::Id, Role::Person] {
            for at in self.open_texts(role) {
                let required = self.shape.properties[at].required;
                let fits = match role {
                    Role::Search | Role::Item | Role::Long => true,
                    Role::Other => required || (looks && texts == 1),
                    _ => required && texts == 1,
                };
                if fits {
                    self.free_text(at, role);
                }
            }
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

    fn text_of(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> =
            self.words[start..end].iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }

    fn take(&mut self, property: usize, start: usize, end: usize, evidence: i32) {
        let text = self.text_of(start, end);
        self.words[start..end].iter_mut().for_each(|word| word.used = true);
        // "email ada@example.org": the word that announced it has said what it had to.
        let names = &self.shape.properties[property].words;
        if let Some(before) = start.checked_sub(1).and_then(|at| self.words.get_mut(at))
            && names.contains(&before.stem)
        {
            before.used = true;
        }
        self.set(property, text, evidence);
    }
}

/// "blue enamel mugs" names one product, the blue enamel mug.
fn one_of(name: &str) -> String {
    match name.rsplit_once(' ') {
        Some((before, last)) => format!("{before} {}", singular(last)),
        None => singular(name),
    }
}
