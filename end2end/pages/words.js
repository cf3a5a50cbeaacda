/** A model in the page that knows five words. */

const ANSWER = `## Heading

Some **bold** words and \`code\`, <b>no markup</b>.

- one
- [two](${location.origin}/two)

\`\`\`
a block
\`\`\``;

document.querySelector('site-agent').options = {
  model: {
    name: 'words',
    async respond({ messages, signal, onDelta }) {
      const { role, text } = messages.at(-1);
      if (role === 'tool') return 'Done.';
      if (text === 'act') return { type: 'tool', name: 'act', arguments: { on: 'this', with: { force: 1 } } };
      if (text === 'fail') throw Object.assign(new Error('Out of words.'), { code: 'model-error' });
      if (text === 'wait') await new Promise((_, stop) => signal.addEventListener('abort', stop));
      onDelta(ANSWER.slice(0, 20));
      return ANSWER;
    },
  },
  tools: [
    {
      name: 'act',
      title: 'Act',
      description: 'Acts on something.',
      inputSchema: { type: 'object', properties: { on: { type: 'string' }, with: { type: 'object' } } },
      annotations: { readOnlyHint: false },
      execute: ({ on }) => `acted on ${on}`,
    },
  ],
};
