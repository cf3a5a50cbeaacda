//! Fills a tool's arguments from what was said. Nothing is made up: every value is a word or a
//! number of the message, a value that the schema lists, the schema's own default, or what an
//! earlier call in this conversation was about ("it").

mod choices;
mod figures;
mod free;
mod texts;

use super::concepts::{self, ACTIONS};
use super::said::Said;
use super::shape::{Property, PropertyKind, Role, Shape};
use super::words::{Kind, Word};
use crate::json::{Number, Object, Value};

/// Words that point into a list.
const ORDINALS: &str = "first second third last next";

/// Looks up what a property of that key was in the last call that had one.
pub(super) type Recall<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// The arguments that were found, and what is wrong with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Filled {
    pub(super) arguments: Object,
    /// Places of required properties that nothing was found for.
    pub(super) missing: Vec<usize>,
    /// A property whose number was out of its range.
    pub(super) out_of_range: Option<usize>,
    /// Words that went nowhere.
    pub(super) about: Vec<String>,
    /// How well the message fits this tool's arguments.
    pub(super) evidence: i32,
}

/// One attempt to fill one tool.
struct Filler<'a> {
    shape: &'a Shape,
    words: Vec<Word>,
    values: Vec<Option<Value>>,
    out_of_range: Option<usize>,
    /// Something is to be taken away.
    removes: bool,
    /// The thing was named in the plural.
    names_many: bool,
    evidence: i32,
}

/// Fills the tool's arguments as far as the message goes.
pub(super) fn fill(shape: &Shape, said: &Said, recall: Recall<'_>) -> Filled {
    let mut filler = Filler {
        shape,
        words: said.words.clone(),
        values: vec![None; shape.properties.len()],
        out_of_range: None,
        removes: said.action() & concepts::REMOVE != 0,
        names_many: false,
        evidence: 0,
    };
    filler.consume_tool_words();
    filler.ordinals();
    filler.typed_texts();
    filler.choices();
    filler.limits();
    filler.truths();
    filler.plain_numbers();
    filler.named_texts();
    filler.free_texts();
    filler.recalled(recall);
    filler.quantity_of_one();
    filler.defaults();
    filler.finish()
}

impl Filler<'_> {
    /// Properties that are still empty and pass the test, required ones first.
    fn open(&self, test: impl Fn(&Property) -> bool) -> Vec<usize> {
        let open = |required: bool| {
            let properties = self.shape.properties.iter().enumerate();
            properties.filter(move |(_, property)| property.required == required).map(|(at, _)| at)
        };
        open(true)
            .chain(open(false))
            .filter(|&at| self.values[at].is_none() && test(&self.shape.properties[at]))
            .collect()
    }

    fn open_texts(&self, role: Role) -> Vec<usize> {
        self.open(|property| matches!(property.kind, PropertyKind::Text(one) if one == role))
    }

    fn set(&mut self, property: usize, value: impl Into<Value>, evidence: i32) {
        self.values[property] = Some(value.into());
        self.evidence += evidence;
    }

    /// "Add … to my *cart*": the tool's own nouns are no part of a value. Each counts once, so
    /// that a ticket can be about a problem.
    fn consume_tool_words(&mut self) {
        let mut nouns = self.shape.nouns;
        let mut names = self.shape.name.clone();
        for word in self.words.iter_mut().filter(|word| word.kind == Kind::Plain && !word.used) {
            let place = names.iter().position(|name| *name == word.stem);
            let noun = word.meaning & nouns & !ACTIONS;
            if let Some(at) = place {
                names.remove(at);
                nouns &= !(concepts::of(&word.stem) & !ACTIONS);
                word.used = true;
            } else if noun != 0 {
                nouns &= !noun;
                word.used = true;
            }
        }
    }

    /// "The first one" names nothing.
    fn ordinals(&mut self) {
        for at in 0..self.words.len() {
            let alone =
                self.words.get(at + 1).is_none_or(|next| next.is("one ones") || next.after_break);
            if alone && self.words[at].is(ORDINALS) {
                self.words[at].used = true;
            }
        }
    }

    /// "Add it": what the conversation was about.
    fn recalled(&mut self, recall: Recall<'_>) {
        let points =
            self.words.iter().any(|word| word.is("it this that them these those one same"));
        // "the first one" points into a list, not at what came last.
        let counts_off = self.words.iter().any(|word| word.is(ORDINALS));
        let nothing_named = self.content().next().is_none() && !counts_off;
        for at in
            self.open(|property| matches!(property.kind, PropertyKind::Text(Role::Item | Role::Id)))
        {
            if self.shape.properties[at].required
                && (points || nothing_named)
                && let Some(value) = recall(&self.shape.properties[at].key)
                && value.as_str().is_some()
            {
                self.set(at, value, 5);
            }
        }
    }

    /// "Add the mug" is one mug; "add mugs" asks how many.
    fn quantity_of_one(&mut self) {
        let names_one = !self.names_many
            && self.shape.properties.iter().zip(&self.values).any(|(property, value)| {
                matches!(property.kind, PropertyKind::Text(Role::Item)) && value.is_some()
            });
        let sets = self.shape.action & concepts::SET != 0;
        for at in self.open(|property| property.required && is_quantity(property)) {
            if names_one && !sets && self.out_of_range.is_none() {
                self.set(at, Number::from(1_u32), 0);
            }
            if self.removes && takes_zero(&self.shape.properties[at]) {
                self.set(at, Number::from(0_u32), 0);
            }
        }
    }

    fn defaults(&mut self) {
        for at in self.open(|property| property.required && property.default.is_some()) {
            if self.out_of_range != Some(at)
                && let Some(value) = self.shape.properties[at].default.clone()
            {
                self.set(at, value, 0);
            }
        }
    }

    fn content(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().filter(|(_, word)| word.is_content()).map(|(at, _)| at)
    }

    fn finish(self) -> Filled {
        let missing = self.open(|property| property.required);
        let is_property_word = |word: &Word| {
            self.shape.properties.iter().any(|property| property.words.contains(&word.stem))
        };
        let (mut numbers, mut words) = (0, 0);
        let mut about = Vec::new();
        for word in self.content().map(|at| &self.words[at]) {
            match word.kind {
                Kind::Number | Kind::Email | Kind::Date | Kind::Time | Kind::Code => numbers += 1,
                _ if is_property_word(word) => {}
                _ => {
                    words += 1;
                    about.push(word.text.clone());
                }
            }
        }
        let evidence = self.evidence
            - 15 * numbers
            - (6 * words).min(36)
            - 5 * i32::try_from(missing.len()).unwrap_or(0);
        let properties = self.shape.properties.iter().map(|property| property.key.as_str());
        let arguments =
            properties.zip(self.values).filter_map(|(key, value)| Some((key, value?))).collect();
        let out_of_range = self.out_of_range.filter(|at| missing.contains(at));
        Filled { arguments, missing, out_of_range, about, evidence }
    }
}

/// Whether taking a thing away can be said as none of it.
pub(super) fn takes_zero(property: &Property) -> bool {
    let least = match &property.kind {
        PropertyKind::Number { least, .. } => least.as_ref(),
        _ => None,
    };
    is_quantity(property) && least.is_some_and(|least| least.as_i64() == Some(0))
}

/// Whether a property counts things.
fn is_quantity(property: &Property) -> bool {
    const COUNTS: &str = "quantity qty amount count number piec";
    matches!(property.kind, PropertyKind::Number { bound: None, .. })
        && property.words.iter().any(|word| COUNTS.split(' ').any(|one| one == word))
}
