/** The npm package in somebody else's project: in Node, on a plain page, and through Vite. */
import { Project, serveFolder } from '../fixtures/package.ts';
import { Agent, expect, isNative, test as base } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));

const test = base.extend<{ project: Project }>({
  project: async ({}, use) => {
    const project = await Project.withPackage();
    await use(project);
    project.remove();
  },
});

// What a project does with it does not depend on whether the browser has WebMCP.
test.skip(() => isNative(), 'once is enough');
test.setTimeout(120_000);

/** The shop of a page with one tool, which asks. */
const SHOP = `
  const cart = [];
  const tool = {
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Adds a product to the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer' } },
      required: ['product', 'quantity'],
    },
    annotations: { readOnlyHint: false, untrustedContentHint: false, consequentialHint: false },
    async execute({ product, quantity }) {
      cart.push(quantity + ' ' + product);
      return 'In the cart: ' + cart.join(', ');
    },
  };
  const replies = [
    { type: 'tool', name: 'add_to_cart', arguments: { product: 'blue mug', quantity: 2 } },
    { type: 'answer', text: 'Two mugs are in your cart.' },
  ];`;

/** The main job with a model of the page's own, and its trace run again. */
const JOB = `
  const asked = [];
  const agent = createSiteAgent({
    model: custom(() => replies.shift()),
    tools: [tool],
    confirm: ({ lines }) => asked.push(lines.map(({ label, value }) => label + ': ' + value).join(', ')) > 0,
  });
  const { status, answer, trace } = await agent.run('add two blue mugs').done;
  const { steps, differences } = await replay(trace, { tools: [tool], confirm: () => true });
  const result = { status, answer, asked, cart, replayed: steps.map((step) => step.status), differences };`;

const DONE = {
  status: 'answered',
  answer: 'Two mugs are in your cart.',
  asked: ['Product: blue mug, Quantity: 2'],
  cart: ['2 blue mug', '2 blue mug'],
  replayed: ['ran'],
  // The cart has more in it than the first time.
  differences: 1,
};

test('it holds what it should, and nothing of ours besides', async ({ project }) => {
  const folder = join(project.folder, 'node_modules/site-agent');
  const names = readdirSync(folder);
  const types = ['index.d.ts', 'context.d.ts', 'element.d.ts', 'shim.d.ts'];
  const fixed = ['LICENSE', 'README.md', 'package.json', 'element.js', 'index.js', 'shim.js', ...types];
  expect(names).toEqual(expect.arrayContaining(fixed));
  for (const name of names) if (!fixed.includes(name)) expect(name).toMatch(/^sa-[\w-]+\.(js|wasm)$/);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(manifest.exports)).toEqual(['.', './element', './shim']);
  expect(manifest.dependencies).toBeUndefined();
  for (const name of names.filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    // Every file that a file names is there.
    for (const [, other = ''] of text.matchAll(/["'](?:\.\/)?((?:sa-)[\w-]+\.(?:js|wasm))["']/g)) {
      expect(names, `${name} names it`).toContain(other);
    }
  }
});

test('the main job in Node', async ({ project }) => {
  project.write(
    'main.js',
    `import { createSiteAgent, custom, replay } from 'site-agent';
     import { createModelContext, isShim } from 'site-agent/shim';
     ${SHOP}${JOB}
     console.log(JSON.stringify({ ...result, shim: isShim(createModelContext()) }));`,
  );
  expect(JSON.parse(await project.run('node', 'main.js'))).toEqual({ ...DONE, shim: true });
});

test('its types in a strict project', async ({ project }) => {
  project.write(
    'main.ts',
    `import { createSiteAgent, chromeBuiltIn, firstAvailable, proxy, SiteAgentError, type RunResult } from 'site-agent';
     import { installShim } from 'site-agent/shim';
     import type { SiteAgentElement } from 'site-agent/element';
     installShim()?.ontoolchange;
     export const shown = (element: SiteAgentElement) => element.ask('hello');
     document.addEventListener('site-agent-done', ({ detail }) => console.log(detail.trace.steps.length));
     const agent = createSiteAgent({ model: firstAvailable(chromeBuiltIn(), proxy({ url: '/api/agent' })) });
     export const done: Promise<RunResult> = agent.run('hello').done;
     export const code = (error: unknown) => (error instanceof SiteAgentError ? error.code : undefined);`,
  );
  await project.run(compiler, '--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022', 'main.ts');
});

/** What a visitor does with the element, whose rules are a file of their own. */
async function visit(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect.poll(() => page.evaluate(() => (window as any).result)).toEqual(DONE);
  const agent = new Agent(page);
  await agent.ask('add 3 of the red mug to my cart');
  await agent.allowIt();
  await expect(agent.log).toContainText('In the cart:');
  await expect(page.getByLabel('Cart')).toHaveText(/3/);
}

const BODY = `<h1>Shop</h1><output aria-label="Cart"></output>
  <site-agent models="rules" label="Ask this shop"></site-agent>`;

const PAGE_JOB = `${SHOP}
  const { execute } = tool;
  installShim();
  await document.modelContext.registerTool({
    ...tool,
    async execute(input, options) {
      const said = await execute(input, options);
      document.querySelector('output').textContent = said;
      return said;
    },
  });
  ${JOB}
  window.result = structuredClone(result);`;

test('the main job on a plain page', async ({ page, project }) => {
  project.write(
    'node_modules/site-agent/index.html',
    `<!doctype html><html lang="en"><title>Shop</title>${BODY}
     <script type="module" src="./element.js"></script>
     <script type="module">
       import { createSiteAgent, custom, installShim, replay } from './index.js';
       ${PAGE_JOB}
     </script></html>`,
  );
  const { origin, stop } = await serveFolder(join(project.folder, 'node_modules/site-agent'));
  await visit(page, origin);
  await stop();
});

test('the main job in a page that Vite built', async ({ page, project }) => {
  const installed = await project.run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', 'vite').then(
    () => true,
    (error) => {
      console.log(`Vite cannot be installed here, so its test is skipped: ${String(error).split('\n')[0]}`);
      return false;
    },
  );
  test.skip(!installed, 'npm does not reach its registry');
  project.write(
    'index.html',
    `<!doctype html><html lang="en"><title>Shop</title>${BODY}<script type="module" src="/main.js"></script></html>`,
  );
  project.write(
    'main.js',
    `import { createSiteAgent, custom, installShim, replay } from 'site-agent';
     import 'site-agent/element';
     ${PAGE_JOB}`,
  );
  const said = await project.run('npx', 'vite', 'build', '--target', 'es2022');
  expect(said).not.toMatch(/warn|error/i);
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  const { origin, stop } = await serveFolder(join(project.folder, 'dist'));
  await visit(page, origin);
  expect(missing.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([]);
  await stop();
});
