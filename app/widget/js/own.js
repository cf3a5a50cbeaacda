/**
 * What somebody gave us, and nothing that a page has put under every object. `Object.prototype` may
 * hold anything: a bug of the page must not become a setting, a hint or an option of the browser's.
 */

export const applyTo = Reflect.apply;

const everyObject = Object.prototype;
const { hasOwnProperty } = everyObject;

/** @type {(object: any, name: string) => boolean} */
export const hasOwn = (object, name) => applyTo(hasOwnProperty, object, [name]);

/**
 * A copy without a prototype. Whatever is handed to the browser as options is one, and whatever is
 * read as settings.
 * @template {object | undefined} T
 * @param {T} [given]
 * @returns {T extends undefined ? any : T}
 */
export const bare = (given) => /** @type {any} */ ({ __proto__: null, ...given });

/**
 * A member of an object that somebody made, which may have it from a class. A name that every object
 * has by the page's doing counts only where it is the object's own.
 * @param {any} object
 * @param {string} name
 * @returns {any}
 */
export const given = (object, name) =>
  name in everyObject && !hasOwn(object ?? everyObject, name) ? undefined : object?.[name];

/**
 * Those members, in an object that has no others.
 * @param {unknown} object
 * @param {readonly string[]} names
 * @returns {any}
 */
export function picked(object, names) {
  const found = bare();
  for (const name of names) found[name] = given(object, name);
  return found;
}
