//! A file of runs: JSON lines, one run a line, and a last line by which one sees whether the file
//! is whole.
//!
//! ```text
//! {"stored":{"code":"7KQ4-M2XD","widget":"default",…},"trace":{"version":1,…}}
//! {"end":{"runs":1,"sha256":"…"}}
//! ```
//!
//! The hash is of all bytes before the last line. A trace by itself, or one a line, is read, too.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use site_agent_core::text::hex;
use site_agent_core::trace::Trace;

use super::reading::read;
use crate::admin::trace::{Level, Redaction, StoredTrace};

/// The largest file that is opened, in bytes.
pub const LARGEST: usize = 16 * 1024 * 1024;

/// Refused lines that are told one by one.
const MOST_REFUSED: usize = 20;

/// What the store knows of a run beside its trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stored {
    /// What the visitor was shown.
    #[serde(default)]
    pub code: String,
    /// The widget's key.
    #[serde(default)]
    pub widget: String,
    /// When it was stored, in milliseconds since 1970.
    #[serde(default)]
    pub stored_at: u64,
    /// How much was.
    pub level: Option<Level>,
    /// What was taken out, by rule.
    #[serde(default)]
    pub redactions: Vec<Redaction>,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    stored: Option<&'a RawValue>,
    #[serde(borrow)]
    trace: Option<&'a RawValue>,
    end: Option<End>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct End {
    runs: u64,
    sha256: String,
}

/// Writes a file, a run at a time.
#[derive(Default)]
pub struct Lines {
    runs: u64,
    hash: Sha256,
}

impl Lines {
    /// The next run's line.
    pub fn run(&mut self, run: &StoredTrace) -> String {
        let stored = Stored {
            code: run.row.code.clone(),
            widget: run.row.widget.clone(),
            stored_at: run.row.stored_at,
            level: Some(run.row.level),
            redactions: run.redactions.clone(),
        };
        let stored = serde_json::to_string(&stored).unwrap_or_default();
        self.line(&format!(r#"{{"stored":{stored},"trace":{}}}"#, run.document))
    }

    /// A run's line as it was read.
    pub fn line(&mut self, line: &str) -> String {
        let line = format!("{line}\n");
        self.runs += 1;
        self.hash.update(line.as_bytes());
        line
    }

    /// The last line.
    pub fn end(self) -> String {
        let end = End { runs: self.runs, sha256: hex(&self.hash.finalize()) };
        format!("{{\"end\":{}}}\n", serde_json::to_string(&end).unwrap_or_default())
    }
}

/// A run of an opened file.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedRun {
    /// The trace.
    pub trace: Trace,
    /// The trace as it stands in the file.
    pub document: String,
    /// The whole line as it stands in the file.
    pub line: String,
    /// What the store that wrote the file knew of it.
    pub stored: Option<Stored>,
}

/// A line that is no run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Whether a file is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wholeness {
    /// One trace alone, which has no last line.
    Single,
    /// The last line fits what stands before it.
    Whole,
    /// The last line is missing: it may have been cut.
    NoEnd,
    /// The last line speaks of other content.
    Altered,
}

/// An opened file.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Its runs, in order.
    pub runs: Vec<OpenedRun>,
    /// Lines that are none; not all of them where there are many.
    pub refused: Vec<Refused>,
    /// How many there are.
    pub refused_count: usize,
    /// Whether it is as it was written.
    pub wholeness: Wholeness,
}

/// Opens a file's text.
pub fn open(text: &str) -> Opened {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Ok(run) = read_run(text.trim()) {
        let wholeness = Wholeness::Single;
        return Opened { runs: vec![run], refused: Vec::new(), refused_count: 0, wholeness };
    }
    let mut opened = Opened {
        runs: Vec::new(),
        refused: Vec::new(),
        refused_count: 0,
        wholeness: Wholeness::NoEnd,
    };
    let mut before = 0;
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_end_matches(['\n', '\r']);
        if matches!(serde_json::from_str(content), Ok(Line { end: Some(_), .. })) {
            let mut written = Lines::default();
            written.hash.update(&text.as_bytes()[..before]);
            written.runs = opened.runs.len() as u64;
            let fits =
                written.end().trim_end() == content && text[before + line.len()..].is_empty();
            opened.wholeness = if fits { Wholeness::Whole } else { Wholeness::Altered };
        } else if !content.trim().is_empty() {
            match read_run(content) {
                Ok(run) => opened.runs.push(run),
                Err(problem) => {
                    opened.refused_count += 1;
                    if opened.refused.len() < MOST_REFUSED {
                        opened.refused.push(Refused { line: nth + 1, problem });
                    }
                }
            }
        }
        before += line.len();
    }
    opened
}

fn read_run(line: &str) -> Result<OpenedRun, String> {
    let parts = serde_json::from_str::<Line<'_>>(line);
    let (document, stored) = match &parts {
        Ok(Line { trace: Some(trace), stored, .. }) => (trace.get(), *stored),
        _ => (line, None),
    };
    let trace = read(document).map_err(|problem| problem.to_string())?;
    let stored = stored.and_then(|stored| serde_json::from_str(stored.get()).ok());
    Ok(OpenedRun { trace, document: document.to_owned(), line: line.to_owned(), stored })
}

/// The file of an opened one's runs.
pub fn write_again(opened: &Opened) -> String {
    let mut lines = Lines::default();
    let mut file: String = opened.runs.iter().map(|run| lines.line(&run.line)).collect();
    file.push_str(&lines.end());
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, stored};

    fn file(runs: &[&str]) -> String {
        let mut lines = Lines::default();
        let mut file: String = runs.iter().map(|run| lines.run(&stored(run))).collect();
        file.push_str(&lines.end());
        file
    }

    #[test]
    fn what_was_exported_opens_and_exports_to_the_same_bytes() {
        let odd = FULL.trim().replace("blue", "bl\\u00fce \u{202e} \u{1f600} <b>");
        let file = file(&[FULL.trim(), &odd]);
        let opened = open(&file);
        assert_eq!((opened.runs.len(), opened.refused_count), (2, 0));
        assert_eq!(opened.wholeness, Wholeness::Whole);
        assert_eq!(opened.runs[1].document, odd);
        let known = opened.runs[0].stored.as_ref().unwrap();
        assert_eq!((known.code.as_str(), known.level), ("7KQ4-M2XD", Some(Level::Full)));
        assert_eq!(write_again(&opened), file);
    }

    #[test]
    fn a_file_that_was_cut_or_changed_is_seen_as_such() {
        let whole = file(&[FULL.trim(), FULL.trim(), FULL.trim()]);
        let lines: Vec<_> = whole.split_inclusive('\n').collect();
        let found = |text: &str| {
            let opened = open(text);
            (opened.runs.len(), opened.refused_count, opened.wholeness)
        };
        assert_eq!(found(&lines[..3].concat()), (3, 0, Wholeness::NoEnd));
        assert_eq!(found(&whole[..lines[0].len() + 50]), (1, 1, Wholeness::NoEnd));
        assert_eq!(found(&[lines[0], lines[2], lines[3]].concat()), (2, 0, Wholeness::Altered));
        assert_eq!(found(&whole.replacen("mug", "jug", 1)), (3, 0, Wholeness::Altered));
        assert_eq!(found(&format!("{whole}{}", lines[0])), (4, 0, Wholeness::Altered));
    }

    #[test]
    fn a_trace_alone_opens_in_any_layout() {
        let pretty: serde_json::Value = serde_json::from_str(FULL).unwrap();
        let pretty = format!("\u{feff}{}\r\n", serde_json::to_string_pretty(&pretty).unwrap());
        for text in [FULL, pretty.as_str()] {
            let opened = open(text);
            assert_eq!((opened.runs.len(), opened.wholeness), (1, Wholeness::Single));
        }
        let lines = format!("{0}\r\n\r\n{0}", FULL.trim());
        assert_eq!(open(&lines).runs.len(), 2);
    }

    #[test]
    fn what_is_no_run_is_told_by_its_line() {
        let text = format!("{}\nnonsense\n{{\"version\":9}}\n", FULL.trim());
        let opened = open(&text);
        assert_eq!(opened.runs.len(), 1);
        assert_eq!(opened.refused.iter().map(|one| one.line).collect::<Vec<_>>(), [2, 3]);
        let many = open(&"x\n".repeat(100));
        assert_eq!((many.refused.len(), many.refused_count), (20, 100));
        assert_eq!(open("").runs.len(), 0);
    }
}
