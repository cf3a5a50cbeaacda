/**
 * What the browser's model reads: the rules and the tools, the conversation as turns within a
 * length, and the form that its reply is held to.
 */

import { toJson } from './json.js';

/** @typedef {{ role: 'user' | 'assistant', content: string, isResult?: boolean }} Turn */

/** Longer forms are not worth what they cost a small model. */
const MAX_FORM = 20_000;
/** As much of a result as is kept before whole steps are left out. */
const SHORT_RESULT = 400;
const SHORT_DESCRIPTION = 120;

/** What a form can say in every browser; the rest only narrows, and the session checks it anyway. */
const KEPT = ['type', 'enum', 'const', 'required', 'description', 'properties', 'items', 'anyOf'];

/**
 * @param {string} instructions
 * @param {any[]} tools
 * @param {boolean} brief without their schemas
 * @returns {string}
 */
export function systemOf(instructions, tools, brief) {
  const lines = tools.map((tool) => `- ${brief ? inBrief(tool) : inFull(tool)}`);
  return `${instructions}

Reply with one JSON object and nothing else. To speak to the visitor:
{"answer": "your words"}
To use a tool:
{"tool": "its name", "arguments": {}}

The tools:
${lines.join('\n')}`;
}

/** @param {any} tool */
function inFull({ name, description, inputSchema }) {
  return `${name}: ${description} Arguments: ${toJson(inputSchema)}`;
}

/** @param {any} tool */
function inBrief({ name, description, inputSchema }) {
  const required = Array.isArray(inputSchema?.required) ? inputSchema.required : [];
  const names = Object.keys(inputSchema?.properties ?? {});
  const list = names.map((key) => (required.includes(key) ? key : `${key}?`)).join(', ');
  return `${name}(${list}): ${description.slice(0, SHORT_DESCRIPTION)}`;
}

/**
 * The conversation in turns; what the model said stands in the form that it is to reply in.
 * @param {any[]} messages
 * @returns {Turn[]}
 */
export function turnsOf(messages) {
  return messages.map(({ role, text, tool, name }) => {
    if (role === 'user') return { role: 'user', content: text };
    if (role === 'tool')
      return { role: 'user', content: `Result of ${name}:\n${text}`, isResult: true };
    const said =
      tool === undefined ? { answer: text } : { tool: tool.name, arguments: tool.arguments };
    return { role: 'assistant', content: toJson(said) };
  });
}

/** @param {{ content: string }[]} turns */
export function lengthOf(turns) {
  return turns.reduce((sum, { content }) => sum + content.length, 0);
}

/**
 * The end of the conversation. The visitor's last question is always there; after it, older results
 * are shortened before steps are left out; before it, what fits.
 * @param {Turn[]} turns
 * @param {number} most turns
 * @param {number} maxChars
 * @returns {{ role: string, content: string }[]}
 */
export function fitTurns(turns, most, maxChars) {
  const asked = Math.max(
    0,
    turns.findLastIndex(({ role, isResult }) => role === 'user' && !isResult),
  );
  const now = turns.slice(asked).map((turn) => ({ ...turn }));
  for (const turn of now.filter(({ isResult }) => isResult)) {
    const over = lengthOf(now) - maxChars;
    if (over > 0) turn.content = shortened(turn.content, turn.content.length - over);
  }
  // A call goes with its result.
  while (now.length > 3 && (lengthOf(now) > maxChars || now.length > most)) now.splice(1, 2);
  const [question] = now;
  const over = lengthOf(now) - maxChars;
  if (question !== undefined && over > 0)
    question.content = question.content.slice(0, Math.max(1, question.content.length - over));
  let from = asked;
  let room = maxChars - lengthOf(now);
  while (from > 0 && now.length + asked - from < most && turns[from - 1].content.length <= room) {
    from -= 1;
    room -= turns[from].content.length;
  }
  // Nothing begins with an answer, or with a result whose call is gone.
  while (from < asked && (turns[from].role !== 'user' || turns[from].isResult)) from += 1;
  return [...turns.slice(from, asked), ...now].map(({ role, content }) => ({ role, content }));
}

/**
 * A shorter result. Its last line is the fence's end and stays.
 * @param {string} text
 * @param {number} length
 */
function shortened(text, length) {
  const most = Math.max(SHORT_RESULT, length);
  if (text.length <= most) return text;
  const end = text.slice(text.lastIndexOf('\n'));
  const close = end.length > 120 ? '' : end;
  const note = '\n(The rest was left out.)';
  return text.slice(0, Math.max(0, most - note.length - close.length)) + note + close;
}

/**
 * Forms of a reply as options of a prompt, from the closest to none at all. What they say stands
 * in the system prompt already, so they take no room of their own.
 * @param {any[]} tools
 * @returns {object[]}
 */
export function formsOf(tools) {
  const answer = branch({ answer: { type: 'string' } });
  const close = tools.map(({ name, inputSchema }) =>
    branch({ tool: { const: name }, arguments: portable(inputSchema) }),
  );
  const names = tools.map(({ name }) => name);
  const loose = branch({ tool: { enum: names }, arguments: { type: 'object' } });
  const forms = [[answer, ...close], tools.length === 0 ? [answer] : [answer, loose]]
    .map((anyOf) => ({ anyOf }))
    .filter((form) => toJson(form).length <= MAX_FORM)
    .map((responseConstraint) => ({ responseConstraint, omitResponseConstraintInput: true }));
  return [...forms, {}];
}

/** @param {Record<string, unknown>} properties */
function branch(properties) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/**
 * A schema in words that every browser knows, as deep as arguments go.
 * @param {any} schema
 * @param {number} [depth]
 * @returns {object}
 */
function portable(schema, depth = 0) {
  if (typeof schema !== 'object' || schema === null || depth > 8) return {};
  /** @type {Record<string, unknown>} */
  const kept = {};
  for (const key of KEPT) {
    const value = schema[key];
    if (value === undefined) continue;
    if (key === 'properties') kept[key] = portableMembers(value, depth + 1);
    else if (key === 'items') kept[key] = portable(value, depth + 1);
    else if (key !== 'anyOf') kept[key] = value;
    else if (Array.isArray(value)) kept[key] = value.map((part) => portable(part, depth + 1));
  }
  return kept;
}

/**
 * @param {unknown} members
 * @param {number} depth
 * @returns {object} a page may have put anything there
 */
function portableMembers(members, depth) {
  const entries = typeof members === 'object' && members !== null ? Object.entries(members) : [];
  return Object.fromEntries(entries.map(([name, part]) => [name, portable(part, depth)]));
}
