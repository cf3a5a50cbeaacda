import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Page } from './react-page.js';

const tag = document.querySelector('script[src$="/embed.js"]');
// What did not match between server and browser is a complaint; React throws the whole page away.
hydrateRoot(document, createElement(Page, { agent: tag?.getAttribute('src') ?? '' }), {
  onRecoverableError: (error) => console.error('hydration:', error),
});
