//! The log for machines: an object a line. Two lines are written for each step of a visitor's run,
//! so they are put together by hand; a serializer that is told of every character costs four times
//! as much.

use std::fmt::{self, Debug};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{FormatEvent, JsonFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// `{"timestamp":…,"level":…,"fields":{…},"target":…,"span":{…}}`, the span being the request.
pub(super) struct Lines;

impl<S> FormatEvent<S, JsonFields> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let about = event.metadata();
        line.write_str("{\"timestamp\":\"")?;
        SystemTime.format_time(&mut line)?;
        write!(line, "\",\"level\":\"{}\",\"fields\":{{", about.level())?;
        let mut fields = Fields { line: &mut line, any: false, done: Ok(()) };
        event.record(&mut fields);
        fields.done?;
        line.write_str("},\"target\":")?;
        quoted(&mut line, about.target())?;
        if let Some(span) = context.lookup_current() {
            line.write_str(",\"span\":{\"name\":")?;
            quoted(&mut line, span.name())?;
            let known = span.extensions();
            let known = known.get::<FormattedFields<JsonFields>>();
            // They are an object already.
            let inner = known.and_then(|fields| fields.fields.strip_prefix('{')?.strip_suffix('}'));
            if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
                line.write_char(',')?;
                line.write_str(inner)?;
            }
            line.write_char('}')?;
        }
        line.write_str("}\n")
    }
}

/// Writes the fields of an event.
struct Fields<'a, 'w> {
    line: &'a mut Writer<'w>,
    /// Whether one was written.
    any: bool,
    done: fmt::Result,
}

impl Fields<'_, '_> {
    fn add(&mut self, field: &Field, value: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        self.done = self.done.and_then(|()| {
            if std::mem::replace(&mut self.any, true) {
                self.line.write_char(',')?;
            }
            quoted(self.line, field.name())?;
            self.line.write_char(':')?;
            value(self.line)
        });
    }
}

impl Visit for Fields<'_, '_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, |line| quoted(line, value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_u128(&mut self, field: &Field, value: u128) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, |line| {
            if value.is_finite() { write!(line, "{value}") } else { line.write_str("null") }
        });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add(field, |line| quoted(line, &format!("{value:?}")));
    }
}

/// Writes a JSON string.
fn quoted(line: &mut Writer<'_>, text: &str) -> fmt::Result {
    if text.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        let text = serde_json::to_string(text).map_err(|_| fmt::Error)?;
        return line.write_str(&text);
    }
    line.write_char('"')?;
    line.write_str(text)?;
    line.write_char('"')
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::{Value, json};

    use super::{JsonFields, Lines};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_is_an_object_whatever_is_in_it() {
        let shared = Shared::default();
        let writer = shared.clone();
        let log = tracing_subscriber::fmt()
            .fmt_fields(JsonFields::new())
            .event_format(Lines)
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(log, || {
            tracing::warn!("plain");
            let _request = tracing::info_span!("request", id = "a\"b").entered();
            let (none, some): (Option<&str>, Option<u64>) = (None, Some(7));
            tracing::info!(
                text = "\\ \"é\"\n\u{1}", whole = -3, long = 5_u128, part = 0.5, odd = f64::NAN, is = true,
                none, some, shown = %"x\ty", { "gen_ai.operation.name" } = "chat",
                "said {}", "\"so\""
            );
        });
        let written = shared.0.lock().expect("not poisoned").clone();
        let lines: Vec<Value> = String::from_utf8(written)
            .expect("text")
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            (&lines[0]["level"], &lines[0]["fields"], lines[0].get("span")),
            (&json!("WARN"), &json!({ "message": "plain" }), None)
        );
        assert_eq!(
            lines[1]["fields"],
            json!({ "message": "said \"so\"", "text": "\\ \"é\"\n\u{1}", "whole": -3, "long": 5, "part": 0.5,
                "odd": null, "is": true, "some": 7, "shown": "x\ty", "gen_ai.operation.name": "chat" })
        );
        assert_eq!(lines[1]["span"], json!({ "name": "request", "id": "a\"b" }));
        assert!(lines[1]["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')));
    }
}
