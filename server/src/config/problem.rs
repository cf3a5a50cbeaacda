//! A mistake in the configuration, told so that the owner can mend it without looking anything up.

use std::fmt;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key as it stands in the file, or the variable's name.
    pub place: String,
    /// What is wrong and what to write instead, in one sentence or two.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// All mistakes of one reading, in the order they were met. As an error it has at least one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Notes one more.
    pub(super) fn add(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.0.push(Problem { place: place.into(), message: message.into() });
    }

    /// Forgets what is wrong at a place.
    pub(super) fn forgive(&mut self, place: &str) {
        self.0.retain(|problem| problem.place != place);
    }

    /// `value`, unless there is a problem.
    pub(super) fn none_or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The mistakes, in the order they were met.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.0 {
            writeln!(f, "  {problem}")?;
        }
        let (count, noun) = (self.0.len(), if self.0.len() == 1 { "problem" } else { "problems" });
        write!(f, "the configuration has {count} {noun}, listed above; nothing was started")
    }
}

impl std::error::Error for Problems {}
