import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { callOf, middleOf } from './engine.ts';
import type { Engine } from './engine.ts';

const ENTER = '\ue007';

/** Where Debian puts what `webkit2gtk-driver` brings; `WEBKIT_BROWSER` names another browser. */
export const webkitDriver = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
const browsers = ['4.1', '4.0'].map((version) => `/usr/lib/${triplet()}/webkit2gtk-${version}/MiniBrowser`);
export const webkitBrowser = process.env.WEBKIT_BROWSER ?? browsers.find(existsSync) ?? '';

function triplet(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}

/** WebKitGTK, over WebDriver, on a display of its own. */
export async function startWebKit(): Promise<Engine> {
  const { display, server } = await startDisplay();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, LANG: 'en_GB.UTF-8' };
  // Its sandbox and its GPU are of no use where the tests run.
  Object.assign(env, { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' });
  const driver = spawn(webkitDriver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const stop = () => [driver, server].forEach((child) => child.kill());
  try {
    await answers(`${base}/status`);
    const options = { binary: webkitBrowser, args: ['--automation'] };
    const alwaysMatch = { 'webkitgtk:browserOptions': options, timeouts: { script: 60_000 } };
    const { sessionId } = await post(`${base}/session`, { capabilities: { alwaysMatch } });
    return engineOf(`${base}/session/${sessionId}`, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

function engineOf(session: string, stop: () => void): Engine {
  const evaluate = async (run: Function | string, ...given: unknown[]) => {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => ${callOf(run, given)}).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      );`;
    const { error, value } = await post(`${session}/execute/async`, { script, args: [] });
    if (error) throw new Error(error);
    return value ?? undefined;
  };
  const actions = (source: object) => post(`${session}/actions`, { actions: [source] });
  return {
    evaluate,
    async fresh() {
      const { handle } = await post(`${session}/window/new`, { type: 'tab' });
      await fetch(`${session}/window`, { method: 'DELETE' });
      await post(`${session}/window`, { handle });
    },
    async goto(url) {
      await post(`${session}/url`, { url });
    },
    async press(selector) {
      const { x, y } = await evaluate(middleOf, selector);
      const mouse = [
        { type: 'pointerMove', duration: 0, x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await actions({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: mouse });
    },
    async type(text) {
      const keys = [...text.replaceAll('\n', ENTER)].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await actions({ type: 'key', id: 'keys', actions: keys });
    },
    async close() {
      await fetch(session, { method: 'DELETE' });
      stop();
    },
  };
}

/** One command of WebDriver. */
async function post(url: string, body: object): Promise<any> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: any };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = await new Promise<string>((found, failed) => {
    server.once('error', failed);
    server.once('close', () => failed(new Error('Xvfb ended')));
    if (server.stdout) createInterface(server.stdout).once('line', (line) => found(`:${line.trim()}`));
  });
  return { display, server };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function answers(url: string): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no answer from ${url}`);
}
