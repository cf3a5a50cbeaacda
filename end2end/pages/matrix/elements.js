/** Custom elements through a polyfill, shadow roots and listeners through a session recorder. */
(function () {
  var registry = CustomElementRegistry.prototype;
  var define = registry.define;
  var known = {};
  registry.define = function (name, type, options) {
    known[name] = type;
    // As the scoped registry's polyfill does: the class is not the one that was given.
    class Stand extends type {
      connectedCallback() {
        if (super.connectedCallback) super.connectedCallback();
      }
    }
    define.call(this, name, Stand, options);
  };
  registry.get = function (name) {
    return known[name];
  };
  var roots = [];
  var attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    var root = attachShadow.call(this, { mode: init.mode });
    roots.push(root);
    new MutationObserver(function () {}).observe(root, { subtree: true, childList: true });
    return root;
  };
  var listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    var target = this || window;
    if (typeof listener !== 'function') return listen.call(target, type, listener, options);
    return listen.call(target, type, function (event) { return listener.call(this, event); }, options);
  };
  ['appendChild', 'insertBefore'].forEach(function (name) {
    var own = Node.prototype[name];
    Node.prototype[name] = function () {
      return own.apply(this, arguments);
    };
  });
  var createElement = document.createElement;
  document.createElement = function () {
    return createElement.apply(document, arguments);
  };
})();
