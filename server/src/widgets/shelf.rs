//! What forms were answered with, for the page that their browsers are sent on to: a few, for some
//! minutes, in memory alone. No secret is among them: a key that was typed is not kept with the rest.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use site_agent_app::admin::widgets::Answer;

use crate::hex::hex;
use crate::random::random;

const MOST: usize = 64;
const LONGEST: Duration = Duration::from_mins(10);

#[derive(Debug)]
struct Kept {
    id: String,
    since: Instant,
    answer: Answer,
}

/// The answers.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<VecDeque<Kept>>);

impl Shelf {
    /// Keeps one; its id cannot be guessed.
    pub(super) fn keep(&self, answer: Answer) -> Option<String> {
        let id = hex(&random::<16>().ok()?);
        let mut kept = self.fresh();
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back(Kept { id: id.clone(), since: Instant::now(), answer });
        Some(id)
    }

    /// The one with this id, as often as its page is looked at.
    pub(super) fn find(&self, id: &str) -> Option<Answer> {
        self.fresh().iter().find(|kept| kept.id == id).map(|kept| kept.answer.clone())
    }

    fn fresh(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.since.elapsed() < LONGEST);
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_there_for_its_page_until_many_came_after_it() {
        let shelf = Shelf::default();
        let id = shelf.keep(Answer::done("Saved.")).expect("an id");
        assert_eq!(shelf.find(&id), Some(Answer::done("Saved.")));
        assert_eq!(shelf.find("0"), None);
        for _ in 0..MOST {
            shelf.keep(Answer::default()).expect("an id");
        }
        assert_eq!(shelf.find(&id), None);
    }
}
