/** What a row of the matrix is: a page of a customer who knows nothing of us, and what is to happen. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Pages } from '../../fixtures/pages.ts';
import type { Program } from '../../fixtures/program.ts';
import type { Agent } from '../../fixtures/test.ts';

export interface Scene {
  agent: Agent;
  context: BrowserContext;
  customer: Pages;
  page: Page;
  program: Program;
}

type Act = (scene: Scene) => Promise<unknown>;

export interface Row {
  name: string;
  headers?: Record<string, string>;
  /** What the page's head has before our tag, and after it. */
  before?: string;
  after?: string;
  /** Our tag, where it is not the one of the README. */
  tag?: string;
  /** Attributes of `<html>` and `<body>`. */
  html?: string;
  body?: string;
  /** What stands above the notes. */
  content?: string;
  /** The whole page, given our tag, where the usual one will not do. */
  write?: (tag: string) => string;
  /** What the visitor says; the page's own tool is to be asked about for it. */
  says?: string;
  /** The page's host, where it is not this machine by its address. */
  host?: string;
  /** Whether the panel is in a frame of the program's, since it cannot be in the page. */
  framed?: boolean;
  /** The frame of the page that the agent is in. */
  frame?: string;

  /** Before the page is visited. */
  prepare?: Act;
  /** When the launcher stands there. */
  loaded?: Act;
  /** While the question is open. */
  asked?: Act;
  /** When the job is done. */
  done?: Act;

  /** Where nothing can work: the one line that says why. The job is done everywhere else. */
  untouched?: RegExp;
  /** Where even the launcher is not to be had, because our script never runs. */
  absent?: boolean;
  /** What the program may be asked for before anybody is interested. */
  asksFor?: string[];
  /** Whether the page itself lists tools before that, and so has our part that does it fetched. */
  lists?: boolean;
  /** What the browser itself, or the page, has to complain about in the console. */
  complaints?: RegExp;
  /** Globals that the page's own library adds for whoever listens on `window`. */
  names?: RegExp;
  /** Only where the browser brings WebMCP, or only where it does not. */
  only?: 'native' | 'shim';
}

export const TAG = '<script src="__AGENT__/embed.js" data-models="rules"></script>';

/** A classic script in the page. */
export const inline = (script: string): string => `<script>${script}</script>`;
/** A file of a published library. */
export const library = (path: string): string => `<script src="/libraries/${path}"></script>`;
/** A file of `pages/matrix`. */
export const script = (name: string): string => `<script src="/matrix/${name}"></script>`;

/** The customer's page: notes, a tool that adds one, and what the row makes of it. */
export function pageOf(row: Row, withTag: boolean): string {
  const tag = withTag ? (row.tag ?? TAG) : '';
  if (row.write) return row.write(tag);
  return `<!doctype html>
<html lang="en" ${row.html ?? ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Notes</title>
<link rel="icon" href="data:,">
${row.before ?? ''}
${tag}
${row.after ?? ''}
<script src="/matrix/notes.js" defer></script>
</head>
<body ${row.body ?? ''}>
<h1>Notes</h1>
<p><label>Search <input name="q"></label></p>
${row.content ?? ''}
<ul id="notes" aria-label="Notes"></ul>
</body>
</html>`;
}
