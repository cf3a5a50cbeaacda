//! The hashed files of the last builds, kept in the data folder for tabs that were opened before an
//! update.
//!
//! A build is known by the names of its hashed files, which change with their content. Its folder's
//! name starts with the time of the last start that used it, so the newest are found by sorting
//! names.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use super::{File, FilesError};
use crate::hex::hex;

/// Builds that stay served, the current one among them.
const KEPT: usize = 3;

/// Copies the hashed ones of `current` into `folder`, removes what is too old, and returns the
/// folders that are left.
pub(super) fn keep(
    folder: &Path,
    current: &HashMap<String, File>,
) -> Result<Vec<PathBuf>, FilesError> {
    let mut names: Vec<_> = current.iter().filter(|(_, file)| file.is_hashed).collect();
    names.sort_by_key(|(name, _)| *name);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut digest = Sha256::new();
    for (name, _) in &names {
        digest.update(name);
        digest.update("\n");
    }
    let id = hex(&digest.finalize()[..6]);

    fs::create_dir_all(folder).map_err(FilesError::io(folder))?;
    let known = builds(folder)?.into_iter().find(|build| ends_with(build, &id));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let place = folder.join(format!("{now:014}-{id}"));
    if let Some(known) = known {
        fs::rename(&known, &place).map_err(FilesError::io(&known))?;
    } else {
        // Under another name until it is whole, so that a crash leaves no half build.
        let unfinished = folder.join("unfinished");
        let _ = fs::remove_dir_all(&unfinished);
        for (name, file) in names {
            copy(file, &unfinished.join(name.trim_start_matches('/')))?;
        }
        fs::rename(&unfinished, &place).map_err(FilesError::io(&place))?;
    }

    let mut left = builds(folder)?;
    left.sort();
    while left.len() > KEPT {
        let oldest = left.remove(0);
        fs::remove_dir_all(&oldest).map_err(FilesError::io(&oldest))?;
    }
    Ok(left)
}

fn copy(file: &File, to: &Path) -> Result<(), FilesError> {
    let into = to.parent().unwrap_or(to);
    fs::create_dir_all(into).map_err(FilesError::io(into))?;
    for source in file.sources() {
        let target = source.file_name().map_or_else(|| to.to_owned(), |name| into.join(name));
        fs::copy(&source, target).map_err(FilesError::io(&source))?;
    }
    Ok(())
}

/// The folders that hold a build.
fn builds(folder: &Path) -> Result<Vec<PathBuf>, FilesError> {
    let entries = fs::read_dir(folder).map_err(FilesError::io(folder))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(|path| path.is_dir() && !ends_with(path, "unfinished")).collect())
}

fn ends_with(path: &Path, end: &str) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(end))
}
