//! One wish of a message: "add two mugs", "apply code TEN".

use super::concepts::{self, ACTIONS, ADD, DETAIL, READS, WRITES};
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
    let mut verb = 0;
    for at in 0..words.len() {
        if !part.is_empty() && begins_wish(&words, at, verb) {
            wishes.push((std::mem::take(&mut part), verb));
        }
        part.push(words[at].clone());
        verb = Some(first_action(&part)).filter(|action| *action != 0).unwrap_or(verb);
    }
    wishes.push((part, verb));
    wishes.into_iter().map(|(words, verb)| Said::new(words, verb, text)).collect()
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

fn first_action(words: &[Word]) -> u32 {
    words.iter().map(|word| word.meaning & ACTIONS).find(|action| *action != 0).unwrap_or(0)
}

impl Said {
    fn new(mut words: Vec<Word>, verb: u32, text: &str) -> Self {
        while words.last().is_some_and(|word| word.is("and then also plus &")) {
            words.pop();
        }
        let asks =
            "what which who where when why how is are do does can could any anything have has";
        let is_question =
            words.first().is_some_and(|word| word.is(asks)) || text.trim_end().ends_with('?');
        let mut actions = Vec::new();
        if verb != 0 && first_action(&words) == 0 {
            actions.push(verb);
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
        Self { words, actions, is_question }
    }

    /// What is wanted first; 0 when no verb says it.
    pub(super) fn action(&self) -> u32 {
        self.actions.first().copied().unwrap_or(0)
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
        let join = |said: &super::Said| {
            said.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        wishes(text).iter().map(join).collect()
    }

    #[test]
    fn a_message_falls_into_its_wishes() {
        assert_eq!(
            texts("add two mugs and a walnut board to my cart, then apply code TEN-10"),
            ["add 2 mugs", "a walnut board to my cart", "apply code TEN-10"]
        );
        assert_eq!(texts("find salt and pepper mills"), ["find salt and pepper mills"]);
        assert_eq!(texts("find mugs and add the cheapest"), ["find mugs", "add the cheapest"]);
        assert_eq!(texts("compare team and pro, please"), ["compare team and pro please"]);
    }
}
