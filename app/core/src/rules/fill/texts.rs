//! Texts that can be told by their form, or by a word before them.

use super::Filler;
use crate::rules::shape::{PropertyKind, Role};
use crate::rules::stems::is_stop;
use crate::rules::words::{Kind, Word};

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
        // A sku is surer than a name. What must be given comes first.
        for at in self.open(|property| match property.kind {
            PropertyKind::Text(Role::Item | Role::Id) => true,
            PropertyKind::Text(Role::Other) => property.required,
            _ => false,
        }) {
            let code = self.words.iter().position(|word| word.kind == Kind::Code && !word.used);
            if let Some(place) = code {
                self.take(at, place, place + 1, 15);
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

    pub(super) fn text_of(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> =
            self.words[start..end].iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }

    pub(super) fn take(&mut self, property: usize, start: usize, end: usize, evidence: i32) {
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
