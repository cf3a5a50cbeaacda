/** What the fake providers refuse, so that their silence in the other tests means something. */
import { expect, test } from '@playwright/test';
import { anthropic } from '../fakes/anthropic.mjs';
import { gemini } from '../fakes/gemini.mjs';
import { openai } from '../fakes/openai.mjs';
import { KEY, startFake } from '../fakes/server.mjs';
import type { Wire } from '../fakes/server.mjs';

/** Changes to a request that is fine, each of which the real API refuses, and a word of why. */
type Spoiled = [why: RegExp, spoil: (body: any, headers: Record<string, string>) => void];

interface Case {
  wire: Wire;
  path: string;
  headers: Record<string, string>;
  /** A conversation with a call and its result, but for what only the fake can give out. */
  fine: (first: any) => any;
  spoiled: Spoiled[];
}

const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

const cases: Case[] = [
  {
    wire: anthropic(),
    path: '/v1/messages',
    headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    fine: (first) => ({
      model: 'm',
      max_tokens: 100,
      system: 'Be good.',
      tools: [{ name: 'search_products', description: 'Find.', input_schema: schema }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: 'find mugs' },
        ...(first
          ? [
              { role: 'assistant', content: first.content },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: first.content[2].id, content: 'Mugs.' }] },
            ]
          : []),
      ],
    }),
    spoiled: [
      [/invalid x-api-key/, (_, headers) => (headers['x-api-key'] = 'sk-other')],
      [/anthropic-version/, (_, headers) => delete headers['anthropic-version']],
      [/temperature/, (body) => (body.temperature = 1)],
      [/max_tokens/, (body) => delete body.max_tokens],
      [/String should match/, (body) => (body.tools[0].name = 'search.products')],
      [/unique/, (body) => body.tools.push(body.tools[0])],
      [/input_schema/, (body) => (body.tools[0].input_schema = { type: 'string' })],
      [/top level/, (body) => (body.tools[0].input_schema.anyOf = [])],
      [/"user" role/, (body) => body.messages.shift()],
      [/non-empty/, (body) => (body.messages[0].content = '')],
      [/prefill/, (body) => body.messages.pop()],
      [/valid dictionary/, (body) => (body.messages[1].content[2].input = '')],
      [/without `tool_result`/, (body) => (body.messages[2].content = 'And now?')],
      [/unexpected `tool_use_id`/, (body) => (body.messages[2].content[0].tool_use_id = 'toolu_0')],
      [/Invalid `signature`/, (body) => (body.messages[1].content[0].signature += '=')],
      [/Expected `thinking`/, (body) => body.messages[1].content.shift()],
    ],
  },
  {
    wire: openai(),
    path: '/chat/completions',
    headers: { authorization: `Bearer ${KEY}` },
    fine: (first) => ({
      model: 'm',
      max_completion_tokens: 100,
      parallel_tool_calls: false,
      tools: [{ type: 'function', function: { name: 'search_products', description: 'Find.', parameters: schema } }],
      messages: [
        { role: 'system', content: 'Be good.' },
        { role: 'user', content: 'find mugs' },
        ...(first
          ? [
              { role: 'assistant', content: '', tool_calls: first.choices[0].message.tool_calls },
              { role: 'tool', tool_call_id: first.choices[0].message.tool_calls[0].id, content: 'Mugs.' },
            ]
          : []),
      ],
    }),
    spoiled: [
      [/Incorrect API key/, (_, headers) => (headers.authorization = 'Bearer sk-other')],
      [/max_tokens/, (body) => (body.max_tokens = 100)],
      [/Unknown parameter/, (body) => (body.tool_calls = [])],
      [/only allowed when 'tools'/, (body) => delete body.tools],
      [/too short/, (body) => (body.tools = [])],
      [/does not match pattern/, (body) => (body.tools[0].function.name = 'x'.repeat(65))],
      [/parameters/, (body) => (body.tools[0].function.parameters = { type: 'array' })],
      [/non-empty string/, (body) => body.messages.splice(1, 0, { role: 'assistant', content: '' })],
      [/JSON object/, (body) => (body.messages[2].tool_calls[0].function.arguments = '')],
      [/string too long/, (body) => (body.messages[2].tool_calls[0].id = 'c'.repeat(41))],
      [/did not have response/, (body) => body.messages.pop()],
      [/preceeding message/, (body) => body.messages.splice(2, 1)],
      [/last message/, (body) => body.messages.push({ role: 'assistant', content: 'Mugs.' })],
    ],
  },
  {
    wire: gemini(),
    path: '/v1beta/models/m:generateContent',
    headers: { 'x-goog-api-key': KEY },
    fine: (first) => ({
      systemInstruction: { parts: [{ text: 'Be good.' }] },
      generationConfig: { maxOutputTokens: 100 },
      tools: [{ functionDeclarations: [{ name: 'search_products', description: 'Find.', parametersJsonSchema: schema }] }],
      contents: [
        { role: 'user', parts: [{ text: 'find mugs' }] },
        ...(first
          ? [
              first.candidates[0].content,
              { role: 'user', parts: [{ functionResponse: { name: 'search_products', response: { output: 'Mugs.' } } }] },
            ]
          : []),
      ],
    }),
    spoiled: [
      [/API key not valid/, (_, headers) => (headers['x-goog-api-key'] = 'other')],
      [/unregistered/, (_, headers) => delete headers['x-goog-api-key']],
      [/Unknown name "system"/, (body) => (body.system = '')],
      [/Unknown name "parameters"/, (body) => (body.tools[0].functionDeclarations[0].parameters = schema)],
      [/Invalid function name/, (body) => (body.tools[0].functionDeclarations[0].name = '1st')],
      [/parameters_json_schema/, (body) => delete body.tools[0].functionDeclarations[0].parametersJsonSchema.type],
      [/empty/, (body) => (body.contents[0].parts = [])],
      [/alternate/, (body) => body.contents.unshift(body.contents[0])],
      [/immediately after/, (body) => body.contents.shift()],
      [/number of function response/, (body) => (body.contents[2].parts = [{ text: 'And now?' }])],
      [/number of function response/, (body) => body.contents[1].parts.push({ functionCall: { name: 'get_cart' } })],
      [/immediately after/, (body) => body.contents[2].parts.push({ text: 'And now?' })],
      [/not an object/, (body) => (body.contents[2].parts[0].functionResponse.response = 'Mugs.')],
      [/missing a thought_signature/, (body) => delete body.contents[1].parts[0].thoughtSignature],
      [/signature is not valid/, (body) => (body.contents[1].parts[0].thoughtSignature = 'b3RoZXI=')],
    ],
  },
];

for (const { wire, path, headers, fine, spoiled } of cases) {
  test(`what ${wire.provider} refuses`, async () => {
    const fake = await startFake(wire);
    const ask = async (body: unknown, sent = headers) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json', ...sent }, body: JSON.stringify(body) };
      const response = await fetch(`${fake.url}${path}`, options);
      return { status: response.status, said: await response.json() };
    };
    const first = await ask(fine(null));
    expect(first.status, JSON.stringify(first.said)).toBe(200);
    const second = await ask(fine(first.said));
    expect(second.status, JSON.stringify(second.said)).toBe(200);
    expect(JSON.stringify(second.said)).toContain('The shop says: Mugs.');
    expect(fake.refused).toEqual([]);
    for (const [why, spoil] of spoiled) {
      const body = structuredClone(fine(first.said));
      const sent = { ...headers };
      spoil(body, sent);
      const { status, said } = await ask(body, sent);
      expect(status, String(why)).toBeGreaterThanOrEqual(400);
      expect(status, String(why)).toBeLessThan(404);
      expect(said.error.message).toMatch(why);
    }
    expect(fake.refused).toHaveLength(spoiled.length);
    await fake.stop();
  });
}
