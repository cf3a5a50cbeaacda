//! Picks the tool that a wish fits best, by points.
//!
//! Words of the name count most, then the title, then the description; what a verb asks for must
//! agree with what the tool does. A tool that changes something is never picked unless its own
//! verb was said, or its own noun with everything it needs.

use super::concepts::{self, ACTIONS, DETAIL, ITEM, READ, READS, REMOVE, SEARCH, SET, WRITES};
use super::fill::{Filled, Recall, fill, takes_zero};
use super::said::Said;
use super::shape::{PropertyKind, Role, Shape};
use super::stems::is_stop;
use super::words::{Kind, Word};

/// Points from which on a tool is meant.
const ENOUGH: i32 = 30;

/// Points that say nothing but "not this one".
const NEVER: i32 = -1_000;

/// A tool with what could be filled in.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The tool's place in the request.
    pub(super) tool: usize,
    pub(super) filled: Filled,
}

/// The tool that fits best, when one fits.
pub(super) fn choose(said: &Said, shapes: &[Shape], recall: Recall<'_>) -> Option<(i32, Choice)> {
    let mut best: Option<(i32, Choice)> = None;
    for (tool, shape) in shapes.iter().enumerate() {
        let filled = fill(shape, said, recall);
        let points = points(said, shape, shapes, &filled);
        if points >= ENOUGH && best.as_ref().is_none_or(|(most, _)| points > *most) {
            best = Some((points, Choice { tool, filled }));
        }
    }
    best
}

fn points(said: &Said, shape: &Shape, shapes: &[Shape], filled: &Filled) -> i32 {
    let named = name_points(said, shape, shapes);
    let agreement = agreement(said, shape);
    let wants_change = said.actions.iter().any(|action| action & WRITES != 0);
    let changes = shape.action & WRITES != 0;
    if changes && said.wonders {
        return NEVER;
    }
    if changes && agreement == 0 {
        // Without a verb: everything is there, or nothing is and it comes to a question.
        let complete = !filled.missing.is_empty() || filled.evidence >= 25;
        let asked_to_look =
            said.is_question || said.actions.iter().any(|action| action & READS != 0);
        if wants_change || asked_to_look || named < 20 || !complete {
            return NEVER;
        }
    }
    let wrong_way = !changes && agreement == 0 && said.action() & WRITES != 0;
    let curious = said.is_question && shape.action & READS != 0 && agreement == 0;
    let fit = filled.evidence.min(60);
    // Between a search and a look at one thing, searching forgives a vague name.
    let searches = if shape.action & SEARCH != 0 { 3 } else { 0 };
    named + agreement + searches + fit + if curious { 12 } else { 0 }
        - if wrong_way { 80 } else { 0 }
}

/// How far the verbs agree with what the tool does.
fn agreement(said: &Said, shape: &Shape) -> i32 {
    let first_word = shape.name.first().map_or("", String::as_str);
    let said_literally = said.words.iter().any(|word| {
        word.kind == Kind::Plain && word.stem == first_word && word.meaning & READS == 0
    });
    if shape.action == 0 {
        return if said_literally { 40 } else { 0 };
    }
    // Details of a thing are what a tool gets or shows.
    let zeroes = shape.action & SET != 0 && shape.properties.iter().any(takes_zero);
    let wanted = |action: &u32| match action {
        action if action & DETAIL != 0 => action | READ,
        action if action & REMOVE != 0 && zeroes => action | SET,
        action => *action,
    };
    let place = said.actions.iter().position(|action| wanted(action) & shape.action != 0);
    let reads = |action: u32| action & READS != 0;
    // The tool's own verb is surer than one that means the same.
    let own_verb = |word: &Word| {
        word.used
            && word.meaning == concepts::of(&word.stem)
            && (shape.name.contains(&word.stem) || shape.title.contains(&word.stem))
    };
    let own = if said.words.iter().any(own_verb) { 15 } else { 0 };
    let asks_details = said.actions.iter().any(|action| action & DETAIL != 0);
    let details = if asks_details && shape.action & SEARCH == 0 { 20 } else { 0 };
    match place {
        Some(0) => 60 + own + details,
        Some(_) => 25,
        None if said.actions.first().is_some_and(|first| reads(*first)) && reads(shape.action) => {
            30
        }
        None if said_literally && said.actions.is_empty() => 40,
        None => 0,
    }
}

fn name_points(said: &Said, shape: &Shape, shapes: &[Shape]) -> i32 {
    let mut points = 0;
    let mut from_description = 0;
    let mut seen: Vec<&str> = Vec::new();
    for word in said.words.iter().filter(|word| is_telling(word)) {
        if seen.contains(&word.stem.as_str()) {
            continue;
        }
        seen.push(&word.stem);
        let noun = word.meaning & !ACTIONS;
        // A verb that was understood has had its say in `agreement`.
        let in_name = |shape: &Shape| {
            (!word.used && shape.name.contains(&word.stem)) || noun & shape.nouns != 0
        };
        let in_title = |shape: &Shape| !word.used && shape.title.contains(&word.stem);
        if in_name(shape) || in_title(shape) {
            // A word that most tools have tells little.
            let shared = shapes.iter().filter(|shape| in_name(shape) || in_title(shape)).count();
            points += if shared * 2 > shapes.len() && shared > 2 { 12 } else { 40 };
        } else if shape.properties.iter().any(|property| property.words.contains(&word.stem)) {
            points += 10;
        } else if shape.description.contains(&word.stem) {
            from_description += 8;
        }
    }
    let nouns = said.words.iter().fold(ITEM, |all, word| all | word.meaning);
    let about_something_else = shape.nouns & !nouns != 0;
    points + from_description.min(24) - if about_something_else { 15 } else { 0 }
}

fn is_telling(word: &Word) -> bool {
    word.kind == Kind::Plain && (word.meaning != 0 || !word.used && !is_stop(&word.lower))
}

/// "blue mugs" and no more: somebody who names a thing wants to find it.
pub(super) fn bare_noun(said: &Said, shapes: &[Shape], recall: Recall<'_>) -> Option<Choice> {
    let plain = |word: &Word| matches!(word.kind, Kind::Plain | Kind::Code | Kind::Quoted);
    let speaks =
        |word: &Word| word.is("me i you us my your it a an the this to what who why when how");
    let meant = |word: &Word| shapes.iter().any(|shape| word.meaning & shape.nouns & !ITEM != 0);
    if said.words.iter().any(meant) {
        return None;
    }
    let short = (1..=4).contains(&said.content())
        && said.words.iter().all(|word| plain(word) && !speaks(word));
    if !short || !said.actions.is_empty() {
        return None;
    }
    let searches = |shape: &Shape| {
        let takes = |role| {
            shape
                .properties
                .iter()
                .any(|property| matches!(property.kind, PropertyKind::Text(one) if one == role))
        };
        shape.action & SEARCH != 0 && (takes(Role::Search) || takes(Role::Item))
    };
    let tool = shapes.iter().position(searches)?;
    let filled = fill(&shapes[tool], said, recall);
    filled.missing.is_empty().then_some(Choice { tool, filled })
}
