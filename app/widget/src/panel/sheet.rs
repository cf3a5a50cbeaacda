//! The panel's stylesheet. Constructable sheets pass every `style-src`; a `<style>` would not.

use wasm_bindgen::JsCast;
use web_sys::{CssStyleSheet, Element, ShadowRoot};

const SOURCE: &str = include_str!("../../../../style/panel.css");
const LENGTH: usize = fold::<{ SOURCE.len() }>(SOURCE).1;
const BYTES: [u8; LENGTH] = fold::<LENGTH>(SOURCE).0;
const CSS: &str = match std::str::from_utf8(&BYTES) {
    Ok(css) => css,
    Err(_) => panic!("only whole characters are left out"),
};

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

/// The sheet without its comments and the space that says nothing, and how long it is. A space
/// before a colon stays, since `.a :is(b)` is not `.a:is(b)`.
const fn fold<const ROOM: usize>(source: &str) -> ([u8; ROOM], usize) {
    let source = source.as_bytes();
    let mut out = [0; ROOM];
    let (mut at, mut length) = (0, 0);
    // The byte written last; nothing stands before the first.
    let (mut last, mut space) = (b'}', false);
    while at < source.len() {
        let byte = source[at];
        if byte == b'/' && source[at + 1] == b'*' {
            at += 2;
            while source[at] != b'*' || source[at + 1] != b'/' {
                at += 1;
            }
            at += 2;
            continue;
        }
        at += 1;
        if byte.is_ascii_whitespace() {
            space = true;
            continue;
        }
        let told = matches!(last, b'{' | b'}' | b';' | b',' | b':');
        if space && !told && !matches!(byte, b'{' | b'}' | b';') {
            out[length] = b' ';
            length += 1;
        }
        out[length] = byte;
        length += 1;
        (last, space) = (byte, false);
    }
    (out, length)
}
