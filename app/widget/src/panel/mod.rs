//! The panel: what a visitor sees of the agent, mounted into a `div` of the element's shadow root.
//!
//! It is the first user of the session's public events: what comes in is [`Out`], what goes out
//! is [`Event`](site_agent_core::Event), and the page around it is never touched. The launcher,
//! the layer the panel floats in and the keys that close it belong to the loader.
//!
//! Its [`State`] is changed in one place, [`Panel::change`], which then brings its nodes up to it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::shell;
use crate::strings::Strings;
use site_agent_core::Message;
use site_agent_core::effect::Out;
use site_agent_core::protocol::Code;
use site_agent_core::trace::Status;

mod answer;
mod card;
mod composer;
mod conversation;
mod dom;
mod download;
mod draw;
mod empty;
pub mod exports;
mod face;
mod fault;
mod format;
mod header;
mod log;
mod node;
mod options;
mod restore;
mod state;
mod step;
mod visitor;
mod voice;

pub use options::PanelOptions;

use dom::Dom;
use face::Face;
use node::{Node, el};
use state::State;

/// A panel that is mounted.
struct Mounted {
    panel: Panel,
    container: Dom,
    state: RefCell<State>,
    root: RefCell<Node>,
    /// Whether the nodes are behind the state.
    stale: Cell<bool>,
}

thread_local! {
    static PANELS: RefCell<Vec<Rc<Mounted>>> = const { RefCell::new(Vec::new()) };
    static SERIAL: Cell<u32> = const { Cell::new(0) };
}

/// Names a mounted panel. What comes late, after it has gone, finds nobody.
#[derive(Clone, Copy)]
pub(crate) struct Panel {
    /// The session it shows.
    id: u32,
    /// Tells this mount from an earlier one of the same session.
    serial: u32,
    /// Its words. Another language is another mount.
    strings: &'static Strings,
}

/// Mounts the panel of session `id` into `container`, an empty `div`. The conversation so far
/// is shown as it stands.
pub(crate) fn mount(id: u32, container: Dom, options: PanelOptions) {
    let serial = SERIAL.get();
    SERIAL.set(serial + 1);
    if serial == 0 {
        dom::listen_always("pageshow", say_what_is_cut);
    }
    let panel = Panel { id, serial, strings: options.strings };
    let root = panel.view();
    root.place(&container);
    let mounted = Rc::new(Mounted {
        panel,
        container,
        state: RefCell::new(State::new(options)),
        root: RefCell::new(root),
        stale: Cell::new(false),
    });
    PANELS.with_borrow_mut(|panels| panels.push(mounted));
    panel.catch_up();
    shell::listen(id, Box::new(move |out| panel.hear(out)));
}

/// Takes the panel of session `id` out of the page and stops its listening.
pub(crate) fn unmount(id: u32) {
    let gone = PANELS.with_borrow_mut(|panels| {
        let at = panels.iter().position(|mounted| mounted.panel.id == id)?;
        Some(panels.swap_remove(at))
    });
    // With the list at rest: whatever runs as its nodes go may look at other panels.
    if let Some(gone) = gone {
        shell::silence(id);
        gone.root.borrow().remove();
    }
}

/// The panel of session `id`.
pub(crate) fn of(id: u32) -> Option<Panel> {
    PANELS.with_borrow(|panels| {
        panels.iter().map(|mounted| mounted.panel).find(|panel| panel.id == id)
    })
}

/// The host tells how far the download of session `id`'s model is.
pub(crate) fn hear_download(id: u32, kind: &str, text: &str) {
    if let Some(panel) = of(id) {
        panel.hear_download(kind, text);
    }
}

/// The page is seen again: a run that was cut goes on about now, or says that it does not.
fn say_what_is_cut() {
    // After the host, which takes the run up again if it can.
    dom::later(0, || {
        let panels: Vec<Panel> =
            PANELS.with_borrow(|panels| panels.iter().map(|mounted| mounted.panel).collect());
        for panel in panels {
            panel.say_if_cut();
        }
    });
}

impl Panel {
    fn view(self) -> Node {
        let panel = el("section.panel role=dialog aria-labelledby=sa-heading")
            .attr("lang", self.strings.lang())
            .attr("dir", self.strings.dir())
            .live("data-theme", |state| state.options.theme.clone())
            .child(header::header(self))
            .child(log::log(self));
        voice::voice(card::card(panel, self).child(composer::composer(self)))
    }

    /// Takes over changed settings without touching the conversation.
    pub(crate) fn update(self, options: PanelOptions) {
        self.change(|state| {
            let tools = std::mem::take(&mut state.options.tools);
            state.options = PanelOptions { tools, ..options };
        });
    }

    /// The page's tools, before any run has listed them: they name the calls of a conversation that
    /// came back, and what is suggested where the owner suggests nothing.
    pub(crate) fn offer(self, tools: &str) {
        self.change(|state| state.options.tools = face::parse(tools));
    }

    /// The visitor opened the panel: the focus goes to the open question or else to the composer.
    pub(crate) fn take_focus(self) {
        // Before anything was said its beginning counts.
        if self.read(|state| !state.conversation.entries.is_empty()) {
            self.show_end();
        }
        self.focus(if self.asks() { ".deny" } else { "textarea" });
    }

    /// What stands in the composer, to be kept over a navigation.
    pub(crate) fn draft(self) -> String {
        self.read(|state| state.draft.clone())
    }

    /// Hears one public event of the session.
    fn hear(self, out: &Out) {
        if self.read(|state| state.starting) && gives_up(out) {
            return;
        }
        // Where the owner's `confirm` answers there is no card.
        if matches!(out, Out::ConfirmRequest { .. }) && !shell::panel_decides(self.id) {
            return;
        }
        let (said, face) = self.ask_session(out);
        let held = self.find(".card:focus-within").is_some();
        self.change(|state| {
            state.own_words(out, said);
            state.voice.hear(self.strings, out);
            self.speak(state);
            state.conversation.take(out, face);
            if let Out::Error { .. } = out
                && let Some(entry) = state.conversation.waits()
            {
                self.count_down(entry);
            }
        });
        if held && !self.asks() {
            self.focus("textarea");
        }
        match out {
            Out::ConfirmRequest { .. } => self.draw_to_card(),
            Out::Reset => self.forget_download(),
            _ => {}
        }
        let news = matches!(out, Out::AnswerDelta { .. } | Out::Answer { .. } | Out::Error { .. });
        self.follow(news);
    }

    /// What the session knows beside the event: the visitor's last words, and a call's tool.
    fn ask_session(self, out: &Out) -> (Option<String>, Option<Face>) {
        let known = shell::with_session(self.id, |session| {
            let said = session.messages().iter().rev().find_map(|message| match message {
                Message::User { text } => Some(text.clone()),
                _ => None,
            });
            let face = match out {
                Out::ToolCall { call } => session.listing().find(&call.name).map(Face::from),
                _ => None,
            };
            (said, face)
        });
        known.unwrap_or_default()
    }

    fn mounted(self) -> Option<Rc<Mounted>> {
        PANELS.with_borrow(|panels| {
            panels.iter().find(|mounted| mounted.panel.serial == self.serial).cloned()
        })
    }

    /// Looks at the state; of a panel that has gone nothing is known.
    fn read<R: Default>(self, read: impl FnOnce(&State) -> R) -> R {
        self.mounted().map(|mounted| read(&mounted.state.borrow())).unwrap_or_default()
    }

    /// Changes the state, and shows it.
    fn change(self, change: impl FnOnce(&mut State)) {
        if let Some(mounted) = self.mounted() {
            change(&mut mounted.state.borrow_mut());
            mounted.refresh();
        }
    }

    /// The first element in the panel that the selector matches.
    fn find(self, selector: &str) -> Option<Dom> {
        self.mounted()?.container.find(selector)
    }

    fn focus(self, selector: &str) {
        if let Some(element) = self.find(selector) {
            element.focus();
        }
    }
}

impl Mounted {
    fn refresh(&self) {
        self.stale.set(true);
        // A change made by what the document does meanwhile is shown further up the stack.
        let Ok(mut root) = self.root.try_borrow_mut() else { return };
        while self.stale.replace(false) {
            root.refresh(&self.state);
        }
    }
}

/// Whether an event tells the end of a run that was given up.
fn gives_up(out: &Out) -> bool {
    match out {
        Out::Error { fault } => fault.code == Code::Aborted,
        Out::Done { status } => *status == Status::Aborted,
        _ => false,
    }
}
