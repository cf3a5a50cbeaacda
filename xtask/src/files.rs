//! Reading, writing and naming the files of a build.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::run::{Outcome, at};

/// Reads a file.
pub(crate) fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(at(path))
}

/// Reads a text file.
pub(crate) fn text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(at(path))
}

/// Writes a file, making its folder; an unchanged file is left alone, so that its time stays.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Outcome {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(at(folder))?;
    }
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::write(path, bytes).map_err(at(path))
}

/// An empty folder.
pub(crate) fn fresh_folder(path: &Path) -> Outcome {
    if path.exists() {
        fs::remove_dir_all(path).map_err(at(path))?;
    }
    fs::create_dir_all(path).map_err(at(path))
}

/// Copies a folder's files, folders within included.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Outcome {
    for entry in fs::read_dir(from).map_err(at(from))? {
        let path = entry.map_err(at(from))?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            write(&to.join(name), &read(&path)?)?;
        }
    }
    Ok(())
}

/// SHA-256 in hex.
pub(crate) fn digest(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The part of a digest that goes into a file's name.
pub(crate) fn short_hash(bytes: &[u8]) -> String {
    digest(bytes).chars().take(12).collect()
}
