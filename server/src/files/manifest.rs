//! The list a build leaves behind: which hashed file is the current one.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::FilesError;

/// Paths as they are served, without the base.
#[derive(Clone, Debug, Deserialize)]
pub struct Manifest {
    /// The site's style sheet.
    pub css: String,
    /// The site's script.
    pub js: String,
    /// The site's wasm.
    pub wasm: String,
    /// The hosted tag's script.
    pub embed: String,
}

impl Manifest {
    /// Reads `manifest.json` of the build in `site`.
    pub(super) fn read(site: &Path) -> Result<Self, FilesError> {
        let file = site.join("manifest.json");
        let text = fs::read(&file).map_err(|_| FilesError::NotBuilt { folder: site.to_owned() })?;
        serde_json::from_slice(&text).map_err(|source| FilesError::Manifest { file, source })
    }
}
