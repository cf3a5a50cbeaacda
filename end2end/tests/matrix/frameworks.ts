/** Pages whose framework exchanges what is in them, while we are there. */
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { expect } from '../../fixtures/test.ts';
import { inline, library } from './row.ts';
import type { Row, Scene } from './row.ts';

const TURBO = `${library('@hotwired/turbo/dist/turbo.es2017-umd.js')}
<meta name="turbo-refresh-method" content="morph">`;
const TURBO_NAMES = /^(Turbo|StreamElement|TurboFrameElement)$/;

/** The same page again, by the page's own means, and what a visitor had typed stays. */
async function keepsDraft({ agent, page }: Scene, change: () => Promise<unknown>): Promise<void> {
  await agent.open();
  await agent.composer.fill('half a thought');
  await change();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(agent.panel).toBeVisible();
  await expect(agent.composer).toHaveValue('half a thought');
  await expect(page.locator('site-agent')).toHaveCount(1);
  await agent.button('Close').click();
}

/** Runs in the page, in the realm of its own scripts. */
const inPage = (expression: string) => (scene: Scene) =>
  keepsDraft(scene, () => scene.page.evaluate(expression));

const visit = (scene: Scene) =>
  keepsDraft(scene, async () => {
    await scene.page.getByRole('link', { name: 'Again' }).click();
    await scene.page.waitForURL(/visited/);
  });

/** Where the tag is part of what Turbo exchanges, it runs again on each page. */
const inBody = (tag: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,">${TURBO}</head>
<body>
${tag}
<script src="/matrix/notes-late.js"></script>
<h1>Notes</h1>
<a href="?visited">Again</a>
<ul id="notes" aria-label="Notes"></ul>
</body>
</html>`;

/** React's own rendering of `pages/matrix/react-page.js` on a server. */
async function rendered(agent: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../pages/matrix/react-page.js', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    external: ['react'],
  });
  const require = createRequire(import.meta.url);
  const module = { exports: {} as any };
  new Function('module', 'require', outputFiles[0]?.text ?? '')(module, require);
  const page = require('react').createElement(module.exports.Page, { agent });
  return `<!doctype html>${require('react-dom/server').renderToString(page)}`;
}
const REACT = [await rendered(''), await rendered('__AGENT__/embed.js')];

export const FRAMEWORKS: Row[] = [
  {
    name: 'a Turbo visit',
    before: TURBO,
    content: '<a href="?visited">Again</a>',
    names: TURBO_NAMES,
    loaded: visit,
  },
  {
    name: 'a Turbo visit, the tag in the body',
    write: (tag) => inBody(tag),
    names: TURBO_NAMES,
    // The page's own script runs once more, too.
    complaints: /cannot register its tool: InvalidStateError/,
    loaded: visit,
  },
  {
    name: 'a Turbo morph',
    before: TURBO,
    names: TURBO_NAMES,
    loaded: inPage(`new Promise((done) => {
      document.addEventListener('turbo:render', done, { once: true });
      Turbo.session.refresh(location.href);
    }).then(() => undefined)`),
  },
  {
    name: 'a Turbo visit while it asks',
    before: TURBO,
    content: '<a href="?visited">Again</a>',
    names: TURBO_NAMES,
    asked: async ({ agent, page }) => {
      await page.getByRole('link', { name: 'Again' }).click();
      await page.waitForURL(/visited/);
      await expect(agent.card('Add a note')).toContainText('Buy milk');
    },
  },
  {
    name: 'React hydrates the whole document',
    write: (tag) => REACT[tag ? 1 : 0] ?? '',
    loaded: ({ page }) => expect(page.locator('#state')).toHaveText('hydrated'),
  },
  {
    name: 'the body is replaced',
    loaded: inPage(`(() => {
      const body = document.createElement('body');
      body.innerHTML = document.body.innerHTML;
      document.body.replaceWith(body);
    })()`),
  },
  {
    name: 'head and body are swapped in a view transition, as Astro does',
    loaded: inPage(`document.startViewTransition(() => {
      const next = new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html');
      next.querySelector('site-agent').remove();
      for (const { name } of [...document.documentElement.attributes]) {
        document.documentElement.removeAttribute(name);
      }
      document.documentElement.lang = 'en';
      document.body.replaceWith(next.body);
    }).finished`),
  },
  {
    name: 'all that is in the root element is replaced',
    loaded: inPage(`(() => {
      const next = new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html');
      next.querySelectorAll('site-agent').forEach((element) => element.remove());
      document.documentElement.replaceChildren(...next.documentElement.children);
    })()`),
  },
  {
    name: 'a morph that adds the new one before it drops the old one',
    loaded: inPage(`(() => {
      const old = document.querySelector('site-agent');
      old.after(old.cloneNode());
      old.remove();
    })()`),
  },
  {
    name: 'document.open',
    loaded: async ({ agent, page }) => {
      await page.evaluate(() => {
        const html = document.documentElement.outerHTML.replace(/<site-agent.*<\/site-agent>/s, '');
        document.open();
        document.write(`<!doctype html>${html.replace(/<script[^]*?<\/script>/g, '')}`);
        document.close();
      });
      await expect(agent.launcher).toHaveCount(1);
    },
  },
  {
    name: 'a page builder that sweeps away what it does not know',
    before: inline(`addEventListener('load', () => setTimeout(() => {
      for (const node of [...document.documentElement.children]) {
        if (!['HEAD', 'BODY'].includes(node.tagName)) node.remove();
      }
    }, 100))`),
    loaded: ({ page }) => page.waitForTimeout(300),
  },
];
