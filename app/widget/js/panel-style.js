/**
 * The panel's stylesheet, `style/panel.css`, which the build puts in here. Constructable sheets pass
 * every `style-src`; a `<style>` would not.
 */

import { Sheet } from './kept.js';

const PANEL_CSS = '__SA_STYLE__';

/** @type {CSSStyleSheet | undefined} one for every panel of the page */
let panelSheet;

/**
 * Styles the tree around `container`, once.
 * @param {Element} container
 */
export function stylePanel(container) {
  const { adoptedStyleSheets: sheets } = /** @type {DocumentOrShadowRoot} */ (
    /** @type {unknown} */ (container.getRootNode())
  );
  if (!panelSheet) {
    panelSheet = new Sheet();
    panelSheet.replaceSync(PANEL_CSS);
  }
  if (!sheets.includes(panelSheet)) sheets.push(panelSheet);
}
