//! The browser's own model, where it is not on this machine yet: a button that gets it, its true
//! progress, and a way to stop. Never by itself.
//!
//! The host downloads (`js/downloads.js`), at the panel's wish and within the click that made it. What the
//! visitor asked runs again when the model is there.

use super::Panel;
use super::node::{List, Node, button, el};
use super::state::State;
use crate::shell;
use crate::strings::{Strings, fill};
use site_agent_core::text::digits;

/// Every so many per cent are spoken of.
const STEP: u32 = 25;

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Download {
    /// Nobody asked for it, or it was stopped.
    #[default]
    Idle,
    /// So many per cent of it are here.
    Running(u32),
    /// It did not come.
    Failed,
}

/// The button, or the progress and the way to stop.
pub(crate) fn download(panel: Panel, state: &State, list: &mut List) {
    match state.download {
        Download::Running(_) => list.item(1, || progress(panel)),
        Download::Idle | Download::Failed => {
            list.item(0, || button(panel, panel.strings.download(), Panel::download));
        }
    }
}

fn progress(panel: Panel) -> Node {
    let percent = |state: &State| match state.download {
        Download::Running(percent) => digits(percent),
        Download::Idle | Download::Failed => String::new(),
    };
    let bar = el("progress max=100").attr("aria-label", panel.strings.download());
    let cancel = button(panel, panel.strings.cancel(), Panel::cancel_download);
    el("div.progress").child(bar.live("value", percent)).child(cancel)
}

/// What is said of it, in place of the fault's own sentence.
pub(crate) fn sentence(strings: &Strings, state: &State) -> String {
    match state.download {
        Download::Idle => strings.model_download().to_owned(),
        Download::Running(percent) => fill(strings.downloading(), &digits(percent)),
        Download::Failed => strings.download_failed().to_owned(),
    }
}

impl Panel {
    /// Gets the model; called by a click, since a browser allows it only then.
    fn download(self) {
        self.now_download(Download::Running(0));
        shell::wish(self.id, "download");
    }

    /// Stops that.
    fn cancel_download(self) {
        shell::wish(self.id, "download-cancel");
        self.now_download(Download::Idle);
    }

    /// The conversation in which it was asked for is over.
    pub(crate) fn forget_download(self) {
        if self.read(|state| state.download) != Download::Idle {
            self.cancel_download();
        }
    }

    /// Hears the host tell of it.
    pub(crate) fn hear_download(self, kind: &str, text: &str) {
        match kind {
            "download-progress" => {
                let percent = text.parse().unwrap_or_default();
                self.now_download(Download::Running(percent));
            }
            "downloaded" => self.has_downloaded(),
            _ => self.now_download(Download::Failed),
        }
    }

    /// It is here: what was asked is asked again.
    fn has_downloaded(self) {
        let held = self.find(".progress:focus-within").is_some();
        let asked = self.read(|state| state.conversation.wants_download());
        self.now_download(Download::Idle);
        if asked.is_some() {
            self.run_again();
        }
        if held {
            self.focus("textarea");
        }
    }

    /// Shows how far it is, and says it where that is news. The focus stays with its button.
    fn now_download(self, now: Download) {
        let held = self.find(".progress:focus-within, .fault:last-child .small:focus").is_some();
        self.change(|state| {
            let before = std::mem::replace(&mut state.download, now);
            if is_news(before, now) {
                state.voice.say(&sentence(self.strings, state));
                self.speak(state);
            }
        });
        if held {
            self.focus(".fault:last-child .small");
        }
    }
}

/// Whether there is something to say: not of each per cent, nor that nothing is downloaded.
fn is_news(before: Download, now: Download) -> bool {
    match (before, now) {
        (Download::Running(before), Download::Running(now)) => before / STEP != now / STEP,
        (_, Download::Running(_) | Download::Failed) => true,
        (_, Download::Idle) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Download::{Failed, Idle, Running};
    use super::is_news;

    #[test]
    fn each_quarter_is_spoken_of_and_a_failure_and_no_stop() {
        let told: Vec<u32> =
            (1..=100).filter(|now| is_news(Running(now - 1), Running(*now))).collect();
        assert_eq!(told, [25, 50, 75, 100]);
        assert!(is_news(Idle, Running(0)) && is_news(Failed, Running(0)));
        assert!(is_news(Running(40), Failed));
        assert!(!is_news(Running(40), Idle));
    }
}
