//! Runs the calls of frozen traces again, in a headless Chromium on the page that they came from,
//! and says what differs.
//!
//! The agent's own module is brought into the page and replays there, one call after the other,
//! under the same rules as ever: no model is asked, and a question is answered with the yes that
//! was recorded for that very call or with no. What each call came to is compared out here, with
//! core's replay report. Between two calls the page may navigate; the next call waits for the page
//! that is there then.
//!
//! The browser is started for this alone, with a profile of its own that is thrown away, and spoken
//! to over a pair of pipes: it opens no port, and ends when this program does, however that ends.

mod address;
mod browser;
mod junit;
mod lines;
mod module;
mod pipe;
mod play;
mod playwright;
mod suite;
mod tab;
mod test_file;
mod verdict;

pub use address::{Address, AddressError};
pub use browser::find as find_browser;
pub use junit::junit;
pub use lines::lines;
pub use playwright::playwright;
pub use suite::{Allow, Options, SuiteError, run};
pub use test_file::{TestFile, TestFileError};
pub use verdict::{Checked, Tested, Verdict};
