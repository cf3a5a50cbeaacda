/** Pages with company, in places, and with less than a browser usually gives. */
import { expect } from '../../fixtures/test.ts';
import { inline, library, pageOf, TAG } from './row.ts';
import type { Row, Scene } from './row.ts';

const MCP_B = library('@mcp-b/global/dist/index.iife.js');
const MCP_B_ROW: Partial<Row> = { names: /^(WebMCP|__webMCP\w*|__mcp\w*)$/i };

/** A page that only has a frame, in which the notes are. */
const framed = (attributes: string) => (tag: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Around</title><link rel="icon" href="data:,"></head>
<body><iframe ${attributes.replace('INNER', `/matrix/inner${tag ? '' : '-without'}`)}
  width="900" height="640"></iframe></body>
</html>`;

const IN_FRAME = TAG.replace('data-models', 'data-frame data-models');

async function writeInner({ customer }: Scene): Promise<void> {
  const row = { name: '', tag: IN_FRAME };
  customer.written.set('/matrix/inner', { body: pageOf(row, true) });
  customer.written.set('/matrix/inner-without', { body: pageOf(row, false) });
}

/** As an attribute's value. */
const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Another build's script, whose files are gone, from the customer's own server. */
async function writeOldBuild({ customer, program }: Scene): Promise<void> {
  const script = await (await fetch(`${program.origin}/embed.js`)).text();
  customer.written.set('/matrix/old/embed.js', {
    body: script.replace(/sa-[0-9a-f]{12}\.js/g, 'sa-000000000000.js'),
    headers: { 'content-type': 'text/javascript' },
  });
}

export const SURROUNDINGS: Row[] = [
  {
    name: 'the tag twice',
    after: TAG,
  },
  {
    name: 'two builds of the script',
    prepare: writeOldBuild,
    after: '<script src="/matrix/old/embed.js" data-models="rules"></script>',
  },
  {
    name: 'the element by hand beside the tag',
    content: '<site-agent models="rules"></site-agent>',
    after: '<script type="module" src="__AGENT__/site-agent/element.js"></script>',
    asksFor: ['/embed.js', '/site-agent/element.js'],
  },
  {
    name: 'asynchronous tag, tools that come when they can',
    write: (tag) =>
      pageOf({ name: '', tag: tag.replace('<script', '<script async') }, !!tag).replace(
        '<script src="/matrix/notes.js" defer>',
        '<script src="/matrix/notes-late.js" defer>',
      ),
  },
  {
    name: 'a base elsewhere',
    // Below what the page itself has by relative addresses.
    content: '<base href="http://elsewhere.test:9/deep/">',
  },
  {
    name: 'in a frame that asked for it',
    prepare: writeInner,
    write: framed('src="INNER"'),
    frame: 'iframe',
  },
  {
    name: 'in a frame without an address',
    write: (tag) => framed(`srcdoc="${quoted(pageOf({ name: '', tag: IN_FRAME }, !!tag))}"`)(tag),
    frame: 'iframe',
  },
  {
    name: 'in a sandboxed frame that keeps its origin',
    prepare: writeInner,
    write: framed('src="INNER" sandbox="allow-scripts allow-same-origin"'),
    frame: 'iframe',
    complaints: /can escape its sandboxing/,
  },
  {
    name: 'blocked storage',
    before: inline(`for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get() { throw new DOMException('blocked', 'SecurityError') },
      });
    }`),
  },
  {
    name: 'storage that is full',
    before: inline(`Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    }`),
  },
  {
    name: 'a filter that blocks the script',
    prepare: ({ context, program }) =>
      context.route(`${program.origin}/embed.js`, (route) => route.abort('blockedbyclient')),
    absent: true,
    untouched: /ERR_BLOCKED_BY_CLIENT/,
  },
  {
    name: 'a filter that blocks the model, until it is told not to',
    tag: TAG.replace('data-models="rules"', 'data-proxy-url="__AGENT__/api/agent" data-models="proxy"'),
    prepare: ({ context, program }) =>
      context.route(`${program.origin}/api/agent*`, (route) => route.abort('blockedbyclient')),
    loaded: async ({ agent, context, program }) => {
      await agent.ask('add a note "Buy milk"');
      await expect(agent.button('Try again')).toBeVisible();
      await expect(agent.button('Send')).toBeVisible();
      await context.unroute(`${program.origin}/api/agent*`);
      await agent.button('Start over').click();
      await agent.button('Close').click();
    },
    complaints: /ERR_BLOCKED_BY_CLIENT/,
  },
  { name: '@mcp-b/global before us', before: MCP_B, ...MCP_B_ROW },
  { name: '@mcp-b/global after us', after: MCP_B, ...MCP_B_ROW, lists: true },
  {
    name: 'a service worker that keeps everything and its kinds badly',
    prepare: async ({ customer, page }) => {
      await page.goto(`${customer.origin}/blank.html`);
      await page.evaluate(async () => {
        const { installing } = await navigator.serviceWorker.register('/matrix/worker.js');
        await new Promise<void>((active) => {
          installing?.addEventListener('statechange', () => {
            if (installing.state === 'activated') active();
          });
        });
      });
    },
    done: async ({ page }) =>
      expect(await page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true),
  },
  {
    name: 'a page in an old encoding',
    headers: { 'content-type': 'text/html; charset=windows-1252' },
  },
  {
    name: 'quirks mode',
    write: (tag) => pageOf({ name: '', tag }, true).replace('<!doctype html>\n', ''),
  },
  {
    name: 'XHTML',
    headers: { 'content-type': 'application/xhtml+xml' },
    write: (tag) => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head><title>Notes</title><link rel="icon" href="data:," />${tag}
<script src="/matrix/notes.js" defer="defer"></script></head>
<body><h1>Notes</h1><ul id="notes" aria-label="Notes"></ul></body>
</html>`,
  },
  {
    name: 'a browser without popovers',
    before: inline(`delete HTMLElement.prototype.popover; delete HTMLElement.prototype.showPopover`),
    untouched: /popovers/,
  },
  {
    name: 'an insecure page',
    host: 'shop.test',
    untouched: /https|secure/,
  },
];
