//! What a form about a widget was answered with.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::ports::StoreError;

/// The fields of a form, by name.
pub type Fields = BTreeMap<String, String>;

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its name.
    pub field: String,
    /// What is wrong and what to write instead: the rest of a sentence that begins with the field.
    pub words: String,
}

/// Why a widget stayed as it was.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such widget.
    #[error("There is no such widget any more. Look at the list again.")]
    Missing,
    /// It is the configuration's.
    #[error("This widget is set by the configuration. Change it there and start again.")]
    OfFile,
    /// Fields are wrong.
    #[error("Nothing was changed. Look at the marked fields.")]
    Fields(Vec<Fault>),
    /// There are as many as there can be.
    #[error("There are {most} widgets, and no more can be kept. Remove one first.")]
    TooMany {
        /// How many.
        most: usize,
    },
    /// The store failed.
    #[error("The program cannot do that at the moment. Try again in a minute.")]
    Store,
}

impl From<StoreError> for Refusal {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

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

    /// What is wrong with a field.
    pub fn fault(&self, field: &str) -> Option<&str> {
        let fault = self.faults.iter().find(|fault| fault.field == field)?;
        Some(&fault.words)
    }
}
