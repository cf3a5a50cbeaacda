/**
 * OpenAI Chat Completions, `POST /v1/chat/completions`, as strict as the API.
 */

import { checkSchema, checkUnique, isObject, isText, only } from './form.mjs';
import { play } from './model.mjs';
import { KEY, Refusal, must, words } from './server.mjs';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const KNOWN = ['model', 'messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'max_completion_tokens', 'stream', 'stream_options'];
const unknown = (/** @type {string} */ at) => (/** @type {string} */ key) => `Unknown parameter: '${at}${key}'.`;

/** @returns {import('./server.mjs').Wire} */
export function openai() {
  let count = 0;

  /** @param {import('./server.mjs').Asked} asked */
  function answer({ method, path, headers, body }) {
    if (method !== 'POST' || path !== '/v1/chat/completions') {
      throw new Refusal(`Invalid URL (${method} ${path})`, 404, { code: null });
    }
    if (headers.authorization !== `Bearer ${KEY}`) {
      throw new Refusal('Incorrect API key provided.', 401, { code: 'invalid_api_key' });
    }
    must(
      !('max_tokens' in body),
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    );
    checkRequest(body);
    checkMessages(body.messages);
    return reply(body);
  }

  /** @param {any} body */
  function reply(body) {
    const move = play(read(body));
    count += 1;
    /** @type {any[]} */
    const calls = [];
    if (move.call) {
      const call = { name: move.call.name, arguments: JSON.stringify(move.call.arguments) };
      calls.push({ id: `call_${String(count).padStart(24, '0')}`, type: 'function', function: call });
      // Without the switch, a model may well ask for two things at once.
      if (body.parallel_tool_calls !== false) calls.push({ id: `call_${count}b`, type: 'function', function: call });
    }
    const message = { role: 'assistant', content: move.call ? null : move.say, refusal: null, annotations: [] };
    return {
      id: `chatcmpl-${count}`,
      object: 'chat.completion',
      created: 1_700_000_000 + count,
      model: `${body.model}-2026-10-01`,
      choices: [
        {
          index: 0,
          message: move.call ? { ...message, tool_calls: calls } : message,
          logprobs: null,
          finish_reason: move.call ? 'tool_calls' : 'stop',
        },
      ],
      usage: { prompt_tokens: JSON.stringify(body).length >> 2, completion_tokens: 20, total_tokens: 0 },
      service_tier: 'default',
      system_fingerprint: 'fp_fake',
    };
  }

  return {
    provider: 'openai',
    base: '/v1',
    answer,
    pieces: ({ body }, answer) => (body.stream === true ? pieces(answer, body.stream_options) : undefined),
    read,
    error: ({ message, more }) => ({
      error: { message, type: 'invalid_request_error', param: more.param ?? null, code: more.code ?? null },
    }),
  };
}

/**
 * A completion as chunks, the way the API tells it.
 * @param {any} completion
 * @param {{ include_usage?: boolean } | undefined} options
 */
function pieces({ choices: [choice], usage, ...rest }, options) {
  const { message, finish_reason } = choice;
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) => ({
    ...rest,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...(options?.include_usage ? { usage: null } : {}),
  });
  const { content, tool_calls: calls = [] } = message;
  const chunks = [chunk({ role: 'assistant', content: content === null ? null : '', refusal: null })];
  for (const word of words(content ?? '')) chunks.push(chunk({ content: word }));
  for (const [index, { function: called, ...call }] of calls.entries()) {
    chunks.push(chunk({ tool_calls: [{ index, ...call, function: { name: called.name, arguments: '' } }] }));
    for (const piece of called.arguments.match(/.{1,5}/gu)) {
      chunks.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  chunks.push(chunk({}, finish_reason));
  const last = options?.include_usage ? [{ ...rest, object: 'chat.completion.chunk', choices: [], usage }] : [];
  return [...chunks, ...last, '[DONE]'].map((data) => ({ data }));
}

/** @param {any} body */
function checkRequest(body) {
  only(body, KNOWN, unknown(''));
  must(isText(body.model), 'you must provide a model parameter');
  must(Array.isArray(body.messages) && body.messages.length > 0, "Invalid 'messages': empty array.");
  must(
    body.stream_options === undefined || body.stream === true,
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
  );
  const limit = body.max_completion_tokens;
  must(limit === undefined || (Number.isInteger(limit) && limit > 0), "Invalid 'max_completion_tokens'.");
  must(
    body.parallel_tool_calls === undefined || body.tools !== undefined,
    "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
  );
  if (body.tools === undefined) return;
  must(Array.isArray(body.tools) && body.tools.length > 0 && body.tools.length <= 128, "[] is too short - 'tools'");
  for (const [at, tool] of body.tools.entries()) {
    only(tool, ['type', 'function'], unknown(`tools[${at}].`));
    must(tool.type === 'function', `Invalid value: 'tools[${at}].type'.`);
    only(tool.function, ['name', 'description', 'parameters', 'strict'], unknown(`tools[${at}].function.`));
    must(NAME.test(tool.function.name), `Invalid 'tools[${at}].function.name': string does not match pattern.`);
    const { description = '' } = tool.function;
    must(typeof description === 'string', `Invalid type for 'tools[${at}].function.description'.`);
    if (tool.function.parameters !== undefined) {
      checkSchema(tool.function.parameters, `Invalid schema for function '${tool.function.name}': parameters`);
    }
  }
  checkUnique(body.tools.map((/** @type {any} */ tool) => tool.function.name), "Duplicate function names in 'tools'.");
}

/** @param {any[]} messages */
function checkMessages(messages) {
  /** @type {string[]} */
  const ids = [];
  /** Calls that still have no result. @type {string[]} */
  let open = [];
  for (const [at, message] of messages.entries()) {
    const place = `messages[${at}].`;
    if (message?.role === 'tool') {
      only(message, ['role', 'tool_call_id', 'content'], unknown(place));
      must(typeof message.content === 'string', `Invalid type for '${place}content'.`);
      must(
        open.includes(message.tool_call_id),
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      );
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    must(
      open.length === 0,
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
        `'tool_call_id'. The following tool_call_ids did not have response messages: ${open}`,
    );
    if (message?.role === 'assistant') open = checkAssistant(message, place);
    else checkSaid(message, place);
    ids.push(...open);
  }
  must(open.length === 0, `The following tool_call_ids did not have response messages: ${open}`);
  must(['user', 'tool'].includes(messages.at(-1).role), 'The last message must be of the user or of a tool.');
  checkUnique(ids, 'Duplicate tool call ids.');
}

/**
 * @param {any} message
 * @param {string} place
 */
function checkSaid(message, place) {
  only(message, ['role', 'content', 'name'], unknown(place));
  must(['system', 'developer', 'user'].includes(message.role), `Invalid value: '${place}role'.`);
  must(isText(message.content), `Invalid value for '${place}content': expected a non-empty string.`);
}

/**
 * @param {any} message
 * @param {string} place
 * @returns {string[]} the ids of its calls
 */
function checkAssistant(message, place) {
  only(message, ['role', 'content', 'tool_calls', 'refusal'], unknown(place));
  const { content = null, tool_calls: calls } = message;
  must(content === null || typeof content === 'string', `Invalid type for '${place}content'.`);
  if (calls === undefined) {
    must(isText(content), `Invalid value for '${place}content': expected a non-empty string.`);
    return [];
  }
  must(Array.isArray(calls) && calls.length > 0, `Invalid '${place}tool_calls': empty array.`);
  for (const [nth, call] of calls.entries()) {
    const at = `${place}tool_calls[${nth}].`;
    only(call, ['id', 'type', 'function'], unknown(at));
    must(call.type === 'function' && isText(call.id) && call.id.length <= 40, `Invalid '${at}id': string too long.`);
    only(call.function, ['name', 'arguments'], unknown(`${at}function.`));
    must(NAME.test(call.function.name), `Invalid '${at}function.name': string does not match pattern.`);
    must(isJsonObject(call.function.arguments), `Invalid '${at}function.arguments': expected a JSON object.`);
  }
  return calls.map((/** @type {any} */ call) => call.id);
}

/** @param {unknown} text */
function isJsonObject(text) {
  try {
    return typeof text === 'string' && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/**
 * @param {any} body
 * @returns {import('./model.mjs').Read}
 */
function read({ messages, tools = [] }) {
  /** @type {any[]} */
  const all = messages;
  const asked = all.findLastIndex(({ role }) => role === 'user');
  const calls = all.flatMap((message) => message.tool_calls ?? []);
  const name = (/** @type {string} */ id) => calls.find((call) => call.id === id)?.function.name ?? '';
  return {
    system: all.find(({ role }) => role === 'system')?.content ?? '',
    question: all[asked]?.content ?? '',
    results: all
      .slice(asked + 1)
      .filter(({ role }) => role === 'tool')
      // This wire has no mark for an error: a model reads it from the words.
      .map(({ tool_call_id: id, content }) => ({ name: name(id), text: content, isError: /not run/.test(content) })),
    tools: tools.map((/** @type {any} */ tool) => tool.function.name),
  };
}
