/** Which calls of a recording a replay runs, as the button counts them: as `core::replay` decides. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callsToRun } from '../js/ticket-run.js';

const call = (id, more = {}) => ({ type: 'tool-call', call: { id, name: 't', arguments: {}, ...more } });
const decision = (callId, allowed) => ({ type: 'decision', callId, allowed });
const result = (callId, outcome) => ({ type: 'tool-result', callId, outcome });

const ROWS = [
  ['allowed', [call('a'), decision('a', true), result('a', 'ok')], 1],
  ['cut off before it ended', [call('a'), decision('a', true)], 1],
  ['denied', [call('a'), decision('a', false), result('a', 'denied')], 0],
  ['allowed, then asked anew and denied', [call('a'), decision('a', true), decision('a', false)], 0],
  ['gone when it was to run', [call('a'), decision('a', true), result('a', 'missing')], 0],
  ['failed', [call('a'), decision('a', true), result('a', 'error')], 1],
  ['redacted', [call('a', { redacted: ['/x'] }), decision('a', true)], 0],
  ['redacted without a word', [call('a', { arguments: { x: ['[redacted:email]'] } }), decision('a', true)], 0],
  ['nothing redacted', [call('a', { redacted: [] }), decision('a', true)], 1],
  ['not stored', [call('a', { arguments: undefined }), decision('a', true)], 0],
  ['never valid', [{ type: 'invalid-call', call: { id: 'a', name: 't', arguments: {} }, outcome: 'invalid' }], 0],
  ['of a later kind', [{ type: 'x' }], 0],
];

test('the calls that are run are counted', () => {
  for (const [what, steps, count] of ROWS) assert.equal(callsToRun({ steps }).length, count, what);
  for (const trace of [{}, { steps: 7 }, { steps: null }]) assert.deepEqual(callsToRun(trace), []);
});

