//! The panel's stylesheet. Constructable sheets pass every `style-src`; a `<style>` would not.

use wasm_bindgen::JsCast;
use web_sys::{CssStyleSheet, Element, ShadowRoot};

const CSS: &str = include_str!("../../../../style/panel.css");

thread_local! {
    /// One sheet for every panel of the page.
    static SHEET: Option<CssStyleSheet> = CssStyleSheet::new()
        .ok()
        .filter(|sheet| sheet.replace_sync(CSS).is_ok());
}

/// Styles the shadow root around `container`, once.
pub(crate) fn adopt(container: &Element) {
    let Ok(root) = container.get_root_node().dyn_into::<ShadowRoot>() else { return };
    SHEET.with(|sheet| {
        let Some(sheet) = sheet else { return };
        let adopted = root.adopted_style_sheets();
        if !adopted.includes(sheet, 0) {
            adopted.push(sheet);
        }
    });
}
