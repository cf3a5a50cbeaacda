//! Numbers: limits first, then what is left.

use super::Filler;
use crate::json::{Number, Value};
use crate::rules::concepts::SET;
use crate::rules::numbers::{Limit, is_money, limit};
use crate::rules::shape::{Property, PropertyKind};
use crate::rules::words::{Kind, Word};

/// A number before one of these measures a thing and counts none.
const UNITS: &str =
    "inch inches cm mm ml l liter litre liters litres kg g gram grams oz w watt watts piece";

const PEOPLE: &str = "people person persons guest guests adult adults seat seats";

impl Filler<'_> {
    /// "under 20 euros", "between 10 and 20".
    pub(super) fn limits(&mut self) {
        for at in 0..self.words.len() {
            if self.words[at].kind != Kind::Number || self.words[at].used {
                continue;
            }
            let money = is_money(&self.words, at);
            // "mugs for 20 euros": money without a word beside it is what somebody will pay.
            let Some(limit) = limit(&self.words, at).or(money.then_some(Limit::Max)) else {
                continue;
            };
            let of_limit = |property: &Property| matches!(property.kind, PropertyKind::Number { bound: Some(bound), .. } if bound == limit);
            let open = self.open(of_limit);
            let is_price = |at: &usize| is_price(&self.shape.properties[*at]);
            let Some(&property) = open.iter().find(|at| is_price(at)).or(open.first()) else {
                continue;
            };
            if let Some(number) = self.number_for(property, at) {
                self.words[at].used = true;
                self.set(property, number, 30);
            }
        }
    }

    /// Numbers that limit nothing: counts, ids, years.
    pub(super) fn plain_numbers(&mut self) {
        for at in 0..self.words.len() {
            let word = &self.words[at];
            let measures = self.words.get(at + 1).is_some_and(|next| next.is(UNITS));
            if word.kind != Kind::Number || word.used || measures {
                continue;
            }
            let money = is_money(&self.words, at);
            let limits = limit(&self.words, at).is_some();
            // "Turn it up to 80" limits nothing.
            let sets = self.shape.action & SET != 0;
            let open = self.open(|property| {
                matches!(property.kind, PropertyKind::Number { bound: None, .. })
                    && (!money || is_price(property))
                    && (!limits || money || sets)
            });
            let beside = |property: &usize| {
                let property = &self.shape.properties[*property];
                [at.wrapping_sub(1), at + 1]
                    .into_iter()
                    .filter_map(|at| self.words.get(at))
                    .any(|word| names(property, word))
            };
            let Some(&property) = open.iter().find(|at| beside(at)).or(open.first()) else {
                continue;
            };
            let Some(number) = self.number_for(property, at) else { continue };
            self.words[at].used = true;
            for near in [at.wrapping_sub(1), at + 1] {
                if let Some(word) = self
                    .words
                    .get_mut(near)
                    .filter(|word| names(&self.shape.properties[property], word))
                {
                    word.used = true;
                }
            }
            self.set(property, number, 12);
        }
    }

    /// The number at a place, when it fits the property.
    fn number_for(&mut self, property: usize, at: usize) -> Option<Value> {
        let number = Number::parse(&self.words[at].text)?;
        let PropertyKind::Number { whole, least, most, .. } = &self.shape.properties[property].kind
        else {
            return None;
        };
        if *whole && !number.is_integer() {
            return None;
        }
        if least.as_ref().is_some_and(|least| number < *least)
            || most.as_ref().is_some_and(|most| number > *most)
        {
            self.out_of_range = Some(property);
            self.words[at].used = true;
            return None;
        }
        Some(Value::Number(number))
    }
}

fn is_price(property: &Property) -> bool {
    property.words.iter().any(|word| {
        matches!(word.as_str(), "pric" | "cost" | "budget" | "eur" | "amount" | "total")
    })
}

fn names(property: &Property, word: &Word) -> bool {
    let counts_people = property.words.iter().any(|word| {
        matches!(word.as_str(), "person" | "guest" | "seat" | "party" | "size" | "adult")
    });
    word.kind == Kind::Plain
        && (property.words.contains(&word.stem) || counts_people && word.is(PEOPLE))
}
