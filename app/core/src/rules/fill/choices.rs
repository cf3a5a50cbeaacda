//! Values that a schema lists, and yes or no.

use super::Filler;
use crate::json::Value;
use crate::rules::shape::{Choice, Property, PropertyKind};
use crate::rules::words::{Kind, Word};

/// Words for an order, and the stems by which a schema's choices may call it.
const ORDERS: [(&str, &str); 5] = [
    ("cheap cheapest lowest inexpensive affordable", "pric cheap asc ascend low lowest"),
    ("expensive priciest dearest", "pric desc descend high highest expensiv"),
    ("best top popular highest", "rat rated top best popular desc high"),
    ("newest latest new recent", "new newest latest recent date"),
    ("oldest earliest", "old oldest earliest date asc"),
];

impl Filler<'_> {
    pub(super) fn choices(&mut self) {
        for at in self.open(|property| {
            matches!(property.kind, PropertyKind::Choice(_) | PropertyKind::Choices(_))
        }) {
            let property = &self.shape.properties[at];
            match &property.kind {
                PropertyKind::Choice(choices) if is_order(property) => {
                    if let Some(choice) = self.order_among(choices) {
                        self.set(at, choice, 10);
                    }
                }
                PropertyKind::Choice(choices) => {
                    if let Some((_, choice)) = self.named_among(choices, &property.words) {
                        self.set(at, choice, 25);
                    }
                }
                PropertyKind::Choices(choices) => {
                    let mut found = Vec::new();
                    while let Some(one) = self.named_among(choices, &property.words) {
                        if !found.contains(&one) {
                            found.push(one);
                        }
                    }
                    found.sort_by_key(|(place, _)| *place);
                    if !found.is_empty() {
                        self.set(
                            at,
                            found.into_iter().map(|(_, value)| value).collect::<Value>(),
                            25,
                        );
                    }
                }
                _ => {}
            }
        }
        // Without a tool that sorts, "cheapest" is still no word to search for.
        for word in &mut self.words {
            if !word.used && ORDERS[..2].iter().any(|(words, _)| word.is(words)) {
                word.used = true;
                self.evidence += 10;
            }
        }
    }

    /// "gift wrapped" sets `giftWrap`, "without gift wrap" sets it to false.
    pub(super) fn truths(&mut self) {
        for at in self.open(|property| matches!(property.kind, PropertyKind::Truth)) {
            let switch = |word: &Word| match word.lower.as_str() {
                "on" | "enable" | "yes" => Some(true),
                "off" | "disable" | "no" => Some(false),
                _ => None,
            };
            // "Turn dark mode off" says what a required yes or no is.
            if self.shape.properties[at].required
                && let Some(on) = self.words.iter().rev().find_map(switch)
            {
                self.set(at, on, 15);
                continue;
            }
            let property = &self.shape.properties[at];
            let telling = |word: &&str| !matches!(*word, "is" | "has" | "only");
            let found = property.names.iter().find_map(|name| {
                let name: Vec<&str> = name.iter().map(String::as_str).filter(telling).collect();
                named_at(&self.words, &name, true)
            });
            let Some((start, end)) = found else { continue };
            let before = &self.words[start.saturating_sub(2)..start];
            let negated = before.iter().any(|word| word.is("no not without never"));
            self.words[start..end].iter_mut().for_each(|word| word.used = true);
            self.set(at, !negated, 15);
        }
    }

    /// The choice that is named, the longest name first. `also` may stand beside it: "high
    /// priority".
    fn named_among(&mut self, choices: &[Choice], also: &[String]) -> Option<(usize, Value)> {
        let names =
            choices.iter().flat_map(|choice| choice.names.iter().map(move |name| (choice, name)));
        let (choice, start, end) = names
            .filter_map(|(choice, name)| {
                let name: Vec<&str> = name.iter().map(String::as_str).collect();
                let (start, end) = named_at(&self.words, &name, false)?;
                Some((choice, start, end))
            })
            .max_by_key(|(_, start, end)| (end - start, usize::MAX - start))?;
        self.words[start..end].iter_mut().for_each(|word| word.used = true);
        if let Some(beside) = self.words.get_mut(end).filter(|word| also.contains(&word.stem)) {
            beside.used = true;
        }
        Some((start, choice.value.clone()))
    }

    /// The choice for "cheapest first" or "sorted by rating".
    fn order_among(&mut self, choices: &[Choice]) -> Option<Value> {
        let mut wanted: Vec<String> = Vec::new();
        for at in 0..self.words.len() {
            if let Some((_, stems)) = ORDERS.iter().find(|(words, _)| self.words[at].is(words)) {
                wanted.extend(stems.split(' ').map(str::to_owned));
                self.words[at].used = true;
                // "cheapest mugs first", "best rated"
                self.words
                    .iter_mut()
                    .filter(|word| word.is("first rated"))
                    .for_each(|word| word.used = true);
            }
            if self.words[at].is("sorted sort ordered") {
                self.words[at].used = true;
                for word in
                    self.words[at + 1..].iter_mut().skip_while(|word| word.is("by them it")).take(1)
                {
                    wanted.push(word.stem.clone());
                    word.used = true;
                }
            }
        }
        let matches = |choice: &Choice| {
            choice.names.iter().flatten().filter(|stem| wanted.contains(stem)).count()
        };
        let best = choices
            .iter()
            .rev()
            .max_by_key(|choice| matches(choice))
            .filter(|choice| matches(choice) > 0)?;
        Some(best.value.clone())
    }
}

fn is_order(property: &Property) -> bool {
    property.words.iter().any(|word| matches!(word.as_str(), "sort" | "order" | "sorting"))
}

/// Where these stems stand in a row.
fn named_at(words: &[Word], name: &[&str], even_used: bool) -> Option<(usize, usize)> {
    if name.is_empty() {
        return None;
    }
    let here = |start: &usize| {
        name.iter().zip(&words[*start..]).all(|(stem, word)| {
            *stem == word.stem && !matches!(word.kind, Kind::Quoted) && (even_used || !word.used)
        })
    };
    let start = (0..(words.len() + 1).saturating_sub(name.len())).find(here)?;
    Some((start, start + name.len()))
}
