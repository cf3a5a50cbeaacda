//! A test's outcome in lines for a person. What a page or a file wrote is shown without anything
//! that a terminal would obey.

use std::fmt::Write as _;

use site_agent_core::text::is_hidden;

use crate::verdict::{Checked, Tested, Verdict};

/// Characters of a result that are shown, and of them those before the first difference.
const SHOWN: usize = 160;
const BEFORE: usize = 40;

/// The lines of a test, each ended.
#[must_use]
pub fn lines(test: &Tested) -> String {
    let mut out = format!("{} ({})\n", shown(&test.name), shown(&test.file));
    let calls = match &test.calls {
        Ok(calls) => calls,
        Err(reason) => return out + "  ! could not run: " + &shown(reason) + "\n",
    };
    for call in calls {
        line(call, &mut out);
    }
    let seconds = test.took.as_secs_f32();
    let _ = match (calls.len(), test.differences()) {
        (0, _) => writeln!(out, "  nothing was called in the recording"),
        (_, 0) => writeln!(out, "  no difference ({seconds:.1} s)"),
        (all, 1) => writeln!(out, "  1 of {all} calls differs ({seconds:.1} s)"),
        (all, differ) => writeln!(out, "  {differ} of {all} calls differ ({seconds:.1} s)"),
    };
    out
}

fn line(call: &Checked, out: &mut String) {
    let name = shown(&call.tool);
    let ms = call.took.as_millis();
    let _ = match &call.verdict {
        Verdict::Same => writeln!(out, "  ✓ {name} ({ms} ms)"),
        Verdict::Open(why) => writeln!(out, "  ✓ {name} ({ms} ms): {why}"),
        Verdict::NotRun(why) => writeln!(out, "  – {name}: not run, {why}"),
        Verdict::Differs { how, recorded, now } => {
            let (recorded, now) = apart(recorded, now);
            writeln!(
                out,
                "  ✗ {name} ({ms} ms): {how}\n      recorded: {recorded}\n      now:      {now}"
            )
        }
    };
}

/// Two texts from a little before the place where they part.
pub(crate) fn apart(one: &str, other: &str) -> (String, String) {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let from = same.saturating_sub(BEFORE);
    let part = |text: &str| {
        let length = text.chars().count();
        let middle: String = text.chars().skip(from).take(SHOWN).collect();
        let ends = if length > from + SHOWN { "…" } else { "" };
        format!("{}{}{ends}", if from > 0 { "…" } else { "" }, shown(&middle))
    };
    (part(one), part(other))
}

/// On one line, with every character to be seen.
pub(crate) fn shown(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '\n' => line.push_str("\\n"),
            '\t' => line.push_str("\\t"),
            ch if ch.is_control() || is_hidden(ch) || matches!(ch, '\u{2028}' | '\u{2029}') => {
                line.extend(ch.escape_unicode());
            }
            ch => line.push(ch),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn tested(calls: Result<Vec<(&str, Verdict)>, String>) -> Tested {
        let took = Duration::from_millis(120);
        let calls = calls.map(|calls| {
            let checked =
                |(tool, verdict): (&str, Verdict)| Checked { tool: tool.to_owned(), verdict, took };
            calls.into_iter().map(checked).collect()
        });
        Tested { name: "Find mugs".to_owned(), file: "mugs.json".to_owned(), calls, took }
    }

    fn differs(recorded: &str, now: &str) -> Verdict {
        let how = "it returned something else".to_owned();
        Verdict::Differs { how, recorded: recorded.to_owned(), now: now.to_owned() }
    }

    #[test]
    fn a_test_is_told_call_by_call() {
        let text = lines(&tested(Ok(vec![
            ("search", Verdict::Same),
            ("add", differs("14.00 EUR", "15.00 EUR")),
            ("order", Verdict::NotRun("it was not allowed in the recording")),
        ])));
        assert_eq!(
            text,
            "Find mugs (mugs.json)\n  ✓ search (120 ms)\n  ✗ add (120 ms): it returned something \
             else\n      recorded: 14.00 EUR\n      now:      15.00 EUR\n  – order: not run, it was \
             not allowed in the recording\n  1 of 3 calls differs (0.1 s)\n"
        );
    }

    #[test]
    fn long_results_are_shown_where_they_part() {
        let (same, end) = ("mug ".repeat(100), "x".repeat(500));
        let (one, other) = apart(&format!("{same}14{end}"), &format!("{same}15{end}"));
        assert!(one.starts_with('…') && one.ends_with('…') && one.contains("mug 14x"), "{one}");
        assert!(other.contains("mug 15x") && other.chars().count() <= SHOWN + 2, "{other}");
        assert_eq!(apart("", "new"), (String::new(), "new".to_owned()));
    }

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        let hostile = "\u{1b}[31mred\u{7}\r\n\u{202e}back\u{9b}2J\u{2028}\u{200b}";
        let text = lines(&tested(Ok(vec![(hostile, differs(hostile, ""))])));
        let errors = lines(&tested(Err(hostile.to_owned())));
        for ch in (text + &errors).chars().filter(|ch| *ch != '\n') {
            assert!(!ch.is_control() && !is_hidden(ch), "{ch:?}");
        }
    }
}
