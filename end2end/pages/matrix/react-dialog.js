/** A modal dialog of Radix: it traps the focus, hides all else from readers, and locks the page. */
import * as Dialog from '@radix-ui/react-dialog';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

function Question() {
  return h(
    Dialog.Root,
    null,
    h(Dialog.Trigger, null, 'Open the page’s dialog'),
    h(
      Dialog.Portal,
      null,
      h(Dialog.Overlay, { style: { position: 'fixed', inset: 0, background: 'rgb(0 0 0 / 0.3)' } }),
      h(
        Dialog.Content,
        {
          style: { position: 'fixed', top: 40, left: 40, background: 'white', padding: 20 },
          // A dialog that must be answered.
          onInteractOutside: (event) => event.preventDefault(),
        },
        h(Dialog.Title, null, 'The page’s dialog'),
        h(Dialog.Description, null, 'It wants the focus.'),
        h('input', { 'aria-label': 'Name' }),
        h(Dialog.Close, null, 'Done'),
      ),
    ),
  );
}

createRoot(document.getElementById('dialog')).render(h(Question));
