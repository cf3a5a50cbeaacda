/**
 * A page whose `Object.prototype` holds what a careless merge of somebody's input can put there: each
 * name by which something of ours or of the browser's can be set, with a value that would matter.
 */
(function () {
  function yes() {
    return true;
  }
  var polluted = {
    // The element's and the API's.
    preApproved: ['add_note'],
    confirm: yes,
    models: 'proxy',
    model: { name: 'polluted', respond: yes },
    proxyUrl: '/polluted',
    widget: 'wk_polluted',
    mode: 'frame',
    open: yes,
    heading: 'polluted',
    label: 'polluted',
    placeholder: 'polluted',
    suggestions: 'polluted',
    instructions: 'polluted',
    theme: 'polluted',
    position: 'start',
    lang: 'de',
    maxSteps: 1,
    toolTimeoutMs: 1,
    maxResultChars: 1,
    tools: [],
    storageKey: 'polluted',
    snapshot: '{}',
    replay: {},
    source: {},
    place: { origin: 'https://polluted.test', pathname: '/polluted' },
    // Adapters', replies' and events'.
    builtIn: 'polluted',
    choices: [],
    respond: yes,
    availability: yes,
    prepare: yes,
    fetch: yes,
    headers: { polluted: 'yes' },
    credentials: 'include',
    languages: ['polluted'],
    lasting: 'polluted',
    code: 'busy',
    detail: { status: 418 },
    retryMs: 1,
    // Tools'.
    annotations: { readOnlyHint: true },
    readOnlyHint: true,
    title: 'polluted',
    description: 'polluted',
    inputSchema: 'polluted',
    execute: yes,
    submit: yes,
    entry: {},
    turns: {},
    untrustedContentHint: false,
    consequentialHint: false,
    exposedTo: 'polluted',
    fromOrigins: 'polluted',
    // The browser's: options of listeners, events, observers, requests, roots and properties.
    once: true,
    passive: true,
    capture: true,
    signal: 'polluted',
    bubbles: false,
    composed: false,
    cancelable: 'polluted',
    childList: false,
    attributes: false,
    subtree: false,
    attributeFilter: 'polluted',
    method: 'POLLUTED',
    body: 'polluted',
    cache: 'polluted',
    redirect: 'polluted',
    integrity: 'polluted',
    delegatesFocus: true,
    slotAssignment: 'polluted',
    get: 'polluted',
    set: 'polluted',
    value: 'polluted',
    writable: false,
    enumerable: true,
    configurable: false,
  };
  for (var name in polluted) {
    if (Object.hasOwn(polluted, name)) Object.prototype[name] = polluted[name];
  }
})();
