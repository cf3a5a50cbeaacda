//! The JSON parsing suite: what must be read is read, what must not is refused, and nothing that
//! may be either panics.

use std::path::PathBuf;

use site_agent_core::json::{parse, parse_bytes};

/// The suites lie beside the repository, or where `SITE_AGENT_DATA` says.
fn suite() -> Option<PathBuf> {
    let data = std::env::var_os("SITE_AGENT_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let suite = data.join("json-parsing");
    if !suite.is_dir() {
        println!("no JSON parsing suite at {}: nothing was checked", suite.display());
        return None;
    }
    Some(suite)
}

#[test]
fn the_parsing_suite_is_answered_as_it_demands() {
    let Some(suite) = suite() else { return };
    let mut counts = (0, 0, 0);
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(suite).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let accepted = match parse_bytes(&bytes) {
            Ok(value) => {
                let text = value.to_text();
                assert_eq!(parse(&text).unwrap().to_text(), text, "{name} changes when written");
                true
            }
            Err(_) => false,
        };
        match name.as_bytes()[..2] {
            [b'y', b'_'] => {
                counts.0 += 1;
                if !accepted {
                    wrong.push(name);
                }
            }
            [b'n', b'_'] => {
                counts.1 += 1;
                if accepted {
                    wrong.push(name);
                }
            }
            [b'i', b'_'] => counts.2 += 1,
            _ => {}
        }
    }
    println!("{} y_ files, {} n_ files, {} i_ files", counts.0, counts.1, counts.2);
    assert!(wrong.is_empty(), "answered wrongly: {wrong:?}");
    assert!(counts.0 > 90 && counts.1 > 180 && counts.2 > 30, "the suite is not whole");
}
