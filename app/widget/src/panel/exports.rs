//! The panel's exports to JavaScript, beside those of the boundary.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

use super::{PanelOptions, UnmountHandle};

thread_local! {
    static MOUNTED: RefCell<Vec<(u32, UnmountHandle)>> = const { RefCell::new(Vec::new()) };
}

/// Mounts the panel of a session into an empty element of a shadow root. Its options are JSON, as
/// [`PanelOptions::from_json`] reads them.
#[wasm_bindgen]
pub fn mount(id: u32, container: Element, options: &str) {
    unmount(id);
    let mounted = super::mount(id, container, PanelOptions::from_json(options));
    MOUNTED.with_borrow_mut(|all| all.push((id, mounted)));
}

/// Takes the panel of a session away; the session stays.
#[wasm_bindgen]
pub fn unmount(id: u32) {
    let gone = MOUNTED.with_borrow_mut(|all| {
        let at = all.iter().position(|(mounted, _)| *mounted == id)?;
        Some(all.swap_remove(at))
    });
    // Dropped with the list at rest: whatever runs as its nodes go may look at other panels.
    drop(gone);
}

/// Takes over changed options; the conversation stays.
#[wasm_bindgen]
pub fn panel_update(id: u32, options: &str) {
    super::update(id, PanelOptions::from_json(options));
}

/// The page's tools: a JSON array of `{name, title, readOnly}`.
#[wasm_bindgen]
pub fn panel_offer(id: u32, tools: &str) {
    super::offer(id, tools);
}

/// The visitor opened the panel.
#[wasm_bindgen]
pub fn panel_focus(id: u32) {
    super::focus(id);
}

/// Escape was pressed in the panel; `true` when it denied a question, and the panel stays open.
#[wasm_bindgen]
pub fn panel_escape(id: u32) -> bool {
    super::escape(id)
}

/// The panel is about to be hidden.
#[wasm_bindgen]
pub fn panel_closing(id: u32) {
    super::closing(id);
}

/// What stands in the composer.
#[wasm_bindgen]
pub fn panel_draft(id: u32) -> String {
    super::draft(id)
}
