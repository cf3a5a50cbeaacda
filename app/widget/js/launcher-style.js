/**
 * How the launcher looks. px only: the page's root size is its own. `!important` on the host, since
 * nothing else withstands the page's. The text on the accent is black or white, whichever reads
 * better: at a lightness of 49.44 both have a contrast of 4.6.
 */
export const LAUNCHER_CSS = `
:host{all:initial!important;display:block!important;position:absolute!important;
z-index:var(--site-agent-z,2147483000)!important}
:host([hidden]){display:none!important}
.launcher{all:unset;color-scheme:light dark;box-sizing:border-box;position:fixed;
inset-block-end:calc(20px + env(safe-area-inset-bottom,0px));inset-inline-end:20px;display:flex;
align-items:center;gap:8px;min-block-size:48px;max-inline-size:calc(100vw - 40px);
padding:8px 18px 8px 14px;border:1px solid transparent;border-radius:var(--site-agent-radius,
10px);background:var(--accent);color:#fff;font:500 15px/1.3 var(--site-agent-font,system-ui,
"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif);cursor:pointer;pointer-events:auto;
user-select:none;-webkit-tap-highlight-color:transparent;box-shadow:0 1px 2px rgb(29 27 24/.1),
0 8px 28px rgb(29 27 24/.18);--accent:var(--site-agent-accent,light-dark(#0f766e,#4fb8ac))}
@supports (color:lch(from red l 0 0)){.launcher{color:var(--site-agent-accent-fg,
lch(from var(--accent) calc((49.44 - l)*infinity) 0 0))}}
.launcher[data-side=start]{inset-inline:20px auto}
.launcher[data-theme=light]{color-scheme:light}
.launcher[data-theme=dark]{color-scheme:dark}
.launcher[aria-expanded=true]{visibility:hidden}
.launcher:focus-visible{outline:2px solid var(--accent);outline-offset:2px;
box-shadow:0 0 0 6px light-dark(#fff,#16181a)}
.launcher svg{flex:none;inline-size:20px;block-size:20px;fill:none;stroke:currentColor;
stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.launcher b{flex:none;min-inline-size:20px;padding:1px 6px;box-sizing:border-box;
border-radius:10px;border:1px solid;font:600 13px/1.3 system-ui;text-align:center}
.launcher b:empty{display:none}
@media (forced-colors:active){.launcher{border-color:ButtonText}}
@media print{:host{display:none!important}}`;
