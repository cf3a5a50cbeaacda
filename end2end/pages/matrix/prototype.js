/**
 * What Prototype.js 1.6 leaves on a page of today: the parts of it that replace something of the
 * language or of the DOM, with what they answered then.
 */
(function () {
  function extend(target, source) {
    for (var name in source) target[name] = source[name];
    return target;
  }
  var own = Array.prototype.slice;
  function $A(iterable) {
    if (!iterable) return [];
    if (iterable.toArray) return iterable.toArray();
    var length = iterable.length || 0;
    var results = new Array(length);
    while (length--) results[length] = iterable[length];
    return results;
  }
  function each(iterator, context) {
    for (var i = 0; i < this.length; i++) iterator.call(context, this[i], i);
    return this;
  }
  var Enumerable = {
    each: each,
    all: function (iterator) {
      for (var i = 0; i < this.length; i++) if (!(iterator || Boolean)(this[i], i)) return false;
      return true;
    },
    collect: function (iterator, context) {
      var results = [];
      for (var i = 0; i < this.length; i++) results.push((iterator || Object).call(context, this[i], i));
      return results;
    },
    findAll: function (iterator, context) {
      var results = [];
      for (var i = 0; i < this.length; i++) if (iterator.call(context, this[i], i)) results.push(this[i]);
      return results;
    },
    detect: function (iterator) {
      for (var i = 0; i < this.length; i++) if (iterator(this[i], i)) return this[i];
    },
    include: function (object) {
      return this.indexOf(object) !== -1;
    },
    inject: function (memo, iterator) {
      for (var i = 0; i < this.length; i++) memo = iterator(memo, this[i], i);
      return memo;
    },
    toArray: function () {
      return own.call(this);
    },
  };
  extend(Enumerable, {
    map: Enumerable.collect,
    filter: Enumerable.findAll,
    select: Enumerable.findAll,
    every: Enumerable.all,
    find: Enumerable.detect,
    member: Enumerable.include,
    entries: Enumerable.toArray,
    forEach: each,
  });
  extend(Array.prototype, Enumerable);
  extend(Array.prototype, {
    reduce: function () {
      return this.length > 1 ? this : this[0];
    },
    clear: function () {
      this.length = 0;
      return this;
    },
    first: function () {
      return this[0];
    },
    last: function () {
      return this[this.length - 1];
    },
    compact: function () {
      return this.findAll(function (value) {
        return value != null;
      });
    },
    without: function () {
      return this;
    },
    toJSON: function () {
      return '[' + this.map(Object.toJSON).join(', ') + ']';
    },
    inspect: function () {
      return '[' + this.join(', ') + ']';
    },
  });
  Array.from = $A;
  extend(Object, {
    extend: extend,
    keys: function (object) {
      var keys = [];
      for (var property in object) keys.push(property);
      return keys;
    },
    values: function (object) {
      var values = [];
      for (var property in object) values.push(object[property]);
      return values;
    },
    toJSON: function (object) {
      return object && object.toJSON ? object.toJSON() : '"' + object + '"';
    },
    isArray: function (object) {
      return object != null && typeof object == 'object' && 'splice' in object && 'join' in object;
    },
  });
  extend(Function.prototype, {
    bind: function () {
      if (arguments.length < 2 && typeof arguments[0] === 'undefined') return this;
      var method = this;
      var args = $A(arguments);
      var object = args.shift();
      return function () {
        return method.apply(object, args.concat($A(arguments)));
      };
    },
    curry: function () {
      return this;
    },
    wrap: function () {
      return this;
    },
    defer: function () {
      return setTimeout(this, 10);
    },
  });
  extend(String.prototype, {
    toJSON: function () {
      return '"' + this + '"';
    },
    startsWith: function (pattern) {
      return this.indexOf(pattern) === 0;
    },
    endsWith: function (pattern) {
      var d = this.length - pattern.length;
      return d >= 0 && this.lastIndexOf(pattern) === d;
    },
    include: function (pattern) {
      return this.indexOf(pattern) > -1;
    },
    strip: function () {
      return this.replace(/^\s+/, '').replace(/\s+$/, '');
    },
    sub: function (pattern, replacement) {
      return this.replace(pattern, replacement);
    },
    toArray: function () {
      return this.split('');
    },
  });
  extend(Number.prototype, {
    toJSON: function () {
      return String(this);
    },
    times: function () {
      return this;
    },
  });
  Date.prototype.toJSON = function () {
    return '"' + this.getTime() + '"';
  };
  // The DOM: methods on every element, `Element` itself a maker of elements.
  extend(HTMLElement.prototype, {
    remove: function () {
      this.parentNode.removeChild(this);
      return this;
    },
    update: function () {
      return this;
    },
    replace: function () {
      return this;
    },
    insert: function () {
      return this;
    },
    visible: function () {
      return this.style.display != 'none';
    },
    show: function () {
      this.style.display = '';
      return this;
    },
    hide: function () {
      this.style.display = 'none';
      return this;
    },
    toggle: function () {
      return this[this.visible() ? 'hide' : 'show']();
    },
  });
  var element = window.Element;
  window.Element = function (tagName, attributes) {
    var made = document.createElement(tagName);
    for (var name in attributes) made.setAttribute(name, attributes[name]);
    return made;
  };
  extend(window.Element, element);
  window.Element.prototype = element.prototype;
  extend(window.Event, { KEY_ESC: 27, observe: function () {}, stop: function () {} });
  document.getElementsByClassName = function (name) {
    return $A(document.querySelectorAll('.' + name));
  };
  window.$A = $A;
  window.$ = function (id) {
    return document.getElementById(id);
  };
  window.Enumerable = Enumerable;
  window.Prototype = { Version: '1.6.1' };
})();
