/**
 * The page's colours on their way into the frame: the custom properties of the element, which a
 * frame cannot inherit. Fonts stay behind, since a page's are not there. Colours may dress the card
 * and not hide it: what could not be read is left at its default.
 */

/** What of `--site-agent-…` crosses. */
const LOOK = ['accent', 'accent-fg', 'bg', 'fg', 'muted', 'border', 'surface', 'danger', 'radius'];

/**
 * What is written in a colour on which, by the names of `style/panel.css`, and what is not taken
 * where that cannot be read.
 * @type {[string, string[], string[]][]}
 */
const PAIRS = [
  ['--ink', ['--raised', '--sunken', '--soft'], ['fg', 'bg', 'surface', 'accent']],
  ['--ink-2', ['--raised', '--sunken'], ['muted']],
  ['--danger', ['--raised'], ['danger']],
  ['--on-accent', ['--accent'], ['accent', 'accent-fg']],
];

/** AA, for text of any size. */
const ENOUGH = 4.5;

/**
 * @param {Element} element
 * @returns {Record<string, string>}
 */
export function lookOf(element) {
  const style = getComputedStyle(element);
  /** @type {Record<string, string>} */
  const look = {};
  for (const name of LOOK) {
    const value = style.getPropertyValue(`--site-agent-${name}`).trim();
    if (value !== '') look[name] = value;
  }
  return look;
}

/**
 * Takes the page's colours over, in the frame and once the panel's sheet is there.
 * @param {HTMLElement} root what the panel inherits from
 * @param {string} theme
 * @param {Record<string, unknown>} look
 */
export function applyLook(root, theme, look) {
  for (const name of LOOK) {
    const value = look[name];
    const kind = name === 'radius' ? 'border-top-left-radius' : 'color';
    const isUsable = typeof value === 'string' && CSS.supports(kind, value);
    root.style.setProperty(`--site-agent-${name}`, isUsable ? value : '');
  }
  const panel = document.createElement('div');
  panel.className = 'panel';
  panel.dataset.theme = theme;
  panel.style.cssText = 'position:absolute;visibility:hidden';
  root.shadowRoot?.append(panel);
  for (const [front, backs, names] of PAIRS) {
    if (backs.every((back) => contrast(colorIn(panel, front), colorIn(panel, back)) >= ENOUGH))
      continue;
    for (const name of names) root.style.removeProperty(`--site-agent-${name}`);
  }
  panel.remove();
}

/**
 * @param {HTMLElement} panel
 * @param {string} name
 * @returns {Uint8ClampedArray} red, green, blue and alpha, as they are painted
 */
function colorIn(panel, name) {
  panel.style.color = `var(${name})`;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return new Uint8ClampedArray(4);
  context.fillStyle = getComputedStyle(panel).color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

/**
 * @param {Uint8ClampedArray} one
 * @param {Uint8ClampedArray} other
 * @returns {number} by WCAG, from 1 to 21; none where one lets through what is behind it
 */
function contrast(one, other) {
  if (one[3] < 255 || other[3] < 255) return 0;
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {Uint8ClampedArray} color */
function luminance([red, green, blue]) {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
