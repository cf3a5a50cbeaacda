//! The panel: what a visitor sees of the agent, mounted by Leptos into a `div` of the element's
//! shadow root.
//!
//! It is the first user of the session's public events: what comes in is [`Out`], what goes out
//! is [`Event`](site_agent_core::Event), and the page around it is never touched. The launcher,
//! the layer the panel floats in and the keys that close it belong to the loader.

use core::time::Duration;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::mount::{UnmountHandle as Mount, mount_to_renderer};
use leptos::prelude::*;
use site_agent_core::effect::Out;
use site_agent_core::protocol::Code;
use site_agent_core::trace::Status;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use crate::shell;
use crate::strings::Strings;

mod answer;
mod card;
mod composer;
mod conversation;
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
mod sheet;
mod step;
mod visitor;
mod voice;

pub use options::PanelOptions;

use conversation::Conversation;
use node::{Node, el};
use voice::{Breath, Voice};

/// A mounted panel. Dropping it takes the panel out of the page and stops its listening.
pub struct UnmountHandle {
    id: u32,
    serial: u32,
    _mount: Mount<Node>,
}

impl Drop for UnmountHandle {
    fn drop(&mut self) {
        // Before the mount goes: what still ticks then finds nobody, and touches no dead signal.
        PANELS.with_borrow_mut(|panels| panels.retain(|shown| shown.panel.serial != self.serial));
        shell::silence(self.id);
    }
}

/// Everything the parts of a panel share. It is `Copy`, and valid as long as the mount.
#[derive(Clone, Copy)]
pub(crate) struct Panel {
    /// The session it shows.
    id: u32,
    /// Tells this mount from an earlier one of the same session.
    serial: u32,
    /// Its words. Another language is another mount.
    strings: &'static Strings,
    conversation: Conversation,
    options: RwSignal<PanelOptions>,
    voice: Voice,
    /// What stands in the composer.
    draft: RwSignal<String>,
}

/// What the panel remembers and nobody sees.
#[derive(Debug, Default)]
struct Marks {
    /// Whether the log is at its end, and stays there as it grows.
    at_end: bool,
    /// Where the log was scrolled to, in px.
    top: i32,
    /// Whether a run was started from here and has not been heard of yet.
    asked: bool,
    /// Whether a run is being started from here at this moment.
    starting: bool,
    breath: Breath,
}

struct Shown {
    panel: Panel,
    container: Element,
    marks: Rc<RefCell<Marks>>,
}

thread_local! {
    static PANELS: RefCell<Vec<Shown>> = const { RefCell::new(Vec::new()) };
    static SERIAL: Cell<u32> = const { Cell::new(0) };
}

/// Mounts the panel of session `id` into `container`, an empty `div` of a shadow root, and styles
/// that root. The conversation so far is shown as it stands.
#[must_use]
pub fn mount(id: u32, container: Element, options: PanelOptions) -> UnmountHandle {
    sheet::adopt(&container);
    let serial = SERIAL.get();
    SERIAL.set(serial + 1);
    let mount = mount_to_renderer(&container.clone(), move || {
        let panel = Panel::new(id, serial, options);
        let marks = Rc::new(RefCell::new(Marks { at_end: true, ..Marks::default() }));
        PANELS.with_borrow_mut(|panels| panels.push(Shown { panel, container, marks }));
        panel.catch_up();
        shell::listen(id, Box::new(move |out| panel.hear(out)));
        let back = window_event_listener_untyped("pageshow", move |_| {
            // After the host, which takes the run up again if it can.
            set_timeout(move || panel.say_if_cut(), Duration::ZERO);
        });
        on_cleanup(move || back.remove());
        panel.view()
    });
    UnmountHandle { id, serial, _mount: mount }
}

/// Takes over changed settings without touching the conversation.
pub fn update(id: u32, options: PanelOptions) {
    if let Some(panel) = find(id) {
        panel.options.update(|now| {
            let tools = std::mem::take(&mut now.tools);
            *now = PanelOptions { tools, ..options };
        });
    }
}

/// Escape was pressed inside the panel. Denies the open question and is `true`; without one it is
/// `false`, and the panel may be closed.
#[must_use]
pub fn escape(id: u32) -> bool {
    find(id).is_some_and(Panel::deny_open)
}

/// The panel is about to be hidden: an open question is denied with it.
pub fn closing(id: u32) {
    if let Some(panel) = find(id) {
        panel.deny_open();
    }
}

/// The visitor opened the panel: the focus goes to the open question or else to the composer.
pub fn focus(id: u32) {
    if let Some(panel) = find(id) {
        panel.show_end();
        panel.focus(if panel.asks() { ".deny" } else { "textarea" });
    }
}

/// The page's tools, before any run has listed them: they name the calls of a conversation that
/// came back, and what is suggested where the owner suggests nothing.
pub fn offer(id: u32, tools: &str) {
    if let Some(panel) = find(id) {
        panel.options.update(|options| options.tools = face::parse(tools));
    }
}

/// What stands in the composer, to be kept over a navigation.
#[must_use]
pub fn draft(id: u32) -> String {
    find(id).map(|panel| panel.draft.get_untracked()).unwrap_or_default()
}

fn find(id: u32) -> Option<Panel> {
    PANELS.with_borrow(|panels| {
        panels.iter().rev().find(|shown| shown.panel.id == id).map(|shown| shown.panel)
    })
}

impl Panel {
    fn new(id: u32, serial: u32, options: PanelOptions) -> Self {
        Self {
            id,
            serial,
            strings: options.strings,
            conversation: Conversation::new(),
            draft: RwSignal::new(options.draft.clone()),
            options: RwSignal::new(options),
            voice: Voice::new(),
        }
    }

    fn view(self) -> Node {
        let theme = move || self.options.with(|options| options.theme.clone());
        let dir = move || self.options.with(PanelOptions::dir).to_owned();
        // What is typed here is none of the page's business, least of all of its shortcuts.
        let keep = |event: Event| event.stop_propagation();
        let panel = el("section")
            .class("panel")
            .attr("role", "dialog")
            .attr("aria-labelledby", "sa-heading")
            .attr("lang", self.strings.lang)
            .live_attr("data-theme", theme)
            .live_attr("dir", dir)
            .on("keydown", keep)
            .on("keypress", keep)
            .on("keyup", keep)
            .child(header::header(self))
            .child(log::log(self));
        card::card(panel, self).child(composer::composer(self)).children(self.voice.view())
    }

    /// Hears one public event of the session.
    fn hear(self, out: &Out) {
        if !self.alive() || (self.marks().borrow().starting && gives_up(out)) {
            return;
        }
        // Where the owner's `confirm` answers there is no card.
        if matches!(out, Out::ConfirmRequest { .. }) && !shell::panel_decides(self.id) {
            return;
        }
        self.own_words(out);
        self.voice.hear(self, out);
        let held = self.holds_focus(".card");
        self.conversation.take(out, |name| {
            shell::with_session(self.id, |session| session.listing().find(name).cloned())?
        });
        if held && !self.asks() {
            self.focus("textarea");
        }
        if let Out::ConfirmRequest { .. } = out {
            self.draw_to_card();
        }
        let news = matches!(out, Out::AnswerDelta { .. } | Out::Answer { .. } | Out::Error { .. });
        self.follow(news);
    }

    /// Whether this mount still stands. Asked by what may come late.
    fn alive(self) -> bool {
        PANELS.with_borrow(|panels| panels.iter().any(|shown| shown.panel.serial == self.serial))
    }

    /// What is remembered; of a panel that is gone nothing is.
    fn marks(self) -> Rc<RefCell<Marks>> {
        PANELS.with_borrow(|panels| {
            let shown = panels.iter().find(|shown| shown.panel.serial == self.serial);
            shown.map(|shown| shown.marks.clone()).unwrap_or_default()
        })
    }

    /// The first element in the panel that the selector matches.
    fn find(self, selector: &str) -> Option<HtmlElement> {
        PANELS.with_borrow(|panels| {
            let shown = panels.iter().find(|shown| shown.panel.serial == self.serial)?;
            shown.container.query_selector(selector).ok()??.dyn_into().ok()
        })
    }

    fn focus(self, selector: &str) {
        if let Some(element) = self.find(selector) {
            // A detached or hidden element cannot take the focus: then it stays where it is.
            let _ = element.focus();
        }
    }

    /// Whether the focus is in what the selector matches.
    fn holds_focus(self, selector: &str) -> bool {
        self.find(selector).is_some_and(|element| element.matches(":focus-within").unwrap_or(false))
    }

    /// The origin of the page that the visitor is on.
    fn origin(self) -> String {
        let given = self.options.with_untracked(|options| options.origin.clone());
        if given.is_empty() { window().location().origin().unwrap_or_default() } else { given }
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
