//! From a message to what to do about it: calls one after another, or a question back.

use super::choose::{Choice, bare_noun, choose};
use super::fill::Recall;
use super::said::{Said, wishes};
use super::shape::{Property, PropertyKind, Role, Shape};
use super::spelling;
use crate::card::label_of_key;
use crate::json::Object;
use crate::text::one_line;

/// What one wish comes to.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// The tool at that place in the request, with these arguments.
    /// `about`: words that went into none of them.
    Call { tool: usize, arguments: Object, about: Vec<String> },
    /// Something is missing; `wish` and an answer after it make the whole wish.
    Ask { question: String, wish: String },
    /// "the cheapest": an item of the result before, to be found when that is there.
    Pick { said: Said },
    /// No tool does that.
    Nothing,
}

/// Wishes that one message may hold; the rest is left for the next message.
const MAX_STEPS: usize = 4;

/// Points by which a corrected wish must fit better.
const SLIP: i32 = 25;

/// The steps of a message.
pub(super) fn plan(text: &str, shapes: &[Shape], recall: Recall<'_>) -> Vec<Step> {
    wishes(text)
        .into_iter()
        .take(MAX_STEPS)
        .enumerate()
        .map(|(nth, said)| step(&said, nth, shapes, recall))
        .collect()
}

fn step(said: &Said, nth: usize, shapes: &[Shape], recall: Recall<'_>) -> Step {
    if nth > 0 && said.words.iter().any(|word| word.is("cheapest")) {
        return Step::Pick { said: said.clone() };
    }
    let as_typed = choose(said, shapes, recall);
    let corrected =
        spelling::corrected(said, shapes).and_then(|said| choose(&said, shapes, recall));
    let (as_typed_points, corrected_points) =
        (points_of(as_typed.as_ref()), points_of(corrected.as_ref()));
    // What was typed stands, unless it makes clearly more sense with a slip corrected.
    let chosen = if corrected_points > as_typed_points + SLIP { corrected } else { as_typed };
    let choice = chosen.map(|(_, choice)| choice).or_else(|| bare_noun(said, shapes, recall));
    choice.map_or(Step::Nothing, |choice| step_of(choice, said, shapes))
}

fn points_of(choice: Option<&(i32, Choice)>) -> i32 {
    choice.map_or(0, |(points, _)| *points)
}

/// A chosen tool is called, unless something is missing.
pub(super) fn step_of(choice: Choice, said: &Said, shapes: &[Shape]) -> Step {
    let properties = &shapes[choice.tool].properties;
    match choice.filled.out_of_range.or(choice.filled.missing.first().copied()) {
        Some(place) => {
            let (question, lead) = (question(&properties[place]), lead(&properties[place]));
            Step::Ask { question, wish: [&said.text(), " ", &lead].concat() }
        }
        None => Step::Call {
            tool: choice.tool,
            arguments: choice.filled.arguments,
            about: choice.filled.about,
        },
    }
}

/// What stands before an answer, so that it is read as this property.
fn lead(property: &Property) -> String {
    match property.kind {
        PropertyKind::Text(Role::Person | Role::Other | Role::Id | Role::Long | Role::Code) => {
            format!("{} ", label_of_key(&property.key).to_lowercase())
        }
        _ => String::new(),
    }
}

/// Asks for a property in plain words.
fn question(property: &Property) -> String {
    let label = one_line(&property.label, 60);
    let lower = if label.chars().nth(1).is_some_and(char::is_uppercase) {
        label.clone()
    } else {
        label.to_lowercase()
    };
    match &property.kind {
        PropertyKind::Text(Role::Email) => "Which e-mail address should I use?".to_owned(),
        PropertyKind::Text(Role::Search) => "What should I look for?".to_owned(),
        PropertyKind::Text(Role::Date) => "Which date? Please write it like 2026-12-24.".to_owned(),
        PropertyKind::Text(Role::Time) => "Which time? Please write it like 19:30.".to_owned(),
        PropertyKind::Text(Role::Person) => {
            format!("Which {lower}? Please write it like: {lower} Ada Lovelace.")
        }
        PropertyKind::Text(Role::Long) => {
            format!("What should the {lower} say? Please put it in quotation marks.")
        }
        PropertyKind::Number { least, most, .. } => {
            let range = match (least, most) {
                (Some(least), Some(most)) => format!(" From {least} to {most}."),
                (Some(least), None) => format!(" At least {least}."),
                (None, Some(most)) => format!(" At most {most}."),
                (None, None) => String::new(),
            };
            let counts =
                matches!(lower.as_str(), "quantity" | "qty" | "amount" | "count" | "how many");
            if counts { format!("How many?{range}") } else { format!("Which {lower}?{range}") }
        }
        PropertyKind::Choice(choices) | PropertyKind::Choices(choices) => {
            let names: Vec<String> =
                choices.iter().take(8).map(|choice| one_line(&choice.label, 40)).collect();
            format!("Which {lower}? It can be: {}.", names.join(", "))
        }
        PropertyKind::Truth => format!("{label}: yes or no?"),
        _ => format!("Which {lower}?"),
    }
}
