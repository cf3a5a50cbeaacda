/**
 * Every screen of the panel under the strictest policy that the README says it needs, in the page
 * and in a frame: not one violation.
 */
import type { Page } from '@playwright/test';
import { expect, FramedAgent, test } from '../fixtures/framed.ts';
import { withHeaders } from '../fixtures/pages.ts';
import { Agent } from '../fixtures/test.ts';

/** What any policy complains of, in the page and in its frames. */
async function complaints(page: Page): Promise<string[]> {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) heard.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.log(`Content Security Policy: ${effectiveDirective} ${blockedURI}`),
    );
  });
  return heard;
}

/** Lets the session's wasm trap, as a bug in it would, when it is next told something. */
const trapWhenLost = () => {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
    const exports: Record<string, any> = { ...new Instance(module, imports).exports };
    const { send } = exports;
    exports.send = (...told: unknown[]) => {
      if ((globalThis as any).isLost) throw new WebAssembly.RuntimeError('unreachable');
      return send(...told);
    };
    return { exports };
  } as any;
};

const modes = {
  inline: { policy: "ORIGIN 'wasm-unsafe-eval'; connect-src ORIGIN", Agent },
  frame: { policy: 'ORIGIN; frame-src ORIGIN', Agent: FramedAgent },
};

for (const [mode, { policy, Agent }] of Object.entries(modes)) {
  test(`every screen under a strict policy, ${mode}`, async ({
    page,
    program,
    customer,
    lines,
  }) => {
    const heard = await complaints(page);
    await page.addInitScript(trapWhenLost);
    const directives = [
      "default-src 'none'",
      `script-src 'self' ${policy.replaceAll('ORIGIN', program.origin)}`,
      "style-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    await page.goto(
      customer.origin + withHeaders({ 'content-security-policy': directives }, '/words.html'),
    );
    await page
      .locator('site-agent')
      .evaluate((element, mode) => element.setAttribute('mode', mode), mode);
    const agent = new Agent(page);

    // Empty, with suggestions; then a formatted answer.
    await agent.open();
    await expect(agent.panel).toContainText('Say hello');
    await agent.ask('words');
    await expect(agent.log.getByRole('listitem')).toHaveCount(2);
    await expect(agent.log.getByRole('link')).toHaveCount(1);
    // A card with its details, denied; allowed, and its step looked at.
    await agent.ask('act');
    await expect(agent.card('Act')).toBeVisible();
    await agent.card('Act').locator('summary').first().click();
    await agent.deny.click();
    await expect(agent.log).toContainText('Denied');
    await agent.ask('act');
    await agent.allowIt();
    await expect(agent.log).toContainText('acted on this');
    await agent.log.locator('summary').last().click();
    // Stopped; an error with its details; begun anew.
    await agent.ask('wait');
    await agent.button('Stop').click();
    await expect(agent.log).toContainText('Stopped');
    await agent.ask('fail');
    await expect(agent.log).toContainText('The model could not answer.');
    // Lost, and back again with the conversation.
    const panel = agent.panel;
    await panel.evaluate(() => Object.assign(globalThis, { isLost: true }));
    await agent.ask('words');
    await expect(panel).toContainText('Something went wrong here.');
    await panel.evaluate(() => Object.assign(globalThis, { isLost: false }));
    await agent.button('Start again').click();
    await expect(agent.log).toContainText('acted on this');
    await agent.ask('words');
    await expect(agent.log.getByRole('link')).toHaveCount(2);
    await agent.button('Start over').click();
    await expect(agent.panel).toContainText('Say hello');
    await agent.button('Close').click();
    await expect(agent.launcher).toBeFocused();

    expect(heard).toEqual([]);
    expect(lines.filter((line) => !line.includes('unreachable'))).toEqual([]);
  });
}
