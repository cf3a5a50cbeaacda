/** What the panel's download button begins, and what the session is told of it. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, test } from 'node:test';

import { BuiltInModel } from '../js/chrome.js';
import { Download } from '../js/downloads.js';
import { makeLanguageModel } from './language-model.mjs';

afterEach(() => {
  assert.equal(globalThis.LanguageModel?.log.alive ?? 0, 0, 'every session is freed');
  delete globalThis.LanguageModel;
});

/** A download, what it told, and a way to wait for a word of it. */
function begin(behaviour) {
  globalThis.LanguageModel = makeLanguageModel({ availability: 'downloadable', ...behaviour });
  const told = [];
  const heard = new EventTarget();
  const download = new Download((kind, text) => {
    told.push(text === undefined ? kind : `${kind} ${text}`);
    heard.dispatchEvent(new Event(kind));
  });
  return { download, told, until: (kind) => once(heard, kind) };
}

test('it begins within the click and tells its progress', async () => {
  let isClick = true;
  const { download, told, until } = begin({ download: 20, active: () => isClick });
  download.start(new BuiltInModel());
  // The click is over as soon as its handler is.
  isClick = false;
  // A second click while one is on is none.
  download.start(new BuiltInModel());
  await until('downloaded');
  const percents = ['0', '25', '50', '75', '100'].map((percent) => `download-progress ${percent}`);
  assert.deepEqual(told, [...percents, 'downloaded']);
  assert.equal(globalThis.LanguageModel.log.created, 1);
});

test('what is stopped says no more, and can begin again', async () => {
  const { download, told, until } = begin({ download: 60 });
  const begun = until('download-progress');
  download.start(new BuiltInModel());
  await begun;
  download.cancel();
  await new Promise((resolve) => setTimeout(resolve, 80));
  assert.deepEqual(told, ['download-progress 0']);
  assert.equal(await new BuiltInModel().availability(), 'downloadable');
  download.start(new BuiltInModel());
  await until('downloaded');
  assert.equal(told.at(-1), 'downloaded');
});

test('what fails says why', async () => {
  const failed = begin({ fails: 'NetworkError' });
  failed.download.start(new BuiltInModel());
  await failed.until('download-failed');
  assert.match(failed.told.at(-1), /^download-failed .*could not be downloaded/);
  const nothing = begin({});
  nothing.download.start({ name: 'rules', builtIn: 'rules' });
  await nothing.until('download-failed');
  assert.equal(globalThis.LanguageModel.log.created, 0);
});

test('progress goes forward only, in whole percents', async () => {
  const { download, told, until } = begin({});
  const model = {
    name: 'odd',
    respond: () => '',
    async prepare({ onProgress }) {
      for (const loaded of [-1, 0, 0.101, 0.1, 0.109, NaN, 0.5, 2]) onProgress(loaded);
    },
  };
  download.start(model);
  await until('downloaded');
  assert.deepEqual(
    told,
    ['0', '10', '50', '100'].map((n) => `download-progress ${n}`).concat('downloaded'),
  );
});
