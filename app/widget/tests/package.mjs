/** The built package, as a program would import it. `cargo xtask build` makes it. */

import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const root = process.env.SITE_AGENT_SITE_ROOT
  ? pathToFileURL(`${process.env.SITE_AGENT_SITE_ROOT}/`)
  : new URL('../../../target/site/', import.meta.url);

/** Where its files are. */
export const folder = new URL('site-agent/', root);

export const siteAgent = await import(new URL('index.js', folder).href);

/** A tool that answers with what it got. */
export function tool(name, more = {}) {
  return {
    name,
    description: `does ${name}`,
    inputSchema: { type: 'object', properties: { a: { type: 'integer' } } },
    annotations: { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false },
    execute: async (input) => `${name} got ${JSON.stringify(input)}`,
    ...more,
  };
}

/** Annotations of a tool that changes something. */
export const writes = {
  readOnlyHint: false,
  untrustedContentHint: false,
  consequentialHint: false,
};

/** A model that says these things, one a step, and keeps what it was asked. */
export function scripted(...replies) {
  const asked = [];
  const model = siteAgent.custom(async (request) => {
    asked.push(request);
    const reply = replies.shift();
    return typeof reply === 'function' ? reply(request) : reply;
  });
  return Object.assign(model, { asked });
}

export const calls = (name, args = {}) => ({ type: 'tool', name, arguments: args });

export const answers = (text) => ({ type: 'answer', text });

/** All events of a run. */
export async function eventsOf(run) {
  const events = [];
  for await (const event of run) events.push(event);
  return events;
}

export const typesOf = (events) => events.map(({ type }) => type);

export const find = (events, type) => events.find((event) => event.type === type);

/** The module behind the package, as the element's loader imports it. */
export async function hostModule() {
  const name = (await readdir(folder)).find((file) => /^sa-[^-]+\.js$/.test(file));
  return import(new URL(name, folder).href);
}
