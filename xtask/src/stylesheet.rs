//! Bundles a stylesheet: every `@import "./x.css";` line is replaced by that file.

use std::path::Path;

use crate::files;
use crate::run::{Failure, Outcome};

/// The sheet with its imports in place.
pub(crate) fn bundle(path: &Path) -> Outcome<String> {
    let mut out = String::new();
    inline(path, &mut out, 0)?;
    Ok(out)
}

fn inline(path: &Path, out: &mut String, depth: u8) -> Outcome {
    if depth > 8 {
        return Err(Failure::new(format!("{}: imports go in a circle", path.display())));
    }
    for line in files::text(path)?.lines() {
        let import =
            line.trim().strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";"));
        if let Some(name) = import {
            inline(&path.with_file_name(name.trim_start_matches("./")), out, depth + 1)?;
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    Ok(())
}
