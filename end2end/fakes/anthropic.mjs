/**
 * Anthropic Messages, `POST /v1/messages`, as strict as the API. It thinks before it calls or
 * answers, and wants the thinking of the current turn back as it was; with `bound`, thinking holds
 * only behind exactly the messages it was made for, as with models of "preserved thinking".
 */

import { createHash } from 'node:crypto';
import { checkSchema, checkUnique, isObject, isText, only } from './form.mjs';
import { play } from './model.mjs';
import { KEY, Refusal, must, words } from './server.mjs';

/** @typedef {{ role: string, content: Record<string, any>[] }} Turn */

const KINDS = { user: ['text', 'tool_result'], assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking'] };
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const REQUEST = ['model', 'max_tokens', 'system', 'messages', 'tools', 'tool_choice', 'thinking', 'output_config', 'stream'];
const TOOL = ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control'];
const extra = (/** @type {string} */ at) => (/** @type {string} */ key) =>
  `${at}${key}: Extra inputs are not permitted`;

/**
 * @param {{ bound?: boolean }} [options]
 * @returns {import('./server.mjs').Wire}
 */
export function anthropic({ bound = false } = {}) {
  /** Signatures that were given out, each with its thinking. @type {Map<string, string>} */
  const issued = new Map();
  let count = 0;

  /** @param {import('./server.mjs').Asked} asked */
  function answer({ method, path, headers, body }) {
    if (method !== 'POST' || path !== '/v1/messages') throw new Refusal('Not Found', 404, { type: 'not_found_error' });
    if (headers['x-api-key'] !== KEY) throw new Refusal('invalid x-api-key', 401, { type: 'authentication_error' });
    must(headers['anthropic-version'], 'anthropic-version: header is required');
    must(
      ['2023-06-01', '2026-10-21'].includes(String(headers['anthropic-version'])),
      'anthropic-version: not a valid version',
    );
    checkRequest(body);
    const turns = merged(body.messages);
    checkTurns(turns);
    checkThinking(turns, body);
    return reply(body, turns);
  }

  /**
   * Thinking comes back as it was, and in the turn that goes on it does come back.
   * @param {Turn[]} turns
   * @param {any} body
   */
  function checkThinking(turns, body) {
    const current = start(turns);
    for (const [at, { role, content }] of turns.entries()) {
      if (role !== 'assistant') continue;
      for (const [nth, block] of content.entries()) {
        if (block.type !== 'thinking') continue;
        const place = `messages.${at}.content.${nth}`;
        must(issued.get(block.signature) === block.thinking, `${place}: Invalid \`signature\` in \`thinking\` block`);
        must(
          !bound || block.signature.startsWith(prefix(body, turns.slice(0, at))),
          `${place}: the \`thinking\` block is bound to a different conversation`,
        );
      }
      const first = content[0]?.type;
      must(
        bound || at < current || first === 'thinking',
        `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\``,
      );
    }
  }

  /**
   * @param {any} body
   * @param {Turn[]} turns
   */
  function reply(body, turns) {
    const move = play(read(body, turns));
    count += 1;
    const signature = `${prefix(body, turns)}.${count}==`;
    issued.set(signature, '');
    /** @type {object[]} */
    const content = [{ type: 'thinking', thinking: '', signature }];
    if (move.say) content.push({ type: 'text', text: move.say });
    if (move.call) {
      const call = { type: 'tool_use', name: move.call.name, input: move.call.arguments, caller: { type: 'direct' } };
      content.push({ ...call, id: `toolu_${count}` });
      // Without the switch, a model may well ask for two things at once.
      if (body.tool_choice?.disable_parallel_tool_use !== true) content.push({ ...call, id: `toolu_${count}b` });
    }
    return {
      id: `msg_${count}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      content,
      stop_reason: move.call ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: JSON.stringify(body).length >> 2, output_tokens: 20, cache_read_input_tokens: 0 },
    };
  }

  return {
    provider: 'anthropic',
    base: '',
    answer,
    pieces: ({ body }, answer) => (body.stream === true ? pieces(answer) : undefined),
    read: (body) => read(body, merged(body.messages)),
    error: ({ message, more }) => ({
      type: 'error',
      error: { type: more.type ?? 'invalid_request_error', message },
      request_id: 'req_fake',
    }),
  };
}

/**
 * A message as events, the way the API tells it.
 * @param {any} message
 */
function pieces(message) {
  const { content, stop_reason, stop_sequence, usage, ...rest } = message;
  const started = { ...rest, content: [], stop_reason: null, stop_sequence: null };
  /** @type {object[]} */
  const events = [{ type: 'message_start', message: { ...started, usage: { ...usage, output_tokens: 1 } } }];
  for (const [index, block] of content.entries()) {
    const { type } = block;
    const empty = { text: { text: '' }, tool_use: { input: {} }, thinking: { thinking: '', signature: '' } };
    const content_block = { ...block, ...empty[/** @type {keyof typeof empty} */ (type)] };
    events.push({ type: 'content_block_start', index, content_block });
    if (index === 0) events.push({ type: 'ping' });
    /** @type {object[]} */
    const deltas = [];
    if (type === 'text') deltas.push(...words(block.text).map((text) => ({ type: 'text_delta', text })));
    if (type === 'thinking') deltas.push({ type: 'signature_delta', signature: block.signature });
    if (type === 'tool_use') {
      // One of nothing first; a call without arguments has no other.
      const json = Object.keys(block.input).length === 0 ? [] : words(JSON.stringify(block.input, null, 1));
      deltas.push(...['', ...json].map((partial_json) => ({ type: 'input_json_delta', partial_json })));
    }
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  }
  const { output_tokens } = usage;
  events.push({ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens } });
  events.push({ type: 'message_stop' });
  return events.map((data) => ({ name: /** @type {any} */ (data).type, data }));
}

/** @param {any} body */
function checkRequest(body) {
  only(body, REQUEST, extra(''));
  must(isText(body.model), 'model: Field required');
  must(Number.isInteger(body.max_tokens) && body.max_tokens > 0, 'max_tokens: Input should be at least 1');
  must(typeof (body.stream ?? false) === 'boolean', 'stream: Input should be a valid boolean');
  must(body.system === undefined || isText(body.system), 'system: text content blocks must be non-empty');
  must(Array.isArray(body.messages) && body.messages.length > 0, 'messages: at least one message is required');
  const tools = body.tools ?? [];
  must(Array.isArray(tools), 'tools: Input should be a valid list');
  for (const [at, tool] of tools.entries()) {
    const place = `tools.${at}.custom.`;
    only(tool, TOOL, extra(place));
    must(NAME.test(tool.name), `${place}name: String should match pattern '${NAME.source}'`);
    must(typeof (tool.description ?? '') === 'string', `${place}description: Input should be a valid string`);
    checkSchema(tool.input_schema, `${place}input_schema`);
  }
  checkUnique(tools.map((/** @type {any} */ tool) => tool.name), 'tools: Tool names must be unique.');
  if (body.tool_choice === undefined) return;
  must(tools.length > 0, 'tool_choice: may only be specified while providing tools');
  only(body.tool_choice, ['type', 'disable_parallel_tool_use', 'name'], extra('tool_choice.'));
  const { type } = body.tool_choice;
  must(type === 'auto' || type === 'none', 'tool_choice: forced tool use is not supported with this model');
}

/**
 * The turns as the API sees them: messages of one role in a row are one.
 * @param {any[]} messages
 */
function merged(messages) {
  /** @type {Turn[]} */
  const turns = [];
  for (const [at, message] of messages.entries()) {
    only(message, ['role', 'content'], extra(`messages.${at}.`));
    /** @type {'user' | 'assistant'} */
    const role = message.role;
    must(role === 'user' || role === 'assistant', `messages.${at}.role: Input should be 'user' or 'assistant'`);
    const content = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
    must(Array.isArray(content) && content.length > 0, `messages.${at}: all messages must have non-empty content`);
    for (const [nth, block] of content.entries()) checkBlock(block, KINDS[role], `messages.${at}.content.${nth}`);
    const last = turns.at(-1);
    if (last && last.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return turns;
}

/**
 * @param {any} block
 * @param {string[]} kinds
 * @param {string} at
 */
function checkBlock(block, kinds, at) {
  must(kinds.includes(block?.type), `${at}: Input tag '${block?.type}' does not match any of the expected tags: ${kinds}`);
  if (block.type === 'text') {
    only(block, ['type', 'text', 'cache_control'], extra(`${at}.text.`));
    must(block.text !== '', 'messages: text content blocks must be non-empty');
    must(isText(block.text), 'messages: text content blocks must contain non-whitespace text');
  } else if (block.type === 'tool_use') {
    only(block, ['type', 'id', 'name', 'input', 'caller'], extra(`${at}.tool_use.`));
    must(/^[a-zA-Z0-9_-]+$/.test(block.id), `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    must(NAME.test(block.name), `${at}.tool_use.name: String should match pattern '${NAME.source}'`);
    must(isObject(block.input), `${at}.tool_use.input: Input should be a valid dictionary`);
  } else if (block.type === 'tool_result') {
    only(block, ['type', 'tool_use_id', 'content', 'is_error'], extra(`${at}.tool_result.`));
    must(typeof block.content === 'string', `${at}.tool_result.content: Input should be a valid string`);
    must(!block.is_error || block.content !== '', `${at}: content cannot be empty if \`is_error\` is true`);
  } else {
    only(block, ['type', 'thinking', 'signature', 'data'], extra(`${at}.${block.type}.`));
  }
}

/** @param {Turn[]} turns */
function checkTurns(turns) {
  must(turns[0]?.role === 'user', 'messages: first message must use the "user" role');
  must(
    turns.at(-1)?.role === 'user',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
  /** @type {string[]} */
  const ids = [];
  for (const [at, { role, content }] of turns.entries()) {
    if (role !== 'user') continue;
    const calls = (turns[at - 1]?.content ?? []).filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    const results = content.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => id);
    const orphan = results.find((id) => !calls.includes(id));
    must(
      orphan === undefined,
      `messages.${at}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}`,
    );
    const first = content.slice(0, calls.length).map(({ tool_use_id: id }) => id);
    const lost = calls.filter((id) => !first.includes(id));
    must(
      lost.length === 0,
      `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${lost}`,
    );
    checkUnique(results, 'each tool_use must have a single result');
    ids.push(...calls);
  }
  checkUnique(ids, 'messages: `tool_use` ids must be unique');
}

/**
 * What thinking is bound to: system, tools, and the turns before it, without their own thinking.
 * @param {any} body
 * @param {Turn[]} turns
 */
function prefix({ system, tools }, turns) {
  const said = turns.map(({ role, content }) => ({ role, content: content.filter(({ type }) => type !== 'thinking') }));
  return createHash('sha256').update(JSON.stringify([system, tools, said])).digest('hex').slice(0, 24);
}

/** Where the turn that goes on begins: at the visitor's last words. @param {Turn[]} turns */
const start = (turns) =>
  turns.findLastIndex(({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'));

/**
 * @param {any} body
 * @param {Turn[]} turns
 * @returns {import('./model.mjs').Read}
 */
function read({ system = '', tools = [] }, turns) {
  const asked = start(turns);
  const blocks = turns.flatMap(({ content }) => content);
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  const name = (/** @type {string} */ id) => calls.find((call) => call.id === id)?.name ?? '';
  return {
    system,
    question: turns[asked]?.content.findLast(({ type }) => type === 'text')?.text ?? '',
    results: turns
      .slice(asked + 1)
      .flatMap(({ content }) => content)
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ name: name(block.tool_use_id), text: block.content, isError: block.is_error === true })),
    tools: tools.map((/** @type {any} */ tool) => tool.name),
  };
}
