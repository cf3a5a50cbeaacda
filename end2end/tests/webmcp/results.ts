import type { Row } from './probe.ts';

/** What a tool returns, as the caller gets it. */
export const results: Row[] = [
  ['text', () => wm.result(() => 'hello'), 'ok "hello"'],
  ['empty text', () => wm.result(() => ''), 'ok "Operation succeeded"'],
  ['undefined', () => wm.result(() => undefined), 'ok "undefined"'],
  ['null', () => wm.result(() => null), 'ok "null"'],
  ['42', () => wm.result(() => 42), 'ok "42"'],
  ['NaN', () => wm.result(() => NaN), 'ok "NaN"'],
  ['-0', () => wm.result(() => -0), 'ok "0"'],
  ['Infinity', () => wm.result(() => -Infinity), 'ok "-Infinity"'],
  ['1e21', () => wm.result(() => 1e21), 'ok "1e+21"'],
  ['true', () => wm.result(() => true), 'ok "true"'],
  ['a bigint', () => wm.result(() => 5n), 'ok "5"'],
  ['an object', () => wm.result(() => ({ a: [1, undefined] })), 'ok "{\\"a\\":[1,null]}"'],
  ['a list', () => wm.result(() => [undefined, () => 1]), 'ok "[null,null]"'],
  [
    'an error by MCP is a result like others',
    () => wm.result(() => ({ content: [], isError: true })),
    'ok "{\\"content\\":[],\\"isError\\":true}"',
  ],
  ['a function', () => wm.result(() => () => 1), 'ok "undefined"'],
  ['a class', () => wm.result(() => class A {}), 'ok "undefined"'],
  ['toJSON gives nothing', () => wm.result(() => ({ toJSON() {} })), 'ok "undefined"'],
  ['toJSON gives empty text', () => wm.result(() => ({ toJSON: () => '' })), 'ok "\\"\\""'],
  ['toJSON gives null', () => wm.result(() => ({ toJSON: () => null })), 'ok "null"'],
  ['boxed text', () => wm.result(() => new String('b')), 'ok "\\"b\\""'],
  ['an error object', () => wm.result(() => new Error('x')), 'ok "{}"'],
  ['a map', () => wm.result(() => new Map([[1, 2]])), 'ok "{}"'],
  ['a pattern', () => wm.result(() => /x/), 'ok "{}"'],
  ['a response', () => wm.result(() => new Response('x')), 'ok "{}"'],
  ['a node', () => wm.result(() => document.createElement('p')), 'ok "{}"'],
  [
    'a generator',
    () =>
      wm.result(function* () {
        yield 1;
      }),
    'ok "{}"',
  ],
  ['a date', () => wm.result(() => new Date(0)), 'ok "\\"1970-01-01T00:00:00.000Z\\""'],
  ['an address', () => wm.result(() => new URL('http://a.test')), 'ok "\\"http://a.test/\\""'],
  ['bytes', () => wm.result(() => new Uint8Array([1, 2])), 'ok "{\\"0\\":1,\\"1\\":2}"'],
  ['a promise', () => wm.result(async () => 'later'), 'ok "later"'],
  ['a thenable', () => wm.result(() => ({ then: (done: any) => done('later') })), 'ok "later"'],
  ['half a character', () => wm.result(() => 'a\ud800'), 'ok null'],
  [
    'half a character within JSON',
    () => wm.result(() => ({ a: '\ud800' })),
    'ok "{\\"a\\":\\"\\\\ud800\\"}"',
  ],
  [
    'something that holds itself',
    () =>
      wm.result(() => {
        const a: any = {};
        a.a = a;
        return a;
      }),
    'UnknownError 0',
  ],
  ['an object with a bigint', () => wm.result(() => ({ a: 5n })), 'UnknownError 0'],
  ['the window', () => wm.result(() => window), 'UnknownError 0'],
  ['two million characters', async () => (await wm.result(() => 'x'.repeat(2e6))).length, 2e6 + 5],
  [
    'throws an error',
    () =>
      wm.result(() => {
        throw new Error('secret');
      }),
    'UnknownError 0',
  ],
  [
    'throws text',
    () =>
      wm.result(() => {
        throw 'secret';
      }),
    'UnknownError 0',
  ],
  ['rejects with nothing', () => wm.result(() => Promise.reject()), 'UnknownError 0'],
  [
    'rejects with an AbortError of its own',
    () =>
      wm.result(async () => {
        throw new DOMException('x', 'AbortError');
      }),
    'UnknownError 0',
  ],
  [
    'the reason does not reach the caller',
    async () => {
      await wm.register({
        execute: () => {
          throw new Error('secret');
        },
      });
      const tool = await wm.find('a');
      const error = await wm.context.executeTool(tool).catch((reason: any) => reason);
      return [String(error.message).includes('secret'), 'cause' in error];
    },
    [false, false],
  ],
  [
    "a tool's failure is no error of the page",
    async () => {
      const heard: string[] = [];
      addEventListener('error', () => heard.push('error'));
      addEventListener('unhandledrejection', () => heard.push('unhandledrejection'));
      await wm.result(() => {
        throw new Error('x');
      });
      await wm.register({ execute: () => Promise.reject(new Error('y')) });
      await wm.run('a');
      await wm.rest();
      return heard;
    },
    [],
  ],
];
