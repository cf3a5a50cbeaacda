//! The JSON Schema test suite (draft 2020-12): every case of the keywords that the argument check
//! knows, and of those that must not block. What is out, and why, is the table [`OUT`].

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use site_agent_core::json::{Value, parse_bytes};
use site_agent_core::schema::{Patterns, check};

/// What is not checked: a file, its groups (none: the whole file), and the reason.
const OUT: &[(&str, &[&str], &str)] = &[
    ("anchor", &[], "anchors"),
    ("dynamicRef", &[], "dynamic references"),
    ("refRemote", &[], "remote references"),
    ("unevaluatedItems", &[], "unevaluatedItems"),
    ("unevaluatedProperties", &[], "unevaluatedProperties"),
    ("defs", &["validate definition against metaschema"], "remote reference"),
    (
        "not",
        &["collect annotations inside a 'not', even if collection is disabled"],
        "unevaluatedProperties",
    ),
    (
        "vocabulary",
        &["schema that uses custom metaschema with with no validation vocabulary"],
        "vocabularies",
    ),
    ("ref", &["remote ref, containing refs itself"], "remote reference"),
    ("ref", &["ref creates new scope when adjacent to keywords"], "unevaluatedProperties"),
    (
        "ref",
        &[
            "Recursive references between schemas",
            "refs with relative uris and defs",
            "relative refs with absolute uris and defs",
            "$id must be resolved against nearest parent, not just immediate parent",
            "order of evaluation: $id and $ref",
            "order of evaluation: $id and $anchor and $ref",
            "order of evaluation: $id and $ref on nested schema",
            "simple URN base URI with $ref via the URN",
            "URN base URI with URN and JSON pointer ref",
            "URN base URI with URN and anchor ref",
            "URN ref with nested pointer ref",
            "ref to if",
            "ref to then",
            "ref to else",
            "ref with absolute-path-reference",
        ],
        "$id as a base of references",
    ),
];

/// What is out and blocks all the same, since what is ignored stands where it would have loosened
/// the schema: within `not`, and in a metaschema that turns keywords off.
const BLOCKING: &[&str] = &[
    "not | collect annotations inside a 'not', even if collection is disabled",
    "vocabulary | schema that uses custom metaschema with with no validation vocabulary",
];

struct Ecma;

impl Patterns for Ecma {
    fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        let regex = regress::Regex::with_flags(pattern, "u").ok()?;
        Some(regex.find(text).is_some())
    }
}

/// The suites lie beside the repository, or where `SITE_AGENT_DATA` says.
fn suite() -> Option<PathBuf> {
    let data = std::env::var_os("SITE_AGENT_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let suite = data.join("json-schema-suite");
    if !suite.is_dir() {
        println!("no JSON Schema suite at {}: nothing was checked", suite.display());
        return None;
    }
    Some(suite)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).unwrap()
}

/// Why a group is out, if it is.
fn reason_out(file: &str, group: &str) -> Option<&'static str> {
    let named = |groups: &[&str]| groups.is_empty() || groups.contains(&group);
    OUT.iter().find(|(name, groups, _)| *name == file && named(groups)).map(|(.., why)| *why)
}

#[test]
fn the_schema_suite_is_answered_as_it_demands() {
    let Some(suite) = suite() else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(suite)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let (mut checked, mut left_out) = (0, 0);
    let (mut wrong, mut blocking, mut outs_seen) = (Vec::new(), Vec::new(), 0);
    for path in &files {
        let file = path.file_stem().unwrap().to_str().unwrap();
        let groups = parse_bytes(&std::fs::read(path).unwrap()).unwrap();
        let (mut right, mut cases) = (0, 0);
        for group in groups.as_array().unwrap() {
            let name = text(group, "description");
            let is_out = reason_out(file, name).is_some();
            let mut misjudged = 0;
            for case in list(group, "tests") {
                let found = check(group.get("schema").unwrap(), case.get("data").unwrap(), &Ecma);
                let valid = case.get("valid").and_then(Value::as_bool).unwrap();
                let what = text(case, "description");
                misjudged += usize::from(found.is_ok() != valid);
                if is_out {
                    left_out += 1;
                    if found.is_err() && valid {
                        blocking.push(format!("{file} | {name}"));
                    }
                } else {
                    cases += 1;
                    right += usize::from(found.is_ok() == valid);
                    if found.is_ok() != valid {
                        wrong.push(format!("{file} | {name} | {what}: {found:?}"));
                    }
                }
            }
            // A group that is named as out must need to be.
            let is_named = OUT.iter().any(|(_, groups, _)| groups.contains(&name));
            if is_out && is_named {
                outs_seen += 1;
                assert!(misjudged > 0, "{file} | {name} is answered well: it is not out");
            }
        }
        println!("{right:>4} of {cases:>4}  {file}");
        checked += cases;
    }
    println!("{checked} cases checked, {left_out} out");
    for (file, groups, why) in OUT {
        println!("out: {file} {groups:?}: {why}");
    }
    assert!(wrong.is_empty(), "answered wrongly:\n{}", wrong.join("\n"));
    assert_eq!(blocking, BLOCKING, "what is out must not block");
    assert_eq!(outs_seen, OUT.iter().map(|(_, groups, _)| groups.len()).sum::<usize>());
    assert!(checked > 950, "the suite is not whole");
}
