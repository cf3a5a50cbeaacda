//! A test: a name and a frozen trace, self-contained.

use std::fs;
use std::path::Path;

use serde_json::Value;
use site_agent_core::replay::{Texts, freeze};
use site_agent_core::trace::Trace;
use site_agent_core::wire::Wire as _;
use thiserror::Error;

/// What says that a file is a test.
const KIND: &str = "site-agent-test";

/// Bytes of a file that is read; a stored trace has at most a quarter of a mebibyte.
const MOST: u64 = 4 * 1024 * 1024;

/// A test as its file holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct TestFile {
    /// What the test is called.
    pub name: String,
    /// What is run again.
    pub trace: Trace,
}

/// Why a file is no test.
#[derive(Debug, Error)]
pub enum TestFileError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// It is larger than any trace.
    #[error("is larger than {MOST} bytes")]
    TooLarge,
    /// It holds something else.
    #[error("is neither a test nor a trace: {0}")]
    Form(String),
}

impl TestFile {
    /// Reads a file. A trace alone is a test, too, and is called as its file is.
    pub fn read(path: &Path) -> Result<Self, TestFileError> {
        if fs::metadata(path)?.len() > MOST {
            return Err(TestFileError::TooLarge);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Self::parse(&fs::read_to_string(path)?, &stem)
    }

    /// Reads a file's text; `stem` names a trace alone.
    pub fn parse(text: &str, stem: &str) -> Result<Self, TestFileError> {
        let form = |error: &dyn ToString| TestFileError::Form(error.to_string());
        let mut file: Value = serde_json::from_str(text).map_err(|error| form(&error))?;
        let (name, trace) = match file.get("kind") {
            None => (stem.to_owned(), text.to_owned()),
            Some(kind) if kind == KIND && file["version"] == 1 => {
                let name = file["name"].as_str().filter(|name| !name.trim().is_empty());
                (name.unwrap_or(stem).to_owned(), file["trace"].take().to_string())
            }
            Some(_) => return Err(form(&format!("expected {KIND}, version 1"))),
        };
        let trace = Trace::from_text(&trace).map_err(|error| form(&error))?;
        Ok(Self { name, trace })
    }

    /// The test that a run makes. The words of the visitor and the models are left out: a test
    /// lies beside the site's sources, for all who read them.
    #[must_use]
    pub fn of(name: &str, trace: &Trace) -> Self {
        Self { name: name.to_owned(), trace: freeze(trace, Texts::Results) }
    }

    /// The file's text, made to be read in a review.
    #[must_use]
    pub fn to_text(&self) -> String {
        let trace: Value = serde_json::from_str(&self.trace.to_text()).unwrap_or_default();
        let file = serde_json::json!({
            "version": 1, "kind": KIND, "name": self.name, "trace": trace,
        });
        format!("{file:#}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = r#"{"version":1,"startedAt":1,"endedAt":2,"status":"answered",
        "page":{"origin":"https://shop.example","path":"/shop"},"steps":[
        {"type":"user","at":0,"text":"canary of the visitor"},
        {"type":"tool-call","at":1,"call":{"id":"call_1","name":"search","arguments":{"q":"mug"}}},
        {"type":"tool-result","at":2,"callId":"call_1","text":"two mugs","outcome":"ok"},
        {"type":"answer","at":2,"text":"canary of the model"}]}"#;

    #[test]
    fn a_trace_alone_is_a_test_called_as_its_file() {
        let test = TestFile::parse(TRACE, "search").unwrap();
        assert_eq!((test.name.as_str(), test.trace.steps.len()), ("search", 4));
    }

    #[test]
    fn a_test_survives_its_file_and_holds_no_words_but_the_tools() {
        let trace = TestFile::parse(TRACE, "").unwrap().trace;
        let made = TestFile::of("Find mugs", &trace);
        let text = made.to_text();
        assert!(text.contains("two mugs") && !text.contains("canary"), "{text}");
        assert_eq!(TestFile::parse(&text, "other").unwrap(), made);
    }

    #[test]
    fn anything_else_is_refused_with_its_reason() {
        for (text, reason) in [
            ("", "EOF"),
            ("[]", "neither a test nor a trace"),
            ("{}", "version"),
            (&TRACE.replace("\"version\":1", "\"version\":2"), "version 1"),
            (r#"{"kind":"else","version":1}"#, "expected site-agent-test"),
            (r#"{"kind":"site-agent-test","version":2,"trace":{}}"#, "expected site-agent-test"),
            (r#"{"kind":"site-agent-test","version":1}"#, "neither a test nor a trace"),
        ] {
            let error = TestFile::parse(text, "x").unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
