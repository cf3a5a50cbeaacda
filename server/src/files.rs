//! The files of a build: the element's, the site's bundle, and what `public/` holds.
//!
//! They are read once at start and served from memory. A path is looked up in a table, never in the
//! file system, so there is nothing to traverse; and a page that was opened before an update still
//! finds the hashed files it names, because `builds.rs` keeps those of the last builds.

mod builds;
mod encoding;
mod file;
mod manifest;
mod mime;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use file::File;
pub use manifest::Manifest;

use thiserror::Error;

/// Everything that is served as a file, by path.
#[derive(Clone, Debug)]
pub struct Files {
    manifest: Manifest,
    by_path: Arc<HashMap<String, File>>,
}

/// Why the files cannot be served.
#[derive(Debug, Error)]
pub enum FilesError {
    /// There is no build.
    #[error(
        "the site's files are not in {}; run `cargo xtask build`, or set site_root",
        folder.display()
    )]
    NotBuilt {
        /// Where they were looked for.
        folder: PathBuf,
    },
    /// The manifest is not what a build writes.
    #[error("{} is not what a build writes: {source}", file.display())]
    Manifest {
        /// The manifest.
        file: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A file cannot be read, or an old build not be kept.
    #[error("{}: {source}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl FilesError {
    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }
}

impl Files {
    /// Reads the build in `site`, keeps its hashed files under `data`, and adds those of the builds
    /// before.
    pub fn load(site: &Path, data: &Path) -> Result<Self, FilesError> {
        let manifest = Manifest::read(site)?;
        let mut by_path = HashMap::new();
        add_folder(site, &mut by_path)?;
        let earlier = builds::keep(&data.join("builds"), &by_path)?;
        for build in &earlier {
            add_folder(build, &mut by_path)?;
        }
        Ok(Self { manifest, by_path: Arc::new(by_path) })
    }

    /// The names of the current build.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The file at a request's path.
    pub fn get(&self, path: &str) -> Option<&File> {
        self.by_path.get(path)
    }
}

/// Adds every file below `root` that is not there yet.
fn add_folder(root: &Path, by_path: &mut HashMap<String, File>) -> Result<(), FilesError> {
    for (path, name) in list(root)? {
        // The manifest is for the server; compressed twins belong to their originals.
        let own = name != "/manifest.json" && !encoding::is_twin(&path);
        if own && !by_path.contains_key(&name) {
            let file = File::read(&path, &name).map_err(FilesError::io(&path))?;
            by_path.insert(name, file);
        }
    }
    Ok(())
}

/// Every file below `root`, with the path it is served under.
fn list(root: &Path) -> Result<Vec<(PathBuf, String)>, FilesError> {
    let mut found = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(FilesError::io(&folder))? {
            let entry = entry.map_err(FilesError::io(&folder))?;
            let path = entry.path();
            let Some(name) = entry.file_name().to_str().map(|name| format!("{prefix}/{name}"))
            else {
                continue;
            };
            if path.is_dir() {
                folders.push((path, name));
            } else {
                found.push((path, name));
            }
        }
    }
    Ok(found)
}
