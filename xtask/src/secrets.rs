//! No key of whoever builds gets into what is built: a build has no use for one, and what it makes
//! is served to everybody.

use std::fs;
use std::path::Path;

use crate::files;
use crate::run::{self, Failure, Outcome, at};

/// Ends of variables that hold a secret.
const ENDS: [&str; 4] = ["KEY", "TOKEN", "SECRET", "PASSWORD"];
/// Shorter values stand in files by chance.
const SHORTEST: usize = 8;

/// Looks for every secret of the environment in the files of a folder.
pub(crate) fn none_in(folder: &Path) -> Outcome {
    let secrets: Vec<_> = std::env::vars()
        .filter(|(name, value)| {
            ENDS.iter().any(|end| name.ends_with(end)) && value.len() >= SHORTEST
        })
        .collect();
    run::step(&format!("keys in {} (of {} in the environment)", folder.display(), secrets.len()));
    search(folder, &secrets)
}

fn search(folder: &Path, secrets: &[(String, String)]) -> Outcome {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.is_dir() {
            search(&path, secrets)?;
            continue;
        }
        let content = files::read(&path)?;
        for (name, value) in secrets {
            if content.windows(value.len()).any(|window| window == value.as_bytes()) {
                let path = path.display();
                return Err(Failure::new(format!("{path} holds what {name} is set to")));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_key_is_found_however_deep_and_not_repeated() {
        let folder = std::env::temp_dir().join(format!("xtask-secrets-{}", std::process::id()));
        let deep = folder.join("site-agent/sa.wasm");
        files::write(&deep, b"\0asm...sk-canary-4711...").expect("written");
        let key = |value: &str| vec![("SITE_AGENT_WIDGET_API_KEY".to_owned(), value.to_owned())];
        let found = search(&folder, &key("sk-canary-4711")).expect_err("found").to_string();
        assert!(found.contains("sa.wasm") && found.contains("WIDGET_API_KEY"), "{found}");
        assert!(!found.contains("canary"), "{found}");
        assert!(search(&folder, &key("sk-another-4711")).is_ok());
        fs::remove_dir_all(&folder).expect("removed");
    }
}
