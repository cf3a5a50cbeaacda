//! The panel's exports to JavaScript, beside those of the boundary.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Dom, Panel, PanelOptions, of};

/// Mounts the panel of a session into an empty element. Its options are JSON, as
/// [`PanelOptions::from_json`] reads them.
#[wasm_bindgen]
pub fn mount(id: u32, container: Dom, options: &str) {
    unmount(id);
    super::mount(id, container, PanelOptions::from_json(options));
}

/// Takes the panel of a session away; the session stays.
#[wasm_bindgen]
pub fn unmount(id: u32) {
    super::unmount(id);
}

/// Takes over changed options; the conversation stays.
#[wasm_bindgen]
pub fn panel_update(id: u32, options: &str) {
    if let Some(panel) = of(id) {
        panel.update(PanelOptions::from_json(options));
    }
}

/// The page's tools: a JSON array of `{name, title, readOnly}`.
#[wasm_bindgen]
pub fn panel_offer(id: u32, tools: &str) {
    if let Some(panel) = of(id) {
        panel.offer(tools);
    }
}

/// The visitor opened the panel.
#[wasm_bindgen]
pub fn panel_focus(id: u32) {
    if let Some(panel) = of(id) {
        panel.take_focus();
    }
}

/// Escape was pressed in the panel; `true` when it denied a question, and the panel stays open.
#[wasm_bindgen]
pub fn panel_escape(id: u32) -> bool {
    of(id).is_some_and(Panel::deny_open)
}

/// The panel is about to be hidden: an open question is denied with it.
#[wasm_bindgen]
pub fn panel_closing(id: u32) {
    panel_escape(id);
}

/// What stands in the composer.
#[wasm_bindgen]
pub fn panel_draft(id: u32) -> String {
    of(id).map(Panel::draft).unwrap_or_default()
}
