/** Pages whose styles reach for everything. */
import { expect } from '../../fixtures/test.ts';
import type { Row, Scene } from './row.ts';

const style = (rules: string) => `<style>${rules}</style>`;

/** The launcher is where it belongs, whole, and can be pressed there. */
async function inItsCorner({ agent, page }: Scene): Promise<void> {
  await expect(agent.launcher).toBeInViewport({ ratio: 1 });
  const box = await agent.launcher.boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  expect(height - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThanOrEqual(24);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeLessThanOrEqual(64);
}

const rows: Row[] = [
  { name: 'right to left', html: 'dir="rtl"' },
  { name: '62.5 % root size', before: style('html { font-size: 62.5% }') },
  {
    name: 'everything important',
    before: style(`
      * { animation: none !important; border-radius: 0 !important; box-sizing: content-box !important;
        color: red !important; filter: blur(3px) !important; font: 40px/3 cursive !important;
        letter-spacing: 1em !important; opacity: .3 !important; pointer-events: none !important;
        position: static !important; text-transform: uppercase !important;
        user-select: none !important; visibility: collapse; width: 10px !important;
        z-index: -1 !important }
      :not(html) { transform: rotate(20deg) !important }`),
  },
  {
    name: 'what is empty is hidden',
    before: style(':empty { display: none !important } html > :not(head, body) { display: none }'),
  },
  {
    name: 'unknown elements are hidden until defined',
    before: style(':not(:defined) { visibility: hidden } site-agent { display: none }'),
  },
  {
    name: 'a transformed body',
    before: style('body { transform: translateY(300px) scale(1.01); filter: blur(0); perspective: 1px }'),
  },
  {
    name: 'a root element that is a grid and does not scroll',
    before: style(`html { display: grid; grid-template-rows: auto; height: 100%; overflow: hidden } html > * { margin: 40px; padding: 40px; float: left }`),
  },
  {
    name: 'overlays with the highest z-index',
    before: style('#shade { position: fixed; inset: 0 0 50% 0; z-index: 2147483647; background: #0003 }'),
    content: '<div id="shade"></div>',
    names: /^shade$/,
  },
  { name: 'vertical writing', before: style('html { writing-mode: vertical-rl }') },
  {
    name: 'keyframes, fonts and layers of the same names',
    before: style(`@layer sa, panel; @keyframes spin { to { rotate: 90deg } }
      .layer, .panel, .launcher, .card, .head, .log { display: none !important }`),
  },
];

export const STYLES: Row[] = rows.map((row) => ({ ...row, loaded: inItsCorner }));
