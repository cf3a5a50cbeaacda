//! The product as browsers are shown it, by tests and for measuring: the release files, a dev build
//! of the program, and a Chromium.

use std::path::PathBuf;
use std::process::Command;

use crate::compile::Mode;
use crate::run::Outcome;
use crate::{node, serve, site};

/// Where its parts are.
pub(crate) struct Product {
    browser: PathBuf,
    /// Everything the program serves as files.
    pub(crate) files: PathBuf,
    program: PathBuf,
}

impl Product {
    /// Builds what is stale.
    pub(crate) fn build() -> Outcome<Self> {
        Ok(Self {
            browser: node::browser()?,
            files: site::build_for_tests()?,
            program: serve::program(Mode::Dev)?,
        })
    }

    /// A script of end2end's package.json that is told where they are.
    pub(crate) fn script(&self, name: &str) -> Outcome<Command> {
        let mut command = node::script(name)?;
        command
            .env("CHROMIUM", &self.browser)
            .env("SITE_AGENT_BIN", &self.program)
            .env("SITE_AGENT_SITE_ROOT", &self.files);
        Ok(command)
    }
}
