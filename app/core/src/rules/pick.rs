//! "… and add the cheapest": finds the item in the result before, by its price and sku.

use super::choose::choose;
use super::plan::{Step, step_of};
use super::readable::readable;
use super::said::{Said, wishes};
use super::shape::Shape;
use super::words::{Kind, words_in};
use crate::fence;
use crate::json::Number;
use crate::message::Message;

/// What is asked when the result does not tell.
pub(super) const QUESTION: &str = "Which one? Please write its name.";

/// The step for the item; `None` when the last result names none with a price.
pub(super) fn resolve(said: &Said, messages: &[Message], shapes: &[Shape]) -> Option<Step> {
    let Some(Message::Result { text, .. }) = messages.last() else { return None };
    let content = fence::parts(text).map_or(text.as_str(), |parts| parts.content);
    let sku = cheapest(&readable(content))?;
    let said = wishes(&(rest(said) + &sku)).into_iter().next()?;
    let (_, choice) = choose(&said, shapes, &|_| None)?;
    Some(step_of(choice, &said, shapes))
}

/// Asks for the item instead.
pub(super) fn ask(said: &Said) -> Step {
    Step::Ask { question: QUESTION.to_owned(), wish: rest(said) }
}

/// The wish without the words that point at the item, which is to follow.
pub(super) fn rest(said: &Said) -> String {
    let kept = said.words.iter().filter(|word| !word.is("the one ones cheapest"));
    kept.map(|word| word.text.as_str()).chain([""]).collect::<Vec<_>>().join(" ")
}

/// The sku on the line with the lowest price.
fn cheapest(text: &str) -> Option<String> {
    let lines = text.lines().filter_map(|line| {
        let words = words_in(line);
        let sku = words.iter().find(|word| word.kind == Kind::Code)?;
        let price = words.iter().enumerate().filter(|(at, word)| {
            word.kind == Kind::Number
                && (super::numbers::is_money(&words, *at) || word.text.contains('.'))
        });
        Some((Number::parse(&price.map(|(_, word)| word).next()?.text)?, sku.text.clone()))
    });
    lines.min_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, sku)| sku)
}
