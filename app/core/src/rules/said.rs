//! One wish of a message: "add two mugs", "apply code TEN".

use super::concepts::{self, ACTIONS, ADD, DETAIL, READ, READS, WRITES};
use super::numbers;
use super::words::{Kind, Word, words_in};

/// A part of a message that asks for one thing.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) words: Vec<Word>,
    /// What is wanted, in the order it was said; the first counts most.
    pub(super) actions: Vec<u32>,
    /// Asked as a question.
    pub(super) is_question: bool,
    /// Asked how something is or is done, so that nothing is to be changed.
    pub(super) wonders: bool,
}

/// A message longer than this is read up to here: a wish is short.
const MAX_WORDS: usize = 120;

/// The wishes of a message, in order.
pub(super) fn wishes(text: &str) -> Vec<Said> {
    let mut words = words_in(text);
    words.truncate(MAX_WORDS);
    numbers::read(&mut words);
    concepts::read(&mut words);
    let mut wishes = Vec::new();
    let mut part: Vec<Word> = Vec::new();
    // "Add a mug and a board": a wish without a verb has the one before it.
    let mut verb: Option<Word> = None;
    for at in 0..words.len() {
        let wanted = verb.as_ref().map_or(0, |verb| verb.meaning & ACTIONS);
        if !part.is_empty() && begins_wish(&words, at, wanted) {
            wishes.push(std::mem::take(&mut part));
            part.extend(
                verb.clone().filter(|_| words[at..].iter().take(3).all(|word| !acts(word))),
            );
        }
        part.push(words[at].clone());
        verb = part.iter().find(|word| acts(word)).cloned().or(verb);
    }
    wishes.push(part);
    wishes.into_iter().map(|words| Said::new(words, text)).collect()
}

fn acts(word: &Word) -> bool {
    word.meaning & ACTIONS != 0
}

/// Whether another wish begins at this word.
fn begins_wish(words: &[Word], at: usize, action: u32) -> bool {
    let joined = words[at - 1].is("and then also plus &");
    if words[at].is("and then also plus &") || !(joined || words[at].after_break) || action == 0 {
        return false;
    }
    let lead = words[at..]
        .iter()
        .find(|word| !word.is("please i you can could would to also then want like me"));
    let Some(lead) = lead else { return false };
    let wants = lead.meaning & (ACTIONS & !DETAIL);
    let counts =
        matches!(lead.kind, Kind::Number | Kind::Quoted | Kind::Code) || lead.is("a an the some");
    (wants & WRITES != 0) || (joined && wants != 0) || (action & ADD != 0 && joined && counts)
}

impl Said {
    fn new(mut words: Vec<Word>, text: &str) -> Self {
        while words.last().is_some_and(|word| word.is("and then also plus &")) {
            words.pop();
        }
        let asks = "what which who where when why how is are do does can could any have has";
        let begins = words.iter().find(|word| !word.is("and so ok okay then please"));
        let is_question =
            begins.is_some_and(|word| word.is(asks)) || text.trim_end().ends_with('?');
        // "What did I add?", "how do I check out?": asked, not wanted.
        let looks = begins.is_some_and(|word| word.is("what which who"));
        let wonders = looks || begins.is_some_and(|word| word.is("where when why how"));
        for word in words.iter_mut().filter(|word| wonders && word.meaning & WRITES != 0) {
            word.meaning = (word.meaning & !WRITES) | if looks { READ } else { 0 };
            word.used = true;
        }
        let mut actions = Vec::new();
        let counts = words.first().is_some_and(|word| word.kind == Kind::Number);
        if counts && !words.iter().any(acts) && words.len() > 1 && !numbers::is_money(&words, 0) {
            // "Two mugs, please": somebody who counts wants to have them.
            actions.push(ADD);
        }
        for word in &mut words {
            let action = word.meaning & ACTIONS;
            if action == 0 {
                continue;
            }
            // The first verb is one for sure. A later one may be part of a name ("a tea set"),
            // except where details are asked for ("show the price of …").
            let looks =
                actions.first().is_none_or(|first| first & (READS & !concepts::SEARCH) != 0);
            if actions.is_empty() || (action == action & DETAIL && looks) {
                word.used = true;
            }
            actions.push(action);
        }
        Self { words, actions, is_question, wonders }
    }

    /// What is wanted first; 0 when no verb says it.
    pub(super) fn action(&self) -> u32 {
        self.actions.first().copied().unwrap_or(0)
    }

    /// Whether this could be an answer to a question: no verb says otherwise.
    pub(super) fn is_no_wish(&self) -> bool {
        !self.words.iter().any(acts)
    }

    /// The wish as a message of its own.
    pub(super) fn text(&self) -> String {
        let quoted = |word: &Word| match word.kind {
            Kind::Quoted => format!("\"{}\"", word.text),
            _ => word.text.clone(),
        };
        self.words.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// How many words carry meaning of their own.
    pub(super) fn content(&self) -> usize {
        self.words.iter().filter(|word| word.is_content()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::wishes;

    fn texts(text: &str) -> Vec<String> {
        wishes(text).iter().map(super::Said::text).collect()
    }

    #[test]
    fn a_message_falls_into_its_wishes() {
        assert_eq!(
            texts("add two mugs and a walnut board to my cart, then apply code TEN-10"),
            ["add 2 mugs", "add a walnut board to my cart", "apply code TEN-10"]
        );
        assert_eq!(texts("find salt and pepper mills"), ["find salt and pepper mills"]);
        assert_eq!(texts("find mugs and add the cheapest"), ["find mugs", "add the cheapest"]);
        assert_eq!(texts("compare team and pro, please"), ["compare team and pro please"]);
    }
}
