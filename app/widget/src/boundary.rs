//! What JavaScript calls. Everything crosses as text or bytes; nothing here can fail loudly.

use std::rc::Rc;

use site_agent_core::schema::Patterns;
use site_agent_core::wire::Wire;
use site_agent_core::{Session, public};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::shell::{self, Page};
use crate::{events, settings};

#[wasm_bindgen]
extern "C" {
    /// What `instance.js` hands in.
    pub type Host;

    #[wasm_bindgen(method, catch)]
    fn effect(this: &Host, id: u32, kind: &str, ticket: u32, text: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn now(this: &Host) -> f64;
    #[wasm_bindgen(method, catch)]
    fn nonce(this: &Host) -> Result<String, JsValue>;
    #[wasm_bindgen(method)]
    fn matches(this: &Host, pattern: &str, text: &str) -> i32;
    #[cfg(feature = "panel")]
    #[wasm_bindgen(method, js_name = onSeenPress)]
    fn on_seen_press(this: &Host, button: &JsValue, press: JsValue);
}

impl Page for Host {
    fn effect(&self, id: u32, kind: &str, ticket: u32, text: &str) {
        // An exception in there is the host's to deal with; here it means nothing.
        let _ = self.effect(id, kind, ticket, text);
    }

    fn now(&self) -> u64 {
        // Saturates, and what is no number is 0.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let now = self.now() as u64;
        now
    }

    fn nonce(&self) -> Option<u128> {
        let hex = self.nonce().ok()?;
        let more = |nonce: u128, digit: char| Some(nonce << 4 | u128::from(digit.to_digit(16)?));
        hex.chars().try_fold(0, more).filter(|_| hex.len() == 32)
    }

    #[cfg(feature = "panel")]
    fn on_seen_press(&self, button: &JsValue, press: JsValue) {
        self.on_seen_press(button, press);
    }
}

impl Patterns for Host {
    fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        let found = self.matches(pattern, text);
        (found >= 0).then_some(found > 0)
    }
}

/// Gives the functions that the sessions need, once, before anything else:
/// `effect(id, kind, ticket, text)`, `now()` in ms, `nonce()` as 32 hex digits, `matches(pattern, text)` as 1, 0, or -1 where the pattern is none, and
/// `onSeenPress(button, press)` as `js/press.js` says.
#[wasm_bindgen]
pub fn bind(host: Host) {
    shell::bind(Rc::new(host));
}

/// A new session; 0 when the settings cannot be read.
#[wasm_bindgen]
pub fn open(config: &str) -> u32 {
    settings::parse(config)
        .map_or(0, |(config, confirm)| shell::open(Session::new(config).into(), confirm))
}

/// A session from its snapshot; 0 when it cannot be read.
#[wasm_bindgen]
pub fn restore(config: &str, snapshot: &str) -> u32 {
    let Ok((config, confirm)) = settings::parse(config) else { return 0 };
    Session::restore(snapshot, config).map_or(0, |session| shell::open(session.into(), confirm))
}

/// New settings, which start a fresh conversation.
#[wasm_bindgen]
pub fn configure(id: u32, config: &str) {
    if let Ok((config, confirm)) = settings::parse(config) {
        shell::configure(id, config, confirm);
    }
}

/// Tells a session what happened. `false` when it is busy.
#[wasm_bindgen]
pub fn send(id: u32, kind: &str, ticket: u32, text: Option<String>) -> bool {
    events::receive(id, kind, ticket, text)
}

/// A piece of the body that `response` announced. `true` when nothing more of it is wanted.
#[wasm_bindgen]
pub fn feed(id: u32, ticket: u32, bytes: &[u8]) -> bool {
    events::feed(id, ticket, bytes)
}

/// Whether a run is on, or was cut and can go on.
#[wasm_bindgen]
pub fn running(id: u32) -> bool {
    shell::with_session(id, Session::running).unwrap_or_default()
}

/// The session as text, for [`restore`].
#[wasm_bindgen]
pub fn snapshot(id: u32) -> String {
    shell::with_session(id, Session::snapshot).unwrap_or_default()
}

/// The last run's trace, JSON.
#[wasm_bindgen]
pub fn trace(id: u32) -> String {
    shell::with_session(id, |session| session.record().to_text()).unwrap_or_default()
}

/// The conversation, JSON.
#[wasm_bindgen]
pub fn messages(id: u32) -> String {
    shell::with_session(id, |session| public::messages(session.messages())).unwrap_or_default()
}

/// Drops a session.
#[wasm_bindgen]
pub fn close(id: u32) {
    shell::close(id);
}
