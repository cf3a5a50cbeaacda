/**
 * A stand-in for the browser's `LanguageModel`, as strict as the Prompt API of the draft and of
 * Chromium: what they reject, this rejects, with the same names. One token is four characters. The
 * function stands by itself, so that a browser test can hand its text to a page.
 */

/**
 * @param {{ availability?: string, languages?: string[], window?: number,
 *   reply?: (turns: { role: string, content: string }[]) => string, pace?: number,
 *   unknown?: string[], download?: number, fails?: string, legacy?: boolean,
 *   active?: () => boolean }} [behaviour]
 *   `reply`: what the model says; `unknown`: words of a schema that it does not know; `download`:
 *   milliseconds that one takes; `fails`: the name of the error that it ends with; `legacy`: the
 *   names of older browsers; `active`: whether a click is recent
 */
export function makeLanguageModel(behaviour = {}) {
  const {
    languages = ['en', 'es', 'ja', 'de', 'fr'],
    window = 9216,
    reply = () => '{"answer":"Hello."}',
    pace = 0,
    unknown = ['format', 'pattern', '$ref', 'not', 'if', 'oneOf', 'allOf', 'patternProperties'],
    download = 0,
    fails,
    legacy = false,
    active = () => globalThis.navigator?.userActivation?.isActive ?? true,
  } = behaviour;
  let state = behaviour.availability ?? 'available';
  const log = { created: 0, alive: 0, prompts: [], options: [], measured: 0, aborted: 0 };

  const fail = (name, message) => {
    if (name === 'QuotaExceededError' && typeof QuotaExceededError === 'function') {
      return new QuotaExceededError(message, { requested: 2, quota: 1 });
    }
    return name === 'TypeError' ? new TypeError(message) : new DOMException(message, name);
  };
  const tokens = (turns) =>
    turns.reduce((sum, { content }) => sum + Math.ceil(content.length / 4) + 3, 0);
  const sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop);
    });

  /** Web IDL: a dictionary of known kinds; a language is a tag. */
  function checkCore(options = {}) {
    if (typeof options !== 'object') throw fail('TypeError', 'options is not an object');
    let known = true;
    for (const list of [options.expectedInputs ?? [], options.expectedOutputs ?? []]) {
      for (const { type, languages: asked = [] } of list) {
        const kinds = ['text', 'image', 'audio', 'tool-call', 'tool-response'];
        if (!kinds.includes(type))
          throw fail('TypeError', `${type} is no LanguageModelMessageType`);
        // Throws a RangeError for what is no tag.
        for (const tag of Intl.getCanonicalLocales(asked))
          known &&= languages.includes(tag.split('-')[0]);
        known &&= type === 'text';
      }
    }
    return known;
  }

  /** Messages as the API takes them. */
  function canonical(input, isInitial) {
    const turns = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    if (!Array.isArray(turns) || turns.length === 0) throw fail('SyntaxError', 'an empty prompt');
    turns.forEach(({ role, content, prefix }, at) => {
      if (!['system', 'user', 'assistant'].includes(role))
        throw fail('TypeError', `${role} is no role`);
      if (typeof content !== 'string') throw fail('TypeError', 'content is not text');
      if (role === 'system' && !(isInitial && at === 0)) {
        throw fail(
          'NotSupportedError',
          'a system prompt stands at the first place of initialPrompts',
        );
      }
      if (prefix && !(role === 'assistant' && at === turns.length - 1))
        throw fail('SyntaxError', 'prefix');
    });
    return turns;
  }

  function checkConstraint({
    responseConstraint: schema,
    omitResponseConstraintInput: omits = false,
  }) {
    if (schema === undefined) {
      if (omits) throw fail('TypeError', 'omitResponseConstraintInput without responseConstraint');
      return;
    }
    if (typeof schema !== 'object' || schema === null) throw fail('TypeError', 'no schema');
    const look = (value) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, part] of Object.entries(value)) {
        if (unknown.includes(key)) throw fail('NotSupportedError', `${key} is not supported`);
        if (key === 'properties') Object.values(part).forEach(look);
        else if (!['enum', 'const', 'required'].includes(key)) look(part);
      }
    };
    look(schema);
    JSON.stringify(schema);
  }

  class LanguageModel extends EventTarget {
    #usage;
    #gone = new AbortController();

    constructor(usage) {
      super();
      this.#usage = usage;
      const names = legacy
        ? {
            inputQuota: () => window,
            inputUsage: () => this.#usage,
            measureInputUsage: () => this.#measure,
          }
        : {
            contextWindow: () => window,
            contextUsage: () => this.#usage,
            measureContextUsage: () => this.#measure,
          };
      for (const [name, get] of Object.entries(names)) Object.defineProperty(this, name, { get });
    }

    static async availability(options) {
      return checkCore(options) ? state : 'unavailable';
    }

    static async create(options = {}) {
      const { signal, monitor, initialPrompts = [] } = options;
      const known = checkCore(options);
      if (signal?.aborted) throw signal.reason;
      const initial = initialPrompts.length === 0 ? [] : canonical(initialPrompts, true);
      if (!known || state === 'unavailable')
        throw fail('NotSupportedError', 'The service is not running.');
      const needed = state !== 'available';
      if (state === 'downloadable' && !active()) {
        throw fail(
          'NotAllowedError',
          'Requires a user gesture when availability is "downloadable".',
        );
      }
      const watcher = new EventTarget();
      monitor?.(watcher);
      const progress = (loaded) => {
        // Node has no ProgressEvent.
        const event = Object.assign(new Event('downloadprogress'), { loaded, total: 1 });
        watcher.dispatchEvent(event);
      };
      if (needed) state = 'downloading';
      try {
        for (const loaded of needed ? [0, 0.25, 0.5, 0.75, 1] : [0, 1]) {
          progress(loaded);
          if (needed) await sleep(download / 4, signal);
          if (fails && loaded === 0.5) throw fail(fails, 'as the test wants it');
        }
      } catch (error) {
        state = 'downloadable';
        throw error;
      }
      state = 'available';
      const usage = tokens(initial);
      if (usage > window) throw fail('QuotaExceededError', 'the initial prompts are too large');
      log.created += 1;
      log.alive += 1;
      log.options.push({ ...options, initialPrompts: initial });
      const made = new LanguageModel(usage);
      signal?.addEventListener('abort', () => made.destroy());
      return made;
    }

    #measure = async (input, options = {}) => {
      this.#check();
      checkConstraint(options);
      log.measured += 1;
      return tokens(canonical(input, false)) + this.#forSchema(options);
    };

    #forSchema({ responseConstraint, omitResponseConstraintInput: omits }) {
      return responseConstraint && !omits
        ? Math.ceil(JSON.stringify(responseConstraint).length / 4)
        : 0;
    }

    #check() {
      if (this.#gone.signal.aborted)
        throw fail('InvalidStateError', 'The model execution session has been destroyed.');
    }

    /** The reply, once everything about the question is right. */
    #begin(input, options) {
      this.#check();
      checkConstraint(options);
      const turns = canonical(input, false);
      const requested = tokens(turns) + this.#forSchema(options);
      if (this.#usage + requested > window) {
        this.dispatchEvent(new Event('contextoverflow'));
        throw fail('QuotaExceededError', 'The input is too large.');
      }
      this.#usage += requested;
      log.prompts.push({ turns, options });
      return reply(turns, options);
    }

    async prompt(input, options = {}) {
      let text = '';
      for await (const piece of this.promptStreaming(input, options)) text += piece;
      return text;
    }

    promptStreaming(input, options = {}) {
      const signals = [this.#gone.signal, options.signal].filter(Boolean);
      const signal = AbortSignal.any(signals);
      let rest;
      return new ReadableStream({
        pull: async (controller) => {
          try {
            signal.throwIfAborted();
            rest ??= await this.#begin(input, options);
            if (pace > 0) await sleep(pace, signal);
            const piece = rest.slice(0, 3);
            rest = rest.slice(3);
            if (piece === '') controller.close();
            else controller.enqueue(piece);
          } catch (error) {
            if (signal.aborted) log.aborted += 1;
            controller.error(error);
          }
        },
      });
    }

    async clone() {
      this.#check();
      log.alive += 1;
      return new LanguageModel(this.#usage);
    }

    destroy() {
      if (this.#gone.signal.aborted) return;
      log.alive -= 1;
      this.#gone.abort(new DOMException('The session was destroyed.', 'AbortError'));
    }
  }

  return Object.assign(LanguageModel, { log });
}
