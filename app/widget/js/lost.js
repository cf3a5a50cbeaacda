/**
 * What stands in the panel's place when its instance is lost.
 */

/**
 * @param {string} table the language's
 * @param {string | null} name of the dialog
 * @param {() => void} startAnew
 * @returns {HTMLElement}
 */
export function lostPanel(table, name, startAnew) {
  const [lang, dir, crashed, startAgain] = table.split('\n');
  const words = document.createElement('p');
  words.role = 'alert';
  words.textContent = crashed;
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'allow';
  again.textContent = startAgain;
  again.addEventListener('click', startAnew);
  const panel = document.createElement('section');
  panel.className = 'panel';
  Object.assign(panel, { lang, dir });
  panel.role = 'dialog';
  panel.ariaLabel = name;
  panel.append(words, again);
  return panel;
}
