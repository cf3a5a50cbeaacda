//! The two folders: one the program writes, one it only reads.

use std::path::{Path, PathBuf};

use super::settings::Settings;

/// Where data is kept and where the site's built files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The two databases and the last builds of the site's files. Made at the first start.
    pub data: PathBuf,
    /// What `cargo xtask build` makes: `manifest.json`, `pkg/`, `site-agent/`, `embed.js` and the
    /// public files.
    pub site: PathBuf,
}

impl Folders {
    pub(super) fn read(settings: &Settings) -> Self {
        Self {
            data: settings.text("data_dir").unwrap_or("data").into(),
            site: settings.text("site_root").map_or_else(default_site, PathBuf::from),
        }
    }
}

/// `site` beside the program where a release put it, else where a checkout builds it.
fn default_site() -> PathBuf {
    std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.join("site")))
        .filter(|folder| folder.join("manifest.json").is_file())
        .unwrap_or_else(|| Path::new("target/site").into())
}
