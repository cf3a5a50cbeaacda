/** JSON text is made without asking the page's objects how they would like to be written. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { toJson } from '../js/json.js';

const cycle = { name: 'loop' };
cycle.self = cycle;

const unreadable = {
  fine: 1,
  get broken() {
    throw new Error('no');
  },
};

const deep = (levels) => {
  let value = 'bottom';
  for (let at = 0; at < levels; at += 1) value = [value];
  return value;
};

const rows = [
  ['null', null, 'null'],
  ['undefined', undefined, 'null'],
  ['a function', () => 1, 'null'],
  ['true', true, 'true'],
  ['a number', 12.5, '12.5'],
  ['minus zero', -0, '0'],
  ['a large number', 1e21, '1e+21'],
  ['NaN', NaN, 'null'],
  ['Infinity', [Infinity, -Infinity], '[null,null]'],
  ['a bigint', 9007199254740993n, '9007199254740993'],
  ['quotes and controls', 'a"b\\c\n\u0000\u001f', '"a\\"b\\\\c\\u000a\\u0000\\u001f"'],
  ['text beyond the first plane', 'né 🍵', '"né 🍵"'],
  ['half a pair', 'a\ud83cb\udf75', '"a\\ufffdb\\ufffd"'],
  ['half a pair at the end', '\ud83c', '"\\ufffd"'],
  ['what objects leave out', { a: undefined, b: () => 1, c: Symbol('s'), d: 1 }, '{"d":1}'],
  ['what arrays keep a place for', [undefined, () => 1, Symbol('s')], '[null,null,null]'],
  ['a hole', [, 1], '[null,1]'],
  ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['no date', new Date(NaN), 'null'],
  ['an own toJSON is data, and a function is none', { toJSON: () => 'other', a: 1 }, '{"a":1}'],
  [
    'inherited members',
    Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }),
    '{"own":2}',
  ],
  ['a key named __proto__', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ['a cycle', cycle, '{"name":"loop","self":null}'],
  ['the same object twice is no cycle', ((one) => [one, one])({ a: 1 }), '[{"a":1},{"a":1}]'],
  ['a getter that throws', unreadable, '{"fine":1,"broken":null}'],
  ['an empty array in an empty object', { a: [], b: {} }, '{"a":[],"b":{}}'],
];

for (const [name, value, expected] of rows) {
  test(`writes ${name}`, () => assert.equal(toJson(value), expected));
}

test('what is too deep to be read on the other side ends in null', () => {
  const text = toJson(deep(300));
  assert.equal(text, `${'['.repeat(100)}null${']'.repeat(100)}`);
});

test('a page that puts toJSON on everything changes nothing', () => {
  const before = toJson({ list: [1, { a: 'b' }], date: new Date(0) });
  Array.prototype.toJSON = () => 'array';
  Object.prototype.toJSON = () => 'object';
  String.prototype.toJSON = () => 'string';
  try {
    assert.equal(toJson({ list: [1, { a: 'b' }], date: new Date(0) }), before);
  } finally {
    delete Array.prototype.toJSON;
    delete Object.prototype.toJSON;
    delete String.prototype.toJSON;
  }
});
