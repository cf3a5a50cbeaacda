//! The sessions of a page, each under an id, and the loop between a session and what carries out
//! its effects.
//!
//! An event goes into the session at once; the effects that come out wait in a queue and leave it
//! when no session is borrowed any more. So a callback may send the next event from within an
//! effect: it joins the queue behind what is already there. Ids that no session has, or no longer
//! has, do nothing.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use site_agent_core::effect::Out;
use site_agent_core::schema::Patterns;
use site_agent_core::{Config, Effect, Event, Session};

use crate::effects;
use crate::incoming::Incoming;
use crate::machine::Machine;
use crate::settings::Confirm;

/// What the shell needs of the page around it.
pub(crate) trait Page: Patterns {
    /// Carries an effect out. It may call back into this module.
    fn effect(&self, id: u32, kind: &str, ticket: u32, text: &str);
    /// Milliseconds of the wall clock.
    fn now(&self) -> u64;
    /// 128 fresh random bits; `None` where there is no source of them.
    fn nonce(&self) -> Option<u128>;
    /// Hears the presses that a person makes on a button after it was there to be seen.
    #[cfg(feature = "panel")]
    fn on_seen_press(&self, button: &wasm_bindgen::JsValue, press: wasm_bindgen::JsValue);
}

/// Hears the public events of a session, in Rust.
type Listener = Rc<dyn Fn(&Out)>;

/// One session with what it needs to be carried.
pub(crate) struct Shell {
    machine: Machine,
    /// Who answers questions; only the host is asked through an effect.
    pub(crate) confirm: Confirm,
    listener: Option<Listener>,
    /// Effects that have come out and not yet been carried out.
    queue: VecDeque<Effect>,
    /// Whether the queue is being emptied further up the stack.
    draining: bool,
    /// A response whose body is still arriving.
    pub(crate) incoming: Option<Incoming>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<dyn Page>>> = const { RefCell::new(None) };
    /// The place is the id less one; places are never used again.
    static SHELLS: RefCell<Vec<Option<Rc<RefCell<Shell>>>>> = const { RefCell::new(Vec::new()) };
}

/// Gives the page's functions, once.
pub(crate) fn bind(page: Rc<dyn Page>) {
    PAGE.with(|slot| slot.replace(Some(page)));
}

/// The page's functions, once they are given.
pub(crate) fn page() -> Option<Rc<dyn Page>> {
    PAGE.with(|slot| slot.borrow().clone())
}

/// Takes a session or a replay in; its id is never 0.
pub(crate) fn open(machine: Machine, confirm: Confirm) -> u32 {
    let shell = Shell {
        machine,
        confirm,
        listener: None,
        queue: VecDeque::new(),
        draining: false,
        incoming: None,
    };
    SHELLS.with(|shells| {
        let mut shells = shells.borrow_mut();
        shells.push(Some(Rc::new(RefCell::new(shell))));
        u32::try_from(shells.len()).unwrap_or_default()
    })
}

/// Drops a session with everything it still wanted.
pub(crate) fn close(id: u32) {
    let gone = SHELLS.with(|shells| shells.borrow_mut().get_mut(place(id)).and_then(Option::take));
    // Dropped out here: a listener's drop may look at other sessions.
    drop(gone);
}

/// Tells `listener` every public event from now on, before the page hears of it. A session has one
/// listener, the panel; another takes its place.
#[cfg(any(feature = "panel", test))]
pub(crate) fn listen(id: u32, listener: Box<dyn Fn(&Out)>) {
    with_shell(id, |shell| shell.listener = Some(Rc::from(listener)));
}

/// Ends what [`listen`] began.
#[cfg(any(feature = "panel", test))]
pub(crate) fn silence(id: u32) {
    let gone = with_shell(id, |shell| shell.listener.take());
    drop(gone);
}

/// Reads a session. `read` must not call back into this module.
pub(crate) fn with_session<R>(id: u32, read: impl FnOnce(&Session) -> R) -> Option<R> {
    let shell = find(id)?;
    let shell = shell.try_borrow().ok()?;
    Some(read(shell.machine.session()))
}

/// What a replay found, once it is over.
#[cfg(feature = "replay")]
pub(crate) fn report(id: u32) -> Option<site_agent_core::replay::Report> {
    with_shell(id, |shell| shell.machine.report()).flatten()
}

/// Changes what surrounds a session. `change` must not call back into this module.
pub(crate) fn with_shell<R>(id: u32, change: impl FnOnce(&mut Shell) -> R) -> Option<R> {
    let shell = find(id)?;
    let mut shell = shell.try_borrow_mut().ok()?;
    Some(change(&mut shell))
}

/// Hands an event to a session and carries out what follows. `false` when it is busy.
pub(crate) fn send_event(id: u32, event: Event) -> bool {
    let Some(page) = page() else { return false };
    let at_ms = page.now();
    let handled = with_shell(id, |shell| {
        shell.machine.handle(at_ms, event, &*page).map(|effects| shell.queue.extend(effects))
    });
    match handled {
        Some(Ok(())) => {
            drain(id, &*page);
            true
        }
        Some(Err(_)) | None => false,
    }
}

/// Gives a session new settings; during a run they wait for its end.
pub(crate) fn configure(id: u32, config: Config, confirm: Confirm) {
    with_shell(id, |shell| shell.confirm = confirm);
    send_event(id, Event::Configured(config));
}

/// Whether the panel's card answers the questions of a session.
#[cfg(feature = "panel")]
pub(crate) fn panel_decides(id: u32) -> bool {
    with_shell(id, |shell| shell.confirm) == Some(Confirm::Panel)
}

/// A wish of the panel to the element around it, such as `close`.
#[cfg(any(feature = "panel", test))]
pub(crate) fn wish(id: u32, what: &str) {
    if let Some(page) = page() {
        page.effect(id, "panel", 0, what);
    }
}

fn place(id: u32) -> usize {
    (id as usize).wrapping_sub(1)
}

fn find(id: u32) -> Option<Rc<RefCell<Shell>>> {
    SHELLS.with(|shells| shells.try_borrow().ok()?.get(place(id))?.clone())
}

/// Carries effects out until there are none. A call from within an effect leaves the rest to the
/// one above it, so that effects keep their order.
fn drain(id: u32, page: &dyn Page) {
    let begun = with_shell(id, |shell| !std::mem::replace(&mut shell.draining, true));
    if begun != Some(true) {
        return;
    }
    while let Some(Some(effect)) = with_shell(id, |shell| shell.queue.pop_front()) {
        if let Effect::Emit(out) = &effect {
            let listener = with_shell(id, |shell| shell.listener.clone()).flatten();
            if let Some(listener) = listener {
                listener(out);
            }
        }
        effects::carry(id, effect, page);
    }
    with_shell(id, |shell| shell.draining = false);
}
