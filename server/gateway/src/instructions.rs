//! What a model is told before all else: the built-in rules, the site's words, the page's.
//!
//! A page says the same words with every step, so what they became is kept. It is kept of the last
//! page alone: whatever visitors send, this does not grow.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::value::{RawValue, to_raw_value};
use site_agent_core::instructions::compose;

use crate::error::ApiError;

/// The instructions of one gateway.
#[derive(Debug, Default)]
pub(crate) struct Instructions(Mutex<Option<Composed>>);

#[derive(Debug)]
struct Composed {
    /// The page's words.
    words: Box<str>,
    /// All of it, as a JSON string.
    whole: Arc<RawValue>,
}

impl Instructions {
    /// All of it as a JSON string, for a site with these instructions and a page with these words.
    pub(crate) fn of(&self, site: &str, words: &str) -> Result<Arc<RawValue>, ApiError> {
        if let Some(last) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner)
            && *last.words == *words
        {
            return Ok(Arc::clone(&last.whole));
        }
        let extra: Vec<&str> =
            [site.trim(), words].into_iter().filter(|text| !text.is_empty()).collect();
        let whole = to_raw_value(&compose(&extra.join("\n\n")))
            .map_err(|error| ApiError::of_ours(&error))?;
        let whole = Arc::from(whole);
        let composed = Composed { words: words.into(), whole: Arc::clone(&whole) };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(composed);
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_has_the_instructions_of_its_own_words() {
        let known = Instructions::default();
        for words in ["", "a", "", "b", "b"] {
            let whole = known.of(" Be kind. ", words).expect("instructions");
            let whole: String = serde_json::from_str(whole.get()).expect("a text");
            let extra = if words.is_empty() {
                "Be kind.".to_owned()
            } else {
                format!("Be kind.\n\n{words}")
            };
            assert_eq!(whole, compose(&extra));
        }
    }

    #[test]
    fn the_same_words_are_composed_once_and_others_are_let_go() {
        let known = Instructions::default();
        let first = known.of("", "a").expect("instructions");
        assert!(Arc::ptr_eq(&first, &known.of("", "a").expect("instructions")));
        let gone = Arc::downgrade(&first);
        drop(first);
        for nth in 0..10 {
            known.of("", &nth.to_string()).expect("instructions");
        }
        assert!(gone.upgrade().is_none());
    }
}
