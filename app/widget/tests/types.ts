/**
 * `index.d.ts` is written by hand: here the compiler holds it to the code behind it, and to how a
 * page would use it. Nothing runs.
 */

import * as agent from '../js/agent.js';
import * as errors from '../js/errors.js';
import * as models from '../js/models.js';
import * as replaying from '../js/replay.js';
import * as shim from '../js/shim.js';
import * as declared from '../js/index.js';

/** Each export does what its declaration says. */
export const facade: typeof declared = {
  createSiteAgent: agent.createSiteAgent,
  replay: replaying.replay,
  SiteAgentError: errors.SiteAgentError,
  proxy: models.proxy,
  custom: models.custom as typeof declared.custom,
  firstAvailable: models.firstAvailable as typeof declared.firstAvailable,
  rules: models.rules,
  chromeBuiltIn: models.chromeBuiltIn,
  installShim: shim.installShim,
  // The handler attributes are put on its prototype where the compiler does not see it.
  createModelContext: shim.createModelContext as unknown as typeof declared.createModelContext,
  hasNativeModelContext: shim.hasNativeModelContext,
  isShim: shim.isShim,
};

const tool: declared.ToolDescriptor = {
  name: 'add_to_cart',
  description: 'Adds a product to the cart',
  inputSchema: { type: 'object', properties: { quantity: { type: 'integer' } } },
  annotations: { readOnlyHint: false },
  async execute({ quantity }: { quantity: number }, { signal }) {
    return signal.aborted ? 'stopped' : `${quantity} in the cart`;
  },
};

export async function shop() {
  const { createSiteAgent, chromeBuiltIn, custom, firstAvailable, proxy, rules } = declared;
  const model = firstAvailable(
    chromeBuiltIn({ languages: ['en', 'de'] }),
    proxy({ url: '/api/agent', headers: async () => ({ authorization: 'Bearer …' }) }),
    custom(async ({ messages, onDelta }) => {
      onDelta?.('Hello');
      return { type: 'answer', text: `Hello, ${messages.length}` };
    }),
    rules(),
  );
  const made = createSiteAgent({
    model,
    tools: [tool],
    confirm: async ({ lines, origin }) => lines.length > 0 && origin !== '',
    preApproved: ['add_to_cart'],
  });
  const run = made.run('add two mugs', { signal: AbortSignal.timeout(1000) });
  for await (const event of run) {
    if (event.type === 'tool-result') console.log(event.call.name, event.outcome, event.text);
    if (event.type === 'confirm-result' && !event.decision.allowed) console.log(event.decision.by);
    if (event.type === 'error') console.log(event.code, event.detail?.retryAfter);
    if (event.type === 'done') console.log(event.result.answer);
  }
  const { status, trace } = await run.done;
  const { steps, differences } = await declared.replay(trace, { tools: [tool] });
  return { status, differences, matches: steps.every((step) => step.matches !== false) };
}

export function mistakes() {
  // @ts-expect-error a model is needed
  declared.createSiteAgent({});
  // @ts-expect-error only a yes or a no
  declared.createSiteAgent({ model: declared.rules(), confirm: () => 'yes' });
  // @ts-expect-error no provider's key is ever taken
  declared.proxy({ url: '/api/agent', apiKey: 'sk-…' });
  // @ts-expect-error a tool runs something
  declared.createSiteAgent({ model: declared.rules(), tools: [{ name: 'a', description: 'b' }] });
}
