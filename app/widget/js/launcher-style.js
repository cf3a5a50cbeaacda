/**
 * How the launcher looks. px only: the page's root size is its own. `!important` on the host, since
 * nothing else withstands the page's. The text on the accent is black or white, whichever reads
 * better: at a lightness of 49.44 both have a contrast of 4.6. Forced colours show the border.
 */
export const LAUNCHER_CSS = `
:host{all:initial!important;display:block!important;position:absolute!important;
z-index:var(--site-agent-z,2147483000)!important}
:host([hidden]),[hidden]{display:none!important}
.launcher{all:unset;position:fixed;bottom:calc(20px + env(safe-area-inset-bottom));
inset-inline-end:20px;display:flex;align-items:center;gap:8px;box-sizing:border-box;
min-height:48px;max-width:calc(100vw - 40px);padding:8px 16px;border:1px solid transparent;
border-radius:var(--site-agent-radius,10px);color-scheme:light dark;
background:var(--accent);color:var(--site-agent-accent-fg,
lch(from var(--accent) calc((49.44 - l)*infinity) 0 0));--accent:var(--site-agent-accent,light-dark(#0f766e,#4fb8ac));
font:500 15px/1.3 var(--site-agent-font,system-ui,sans-serif);cursor:pointer;
pointer-events:auto;user-select:none;box-shadow:0 6px 24px #0003}
[data-side=start]{inset-inline:20px auto}
[data-theme=light]{color-scheme:light}
[data-theme=dark]{color-scheme:dark}
.launcher:focus-visible{outline:2px solid var(--accent);outline-offset:2px;
box-shadow:0 0 0 6px light-dark(#fff,#16181a)}
.launcher:before{content:"";min-width:20px;height:20px;background:currentColor;
forced-color-adjust:none;clip-path:path("M2 3h16v11H9l-4 4v-4H2z")}
@media print{:host{display:none!important}}`;
