//! The agent's own JavaScript and wasm, as a build made them, for a page that need not serve them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The entry with `replay` in it.
const ENTRY: &str = "index.js";

/// The folder `site-agent` of a build.
#[derive(Debug)]
pub(crate) struct Module {
    folder: PathBuf,
}

/// There is no build.
#[derive(Debug, Error)]
#[error("the agent's files are not in {}; run `cargo xtask build`, or set site_root", folder.display())]
pub struct NotBuilt {
    folder: PathBuf,
}

impl Module {
    /// Of a build at `site`.
    pub(crate) fn of(site: &Path) -> Result<Self, NotBuilt> {
        let folder = site.join("site-agent");
        if folder.join(ENTRY).is_file() { Ok(Self { folder }) } else { Err(NotBuilt { folder }) }
    }

    /// A file and its type, by its plain name.
    pub(crate) fn file(&self, name: &str) -> io::Result<(Vec<u8>, &'static str)> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let kind = match Path::new(name).extension().and_then(|end| end.to_str()) {
            Some("js") => "text/javascript; charset=utf-8",
            Some("wasm") => "application/wasm",
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        if name.starts_with('.') || !name.bytes().all(is_plain) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok((fs::read(self.folder.join(name))?, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_folder_are_given_by_their_plain_names_and_nothing_else() {
        let site = tempfile::tempdir().unwrap();
        assert!(Module::of(site.path()).is_err());
        let folder = site.path().join("site-agent");
        fs::create_dir(&folder).unwrap();
        for name in ["index.js", "sa-replay-0.wasm", "package.json"] {
            fs::write(folder.join(name), name).unwrap();
        }
        fs::write(site.path().join("outside.js"), "").unwrap();
        let module = Module::of(site.path()).unwrap();
        assert_eq!(module.file("sa-replay-0.wasm").unwrap().1, "application/wasm");
        assert_eq!(module.file("index.js").unwrap().0, b"index.js");
        for name in ["package.json", "../outside.js", "..%2foutside.js", "missing.js", "", ".js"] {
            assert!(module.file(name).is_err(), "{name}");
        }
    }
}
