/**
 * Whose `modelContext` an object is. The shim marks its prototype for every copy of this code.
 */

export const SHIM_MARK = Symbol.for('site-agent.shim');

/** Whether the object came from the shim, in whatever copy. @type {(object: any) => boolean} */
export const isShim = (object) => Object(object) === object && object[SHIM_MARK] === true;

/** Whether the browser itself brings `document.modelContext`. */
export function hasNativeModelContext() {
  const { prototype } = globalThis.Document ?? {};
  const getter = prototype && Object.getOwnPropertyDescriptor(prototype, 'modelContext')?.get;
  return !!getter && /\[native code]\s*}$/.test(Function.prototype.toString.call(getter));
}
