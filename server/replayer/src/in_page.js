/*
 * What is evaluated in the page for one call: waits until its tool is there, and replays it.
 * `trace` holds that call alone and none of the texts; `isAllowed` answers the question it may raise.
 */
async ({ entry, trace, name, patienceMs, isAllowed, toolTimeoutMs }) => {
  const { createSiteAgent, replay, rules } = await import(entry);
  const agent = createSiteAgent({ model: rules() });
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    const { tools } = await agent.tools();
    if (tools.some((tool) => tool.name === name)) break;
    await new Promise((next) => setTimeout(next, 50));
  }
  return replay(trace, { confirm: () => isAllowed, toolTimeoutMs });
}
