/** Tools that throw, never end, or take the page away. */

const context = document.modelContext;
const bell = document.getElementById('bell');
const changes = { readOnlyHint: false };

document.querySelector('site-agent').options = { toolTimeoutMs: 1500 };

await context.registerTool({
  name: 'water_plants',
  title: 'Water the plants',
  description: 'Waters all plants.',
  annotations: changes,
  execute() {
    throw new Error('the tap is closed');
  },
});
await context.registerTool({
  name: 'ring_bell',
  title: 'Ring the bell',
  description: 'Rings the bell at the gate.',
  annotations: changes,
  execute: (_, { signal }) =>
    new Promise(() => {
      bell.textContent = 'ringing';
      signal.addEventListener('abort', () => {
        bell.textContent = 'silent again';
      });
    }),
});
await context.registerTool({
  name: 'visit_archive',
  title: 'Visit the archive',
  description: 'Goes to the archive page.',
  annotations: changes,
  execute() {
    location.href = '/archive.html';
    return new Promise(() => {});
  },
});
