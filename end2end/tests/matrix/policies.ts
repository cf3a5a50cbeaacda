/** Pages under policies of their own. */
import { inline, TAG } from './row.ts';
import type { Row } from './row.ts';

/** The header of a page; the program's address is only known when it is served. */
const csp = (...directives: string[]): Record<string, string> => ({
  'content-security-policy': directives.join('; '),
});

const WASM = "script-src 'self' __AGENT__ 'wasm-unsafe-eval'";
const NONCE = '<script nonce="n0nce" src="__AGENT__/embed.js" data-models="rules"></script>';

export const POLICIES: Row[] = [
  {
    name: 'the lines of the README and no more',
    headers: csp(
      "default-src 'none'",
      WASM,
      'connect-src __AGENT__',
      "style-src 'self'",
      'img-src data:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ),
  },
  {
    name: 'a nonce and strict-dynamic',
    headers: csp("script-src 'nonce-n0nce' 'strict-dynamic' 'wasm-unsafe-eval'", "base-uri 'none'"),
    tag: NONCE,
    after: '<script nonce="n0nce" src="/matrix/notes.js" defer></script>',
    complaints: /notes\.js|Duplicate/,
  },
  {
    name: "style-src 'none'",
    headers: csp("style-src 'none'"),
  },
  {
    name: 'trusted types with a default policy that refuses',
    headers: csp("require-trusted-types-for 'script'"),
    before: inline(
      "trustedTypes.createPolicy('default', { createHTML() { throw new TypeError('refused') } })",
    ),
  },
  {
    name: "script-src without 'wasm-unsafe-eval'",
    headers: csp("script-src 'self' __AGENT__", 'connect-src __AGENT__'),
    framed: true,
    complaints: /unsafe-eval/,
  },
  {
    name: 'connect-src without us',
    headers: csp("connect-src 'self'"),
    framed: true,
    complaints: /connect-src|violates the document's/,
  },
  {
    name: 'neither wasm nor a frame of ours',
    headers: csp("script-src 'self' __AGENT__", "frame-src 'none'"),
    untouched: /Policy stops .*frame-src http\S+, or script-src http\S+ 'wasm-unsafe-eval'/,
  },
  {
    name: 'script-src without us at all',
    headers: csp("script-src 'self'"),
    absent: true,
    asksFor: [],
    untouched: /script-src 'self'/,
  },
  {
    name: 'a sandbox that keeps the origin',
    headers: csp('sandbox allow-scripts allow-same-origin allow-forms'),
    complaints: /can escape its sandboxing/,
  },
  {
    name: 'cross-origin isolation',
    headers: {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    },
    tag: TAG.replace('<script', '<script crossorigin'),
  },
  {
    name: 'cross-origin isolation, the tag without crossorigin',
    headers: {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    },
  },
  {
    name: 'a permissions policy that forbids what it can',
    headers: {
      'permissions-policy':
        'camera=(), clipboard-write=(), fullscreen=(), geolocation=(), language-model=(), local-fonts=(), microphone=(), storage-access=(), unload=()',
    },
    // Chromium names those it does not know.
    complaints: /Unrecognized feature/,
  },
  {
    name: 'no referrer',
    headers: { 'referrer-policy': 'no-referrer' },
  },
  {
    name: 'a document policy and reports',
    headers: {
      'document-policy': 'force-load-at-top, js-profiling=?0',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'origin-agent-cluster': '?1',
    },
    complaints: /[Uu]nrecognized document policy|Document-Policy/,
  },
  {
    name: 'a sandbox without an origin',
    headers: csp('sandbox allow-scripts'),
    untouched: /sandbox|origin/,
  },
  {
    name: 'a permissions policy that forbids tools',
    headers: { 'permissions-policy': 'tools=()' },
    complaints: /cannot register|Unrecognized feature/,
    untouched: /Permissions-Policy|tools/,
    only: 'native',
  },
];
