/** The README's examples hold under the package's own types, as strictly as the compiler can look. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const end2end = new URL('../../../end2end/', import.meta.url);
const sources = fileURLToPath(new URL('../js', import.meta.url));

/** Each example as a module, with the line on which it stands. */
async function examples() {
  const text = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const found = [];
  for (const { 1: language, 2: code, index } of text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
    const line = text.slice(0, index).split('\n').length;
    if (language === 'js' || language === 'ts') found.push({ line, code });
    if (language !== 'html') continue;
    const script = /<script type="module">\n([^]*?)<\/script>/.exec(code)?.[1];
    if (script !== undefined) found.push({ line, code: script });
  }
  return found;
}

test('the examples of the README compile', async () => {
  const all = await examples();
  assert.ok(all.length >= 4, `${all.length} examples`);
  // Below end2end, where the compiler is.
  const folder = await mkdtemp(fileURLToPath(new URL('readme-', end2end)));
  try {
    for (const { line, code } of all) {
      const local = code.replace(/https:\/\/agent\.example\/site-agent\/(\w+)\.js/g, (_, entry) =>
        entry === 'index' ? 'site-agent' : `site-agent/${entry}`,
      );
      await writeFile(`${folder}/line-${line}.ts`, `${local}\nexport {};\n`);
    }
    const paths = {
      'site-agent': [`${sources}/index.d.ts`],
      'site-agent/*': [`${sources}/*.d.ts`],
    };
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths,
    };
    await writeFile(
      `${folder}/tsconfig.json`,
      JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    );
    const compiler = fileURLToPath(new URL('node_modules/.bin/tsc', end2end));
    await promisify(execFile)(compiler, ['--project', folder]).catch((error) => {
      assert.fail(`${error.stdout}${error.stderr}`);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
