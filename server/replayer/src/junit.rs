//! The outcome as JUnit XML, which every CI reads.

use std::fmt::Write as _;

use crate::lines::{apart, shown};
use crate::verdict::{Checked, Tested, Verdict};

/// The whole report: a suite for each file, a case for each call.
#[must_use]
pub fn junit(tests: &[Tested]) -> String {
    let mut suites = String::new();
    let mut all = Sums::default();
    for test in tests {
        let sums = Sums::of(test);
        let _ = writeln!(
            suites,
            "  <testsuite name=\"{}\" file=\"{}\" {} time=\"{:.3}\">",
            escaped(&test.name),
            escaped(&test.file),
            sums.attributes(),
            test.took.as_secs_f64(),
        );
        match &test.calls {
            Ok(calls) => {
                for (at, call) in calls.iter().enumerate() {
                    case(&test.name, at + 1, call, &mut suites);
                }
            }
            Err(reason) => {
                let (name, reason) = (escaped(&test.name), escaped(&shown(reason)));
                let _ = writeln!(
                    suites,
                    "    <testcase classname=\"{name}\" name=\"page\" time=\"0.000\">\n      \
                     <error message=\"{reason}\"/>\n    </testcase>",
                );
            }
        }
        suites.push_str("  </testsuite>\n");
        all.add(&sums);
    }
    let time: f64 = tests.iter().map(|test| test.took.as_secs_f64()).sum();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"site-agent\" {} \
         time=\"{time:.3}\">\n{suites}</testsuites>\n",
        all.attributes()
    )
}

fn case(test: &str, nth: usize, call: &Checked, out: &mut String) {
    let _ = write!(
        out,
        "    <testcase classname=\"{}\" name=\"{nth} {}\" time=\"{:.3}\"",
        escaped(test),
        escaped(&shown(&call.tool)),
        call.took.as_secs_f64(),
    );
    match &call.verdict {
        Verdict::Same | Verdict::Open(_) => out.push_str("/>\n"),
        Verdict::NotRun(why) => {
            let _ =
                write!(out, ">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(why));
        }
        Verdict::Differs { how, recorded, now } => {
            let (recorded, now) = apart(recorded, now);
            let _ = write!(
                out,
                ">\n      <failure message=\"{}\">recorded: {}\nnow: {}</failure>\n    </testcase>\n",
                escaped(how),
                escaped(&recorded),
                escaped(&now),
            );
        }
    }
}

#[derive(Debug, Default)]
struct Sums {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Sums {
    fn of(test: &Tested) -> Self {
        let Ok(calls) = &test.calls else { return Self { tests: 1, errors: 1, ..Self::default() } };
        let not_run = |call: &&Checked| matches!(call.verdict, Verdict::NotRun(_));
        Self {
            tests: calls.len(),
            failures: test.differences(),
            errors: 0,
            skipped: calls.iter().filter(not_run).count(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
    }

    fn attributes(&self) -> String {
        let Self { tests, failures, errors, skipped } = self;
        format!(
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
        )
    }
}

/// Text between tags or in an attribute; characters that XML has no place for are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", u32::from(ch));
            }
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            ch => out.push(ch),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_kind_of_case_is_counted_where_it_belongs() {
        let checked = |tool: &str, verdict| Checked {
            tool: tool.to_owned(),
            verdict,
            took: Duration::from_millis(1500),
        };
        let differs = Verdict::Differs {
            how: "it returned something else".to_owned(),
            recorded: "a < b".to_owned(),
            now: "a > b & \"c\"".to_owned(),
        };
        let calls = vec![
            checked("search", Verdict::Same),
            checked("add", differs),
            checked("order", Verdict::NotRun("it was not allowed in the recording")),
        ];
        let took = Duration::from_secs(2);
        let of = |calls| Tested {
            name: "A \"test\"".to_owned(),
            file: "a.json".to_owned(),
            calls,
            took,
        };
        let xml = junit(&[of(Ok(calls)), of(Err("the page answers 404".to_owned()))]);
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="site-agent" tests="4" failures="1" errors="1" skipped="1" time="4.000">
  <testsuite name="A &quot;test&quot;" file="a.json" tests="3" failures="1" errors="0" skipped="1" time="2.000">
    <testcase classname="A &quot;test&quot;" name="1 search" time="1.500"/>
    <testcase classname="A &quot;test&quot;" name="2 add" time="1.500">
      <failure message="it returned something else">recorded: a &lt; b
now: a &gt; b &amp; &quot;c&quot;</failure>
    </testcase>
    <testcase classname="A &quot;test&quot;" name="3 order" time="1.500">
      <skipped message="it was not allowed in the recording"/>
    </testcase>
  </testsuite>
  <testsuite name="A &quot;test&quot;" file="a.json" tests="1" failures="0" errors="1" skipped="0" time="2.000">
    <testcase classname="A &quot;test&quot;" name="page" time="0.000">
      <error message="the page answers 404"/>
    </testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(xml, expected);
    }

    #[test]
    fn no_text_breaks_out_of_its_place() {
        let hostile = "</failure><x y='z'>&#0;]]>\0\u{b}\u{ffff}\"";
        let text = escaped(hostile);
        assert!(!text.contains(['<', '>', '"', '\'', '\0', '\u{b}', '\u{ffff}']), "{text}");
    }
}
