/** A customer's whole document in React, our tag in its head. */
import { createElement as h, StrictMode, useEffect, useState } from 'react';

export function Page({ agent }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return h(
    StrictMode,
    null,
    h(
      'html',
      { lang: 'en' },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('title', null, 'Notes'),
        h('link', { rel: 'icon', href: 'data:,' }),
        agent && h('script', { src: agent, 'data-models': 'rules', async: true }),
      ),
      h(
        'body',
        null,
        h('h1', null, 'Notes'),
        h('p', { id: 'state' }, ready ? 'hydrated' : 'on its way'),
        h('ul', { id: 'notes', 'aria-label': 'Notes' }),
        h('script', { src: '/matrix/notes-late.js', async: true }),
        h('script', { src: '/built/matrix/react-client.js', async: true }),
      ),
    ),
  );
}
