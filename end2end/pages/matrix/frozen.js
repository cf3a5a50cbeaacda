/** The intrinsics frozen by hand, as a page that fears supply chains does it. */
(function () {
  [Object, Array, Function, String, Number, Boolean, Promise, Map, Set, WeakMap, RegExp, Error, TypeError, Date, Symbol, URL, Event, EventTarget, CustomEvent, AbortController, Node, Element, HTMLElement, Document].forEach(function (type) {
    Object.freeze(type.prototype);
    Object.freeze(type);
  });
  Object.freeze(JSON);
  Object.freeze(Reflect);
  Object.freeze(Math);
})();
