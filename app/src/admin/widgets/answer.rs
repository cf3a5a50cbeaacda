//! What a form about a widget was answered with.

use std::collections::BTreeMap;

use super::refusal::{Fault, Refusal};

/// The fields of a form, by name.
pub type Fields = BTreeMap<String, String>;

/// What a page says after a form: kept by the server for some minutes, since an address may say
/// nothing that somebody else could have written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The sentence.
    pub words: String,
    /// Whether nothing was done.
    pub is_refusal: bool,
    /// What was typed, if it is to be mended.
    pub typed: Option<Fields>,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

impl Answer {
    /// What was done.
    pub fn done(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }

    /// Why it was not done, with what was typed.
    pub fn refused(refusal: &Refusal, typed: Option<Fields>) -> Self {
        let faults = match refusal {
            Refusal::Fields(faults) => faults.clone(),
            _ => Vec::new(),
        };
        Self { words: refusal.to_string(), is_refusal: true, typed, faults }
    }

    /// Whether something is wrong with a field.
    pub fn is_wrong(&self, field: &str) -> bool {
        self.faults.iter().any(|fault| fault.field == field)
    }
}
