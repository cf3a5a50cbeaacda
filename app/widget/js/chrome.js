/**
 * The browser's own model (`LanguageModel`). Its presence proves nothing, `availability()` decides.
 * The reply is held to a schema: an answer, or one call of a listed tool.
 */

import { SiteAgentError } from './errors.js';
import { parseJson } from './primitives.js';
import { toJson } from './json.js';

/** @typedef {import('./models.js').Availability} Availability */
/** @typedef {import('./models.js').ModelRequest} ModelRequest */
/** @typedef {import('./models.js').PrepareOptions} PrepareOptions */

/** @returns {any} */
function languageModel() {
  return /** @type {any} */ (globalThis).LanguageModel;
}

export class BuiltInModel {
  name = 'chrome';
  #languages;
  #maxHistory;
  #maxPromptChars;

  /** @param {{ languages?: string[], maxHistory?: number, maxPromptChars?: number }} [options] */
  constructor({ languages = ['en'], maxHistory = 12, maxPromptChars = 6000 } = {}) {
    this.#languages = languages;
    this.#maxHistory = maxHistory;
    this.#maxPromptChars = maxPromptChars;
  }

  /** @returns {Promise<Availability>} */
  async availability() {
    const model = languageModel();
    if (typeof model?.availability !== 'function') return 'unavailable';
    try {
      return await model.availability(this.#modalities());
    } catch {
      return 'unavailable';
    }
  }

  /**
   * Downloads the model. Browsers allow it only from a click.
   * @param {PrepareOptions} [options]
   */
  async prepare({ onProgress, signal } = {}) {
    if ((await this.availability()) === 'unavailable') throw unavailable();
    const session = await languageModel().create({
      ...this.#modalities(),
      signal,
      monitor(/** @type {EventTarget} */ monitor) {
        monitor.addEventListener('downloadprogress', (event) =>
          onProgress?.(/** @type {any} */ (event).loaded),
        );
      },
    });
    session.destroy();
  }

  /** @param {ModelRequest} request */
  async respond({ instructions, messages, tools, signal }) {
    const state = await this.availability();
    if (state === 'unavailable') throw unavailable();
    if (state !== 'available') {
      throw new SiteAgentError(
        'model-download-required',
        "The browser's model has to be downloaded first.",
      );
    }
    const system = `${instructions}\n\nTools:\n${toJson(tools)}`;
    const session = await languageModel().create({
      ...this.#modalities(),
      signal,
      initialPrompts: [{ role: 'system', content: system }],
    });
    try {
      const prompt = conversation(messages, this.#maxHistory, this.#maxPromptChars);
      const text = await session.prompt(prompt, { signal, responseConstraint: replySchema(tools) });
      return replyOf(text);
    } finally {
      session.destroy();
    }
  }

  #modalities() {
    const text = [{ type: 'text', languages: this.#languages }];
    return { expectedInputs: text, expectedOutputs: text };
  }
}

function unavailable() {
  return new SiteAgentError('model-unavailable', 'This browser has no model of its own.');
}

/**
 * @param {any[]} messages
 * @param {number} most messages from the end
 * @param {number} maxChars
 * @returns {string} the end of the conversation, a line each
 */
function conversation(messages, most, maxChars) {
  let text = '';
  for (let at = messages.length - 1; at >= Math.max(0, messages.length - most); at -= 1) {
    const line = `${lineOf(messages[at])}\n`;
    if (text !== '' && text.length + line.length > maxChars) break;
    text = line + text;
  }
  return text;
}

/** @param {any} message */
function lineOf(message) {
  if (message.role === 'user') return `Visitor: ${message.text}`;
  if (message.role === 'tool') return `Result of ${message.name}: ${message.text}`;
  if (message.tool === undefined) return `Assistant: ${message.text}`;
  return `Assistant calls ${message.tool.name} with ${toJson(message.tool.arguments)}`;
}

/** @param {any[]} tools */
function replySchema(tools) {
  const answer = branch({ answer: { type: 'string' } });
  const branches = [answer];
  for (const tool of tools) {
    branches.push(branch({ tool: { const: tool.name }, arguments: tool.inputSchema }));
  }
  return { anyOf: branches };
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

/** @param {string} text */
function replyOf(text) {
  let reply;
  try {
    reply = parseJson(text);
  } catch {
    throw new SiteAgentError('bad-reply', "The browser's model gave no usable reply.");
  }
  if (typeof reply?.tool === 'string')
    return { type: 'tool', name: reply.tool, arguments: reply.arguments };
  return { type: 'answer', text: `${reply?.answer ?? ''}` };
}
