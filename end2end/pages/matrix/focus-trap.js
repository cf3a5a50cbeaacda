/** The library most modal dialogs trap the focus with. */
import { createFocusTrap } from 'focus-trap';

const dialog = document.getElementById('dialog');
const trap = createFocusTrap(dialog, { escapeDeactivates: true, allowOutsideClick: true });
document.getElementById('open').addEventListener('click', () => {
  dialog.hidden = false;
  trap.activate();
});
