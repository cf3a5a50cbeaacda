/**
 * What is loaded when it is first wanted.
 */

/**
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T>} loads the first time, and again after it failed
 */
export function once(load) {
  /** @type {Promise<T> | undefined} */
  let loading;
  return () => {
    if (loading === undefined) {
      loading = load();
      loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
}
