/**
 * Gemini, `POST /v1beta/models/MODEL:generateContent`, as strict as the API, and stricter in one
 * place: the API takes a placeholder for a signature that was lost, this does not within the turn
 * that goes on, since nothing may lose it there. Calls without arguments come without `args`, and
 * there is no switch against two calls at once, so that sometimes there are two.
 */

import { checkSchema, checkUnique, isObject, isText, only } from './form.mjs';
import { play } from './model.mjs';
import { KEY, Refusal, must, words } from './server.mjs';

const LOST = 'skip_thought_signature_validator';
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
// Without `alt=sse` a stream is one long JSON array, which nobody here can read.
const METHOD = /^\/v1beta\/models\/([\w.-]+):(?:generateContent|streamGenerateContent\?alt=sse)$/;
const STATUS = /** @type {Record<number, string>} */ ({ 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND', 500: 'INTERNAL' });
const unknown = (/** @type {string} */ at) => (/** @type {string} */ key) =>
  `Invalid JSON payload received. Unknown name "${key}"${at && ` at '${at}'`}: Cannot find field.`;
const CALL_TURN =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
const RESPONSE_TURN = 'Please ensure that function response turn comes immediately after a function call turn.';
const isCall = (/** @type {any} */ part) => 'functionCall' in part;
const isResponse = (/** @type {any} */ part) => 'functionResponse' in part;

/** @returns {import('./server.mjs').Wire} */
export function gemini() {
  /** Signatures that were given out. @type {Set<string>} */
  const issued = new Set();
  let count = 0;

  /** @param {import('./server.mjs').Asked} asked */
  function answer({ method, path, headers, body }) {
    const model = METHOD.exec(path)?.[1];
    must(!/[?&]key=/.test(path), 'The key belongs into the x-goog-api-key header.');
    if (method !== 'POST' || !model) throw new Refusal('Requested entity was not found.', 404);
    const key = headers['x-goog-api-key'];
    if (key === undefined) throw new Refusal("Method doesn't allow unregistered callers.", 403);
    must(key === KEY, 'API key not valid. Please pass a valid API key.');
    checkRequest(body);
    checkContents(body.contents);
    checkSignatures(body.contents);
    return reply(model, body);
  }

  /** @param {any[]} contents */
  function checkSignatures(contents) {
    const turn = start(contents);
    for (const [at, { role, parts }] of contents.entries()) {
      if (role !== 'model') continue;
      for (const { thoughtSignature: signature } of parts) {
        const known = signature === undefined || signature === LOST || issued.has(signature);
        must(known, 'Thought signature is not valid.');
      }
      const call = parts.find(isCall);
      must(
        !call || at < turn || issued.has(call.thoughtSignature),
        'Function call is missing a thought_signature in functionCall parts.',
      );
    }
  }

  /**
   * @param {string} model
   * @param {any} body
   */
  function reply(model, body) {
    const move = play(read(body));
    count += 1;
    const thoughtSignature = Buffer.from(`thought ${count}`).toString('base64');
    issued.add(thoughtSignature);
    /** @type {object[]} */
    const parts = [];
    if (move.call) {
      const { name, arguments: args } = move.call;
      const call = Object.keys(args).length === 0 ? { name } : { name, args };
      parts.push({ functionCall: call, thoughtSignature });
      if (name === 'add_to_cart') parts.push({ functionCall: { name: 'get_cart' } });
    } else {
      parts.push({ text: move.say }, { text: '', thoughtSignature });
    }
    return {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: JSON.stringify(body).length >> 2,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 10,
        totalTokenCount: 0,
      },
      modelVersion: model,
      responseId: `response-${count}`,
    };
  }

  return {
    provider: 'gemini',
    base: '',
    answer,
    pieces: ({ path }, answer) => (path.includes(':stream') ? pieces(answer) : undefined),
    read,
    error: ({ message, status }) => ({
      error: { code: status, message, status: STATUS[status] ?? 'INVALID_ARGUMENT' },
    }),
  };
}

/**
 * A reply as events, the way the API tells it: each with the parts that are new.
 * @param {any} reply
 */
function pieces({ candidates: [candidate], usageMetadata, ...rest }) {
  const { content, finishReason, index } = candidate;
  const parts = content.parts.flatMap((/** @type {any} */ part) =>
    part.text ? words(part.text).map((text) => ({ text })) : [part],
  );
  return parts.map((/** @type {object} */ part, /** @type {number} */ at) => {
    const one = { content: { parts: [part], role: 'model' }, index };
    const isLast = at === parts.length - 1;
    return { data: { candidates: [isLast ? { ...one, finishReason } : one], usageMetadata, ...rest } };
  });
}

/** @param {any} body */
function checkRequest(body) {
  only(body, ['systemInstruction', 'contents', 'tools', 'toolConfig', 'generationConfig'], unknown(''));
  if (body.systemInstruction !== undefined) {
    only(body.systemInstruction, ['parts', 'role'], unknown('system_instruction'));
    must(isText(body.systemInstruction.parts?.[0]?.text), 'system_instruction.parts must not be empty.');
  }
  only(body.generationConfig ?? {}, ['maxOutputTokens', 'thinkingConfig'], unknown('generation_config'));
  const declared = (body.tools ?? []).flatMap((/** @type {any} */ tool) => {
    only(tool, ['functionDeclarations'], unknown('tools'));
    must(Array.isArray(tool.functionDeclarations), 'tools: function_declarations is not a list.');
    return tool.functionDeclarations;
  });
  for (const [at, declaration] of declared.entries()) {
    const place = `tools[0].function_declarations[${at}]`;
    only(declaration, ['name', 'description', 'parametersJsonSchema'], unknown(place));
    must(NAME.test(declaration.name), `${place}.name: Invalid function name.`);
    must(typeof (declaration.description ?? '') === 'string', `${place}.description: not a string.`);
    if (declaration.parametersJsonSchema !== undefined) {
      checkSchema(declaration.parametersJsonSchema, `${place}.parameters_json_schema`);
    }
  }
  checkUnique(declared.map((/** @type {any} */ { name }) => name), 'Duplicate function declaration found.');
  const calling = body.toolConfig?.functionCallingConfig;
  if (!calling) return;
  const modes = ['AUTO', 'ANY', 'NONE', 'VALIDATED'];
  must(modes.includes(calling.mode), 'Invalid value at tool_config.function_calling_config.mode.');
  must(declared.length > 0, 'Function calling config is set without function_declarations.');
}

/**
 * Turns alternate; a call comes after the user's turn, its responses right after it, as many as
 * there were calls and nothing beside them.
 * @param {any[]} contents
 */
function checkContents(contents) {
  must(Array.isArray(contents) && contents.length > 0, 'GenerateContentRequest.contents: contents is not specified');
  for (const [at, content] of contents.entries()) {
    const place = `contents[${at}]`;
    only(content, ['role', 'parts'], unknown(place));
    must(['user', 'model'].includes(content.role), 'Please use a valid role: user, model.');
    must(Array.isArray(content.parts) && content.parts.length > 0, `${place}.parts: must not be empty.`);
    for (const part of content.parts) checkPart(part, content.role, place);
    const before = contents[at - 1];
    must(content.role !== before?.role, 'Please ensure that multiturn requests alternate between user and model.');
    const calls = (before?.parts ?? []).filter(isCall);
    const responses = content.parts.filter(isResponse);
    must(
      calls.length === responses.length,
      'Please ensure that the number of function response parts is equal to the number of function call parts ' +
        'of the function call turn.',
    );
    must(responses.length === 0 || responses.length === content.parts.length, RESPONSE_TURN);
    for (const [nth, { functionResponse }] of responses.entries()) {
      must(functionResponse.name === calls[nth].functionCall.name, `${place}: a response of another function.`);
    }
  }
  must(contents[0].role === 'user', CALL_TURN);
  must(contents.at(-1).role === 'user', 'Please ensure that single turn requests end with a user role.');
}

/**
 * @param {any} part
 * @param {string} role
 * @param {string} place
 */
function checkPart(part, role, place) {
  only(part, ['text', 'thoughtSignature', 'functionCall', 'functionResponse'], unknown(`${place}.parts`));
  const kinds = ['text', 'functionCall', 'functionResponse'].filter((kind) => kind in part);
  must(kinds.length === 1, `${place}.parts: required oneof field 'data' must have one initialized field`);
  if ('text' in part) must(isText(part.text), `${place}.parts: the text parameter is empty.`);
  if (isCall(part)) {
    must(role === 'model', CALL_TURN);
    only(part.functionCall, ['name', 'args', 'id'], unknown(`${place}.parts.function_call`));
    must(NAME.test(part.functionCall.name), `${place}.parts.function_call.name: Invalid function name.`);
    must(isObject(part.functionCall.args ?? {}), `${place}.parts.function_call.args: not an object.`);
  }
  if (isResponse(part)) {
    must(role === 'user', RESPONSE_TURN);
    only(part.functionResponse, ['name', 'response', 'id'], unknown(`${place}.parts.function_response`));
    must(isObject(part.functionResponse.response), `${place}.parts.function_response.response: not an object.`);
  }
}

/** Where the turn that goes on begins: at the visitor's last words. @param {any[]} contents */
const start = (contents) => contents.findLastIndex(({ role, parts }) => role === 'user' && !parts.some(isResponse));

/**
 * @param {any} body
 * @returns {import('./model.mjs').Read}
 */
function read({ systemInstruction, contents, tools = [] }) {
  const asked = start(contents);
  const declared = tools.flatMap((/** @type {any} */ tool) => tool.functionDeclarations);
  return {
    system: systemInstruction?.parts[0].text ?? '',
    question: contents[asked]?.parts.at(-1).text ?? '',
    results: contents
      .slice(asked + 1)
      .flatMap((/** @type {any} */ { parts }) => parts)
      .filter(isResponse)
      .map((/** @type {any} */ { functionResponse: { name, response } }) => ({
        name,
        text: response.output ?? response.error ?? '',
        isError: 'error' in response,
      })),
    tools: declared.map((/** @type {any} */ { name }) => name),
  };
}
