//! From a document to a trace.

use std::fmt;

use site_agent_core::json::{Object, Value, parse};
use site_agent_core::trace::{Moment, Step, Trace};
use site_agent_core::wire::{Wire, WireError};

/// Why a document is no trace that this version can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<WireError> for Unreadable {
    fn from(error: WireError) -> Self {
        Self(error.words())
    }
}

/// Reads a trace. A step that this version cannot read is kept whole, as [`Step::Other`]; anything
/// else that does not fit is refused with its place.
pub fn read(document: &str) -> Result<Trace, Unreadable> {
    let mut value = parse(document).map_err(|error| Unreadable(error.words()))?;
    // The steps one by one, and the rest without them.
    let steps = match value {
        Value::Object(ref mut trace) => trace.insert("steps", Value::Array(Vec::new())),
        _ => return Err(WireError::expected("a trace, which is an object", &value).into()),
    };
    let mut trace = Trace::from_value(&value)?;
    trace.steps = match steps {
        Some(Value::Array(steps)) => steps.into_iter().map(moment).collect(),
        Some(other) => return Err(WireError::expected("an array", &other).within("steps").into()),
        None => return Err(Unreadable("/steps: missing".to_owned())),
    };
    Ok(trace)
}

fn moment(step: Value) -> Moment {
    match (Moment::from_value(&step), step) {
        (Ok(moment), _) => moment,
        (Err(_), Value::Object(step)) => {
            let at = step.get("at").and_then(Value::as_u64).unwrap_or_default();
            Moment { at, step: Step::Other(step) }
        }
        (Err(_), other) => {
            let step = Object::from_iter([("type", Value::from("?")), ("value", other)]);
            Moment { at: 0, step: Step::Other(step) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, trace};

    #[test]
    fn a_trace_is_read_as_it_was_written() {
        assert_eq!(read(FULL).unwrap().to_text(), FULL.trim_end());
    }

    #[test]
    fn steps_from_the_future_and_of_wrong_types_are_kept_whole() {
        let steps = r#"{"type":"dream","at":7,"of":["sheep"]},{"type":"answer","at":8,"text":9},3"#;
        let read = read(&trace(steps)).unwrap();
        assert_eq!(read.steps.len(), 3);
        assert!(read.steps.iter().all(|moment| matches!(moment.step, Step::Other(_))));
        assert_eq!(read.steps.iter().map(|moment| moment.at).collect::<Vec<_>>(), [7, 8, 0]);
    }

    #[test]
    fn what_is_no_trace_of_version_1_is_refused_with_its_place() {
        for (document, part) in [
            ("", "end"),
            ("[]", "object"),
            ("{}", "version"),
            (r#"{"version":2,"startedAt":0,"endedAt":0,"steps":[]}"#, "version 1"),
            (r#"{"version":1,"startedAt":"now","endedAt":0,"steps":[]}"#, "/startedAt"),
            (r#"{"version":1,"startedAt":0,"endedAt":0}"#, "/steps"),
            (r#"{"version":1,"startedAt":0,"endedAt":0,"steps":{}}"#, "/steps"),
            (r#"{"version":1,"startedAt":0,"endedAt":0,"steps":["\ud800"]}"#, "surrogate"),
        ] {
            let refused = read(document).unwrap_err().to_string();
            assert!(refused.contains(part), "{document}: {refused}");
        }
    }
}
