//! `site-agent config`.

use crate::config::{Config, effective};

pub(super) fn run(config: &Config) {
    print!("{}", effective(config));
}
