/**
 * What MooTools 1.2 leaves on a page of today: `Event`, `Element` and `JSON` are its own, functions
 * bind in its own way, and everything has more methods, all of them enumerable.
 */
(function () {
  function implement(type, methods) {
    for (var name in methods) type.prototype[name] = methods[name];
  }
  function splat(object) {
    return object == null ? [] : Array.isArray(object) ? object : [object];
  }
  implement(Function, {
    extend: function (properties) {
      for (var property in properties) this[property] = properties[property];
      return this;
    },
    create: function (options) {
      var self = this;
      return function () {
        var args = options.arguments != undefined ? splat(options.arguments) : arguments;
        return self.apply(options.bind || null, args);
      };
    },
    bind: function (bind, args) {
      return this.create({ bind: bind, arguments: args });
    },
    pass: function (args, bind) {
      return this.create({ bind: bind, arguments: args });
    },
    delay: function (delay, bind, args) {
      return setTimeout(this.bind(bind, args), delay);
    },
    run: function (args, bind) {
      return this.apply(bind, splat(args));
    },
  });
  implement(Array, {
    each: function (fn, bind) {
      for (var i = 0; i < this.length; i++) fn.call(bind, this[i], i, this);
    },
    clean: function () {
      return this.filter(function (item) {
        return item != undefined;
      });
    },
    contains: function (item) {
      return this.indexOf(item) != -1;
    },
    extend: function (array) {
      for (var i = 0; i < array.length; i++) this.push(array[i]);
      return this;
    },
    include: function (item) {
      if (!this.contains(item)) this.push(item);
      return this;
    },
    empty: function () {
      this.length = 0;
      return this;
    },
    flatten: function () {
      return this;
    },
  });
  implement(String, {
    contains: function (string) {
      return this.indexOf(string) > -1;
    },
    test: function (regex) {
      return new RegExp(regex).test(this);
    },
    clean: function () {
      return this.replace(/\s+/g, ' ').trim();
    },
    trim: function () {
      return this.replace(/^\s+|\s+$/g, '');
    },
  });
  implement(Number, {
    limit: function (min, max) {
      return Math.min(max, Math.max(min, this));
    },
    times: function () {},
  });
  function Hash(object) {
    for (var key in object) this[key] = object[key];
  }
  implement(Hash, {
    each: function () {},
    get: function (key) {
      return this[key];
    },
    set: function (key, value) {
      this[key] = value;
      return this;
    },
  });
  window.Hash = Hash;
  // No `parse`, no `stringify`.
  window.JSON = new Hash({
    encode: function (object) {
      return String(object);
    },
    decode: function (string) {
      return string;
    },
  });
  var elements = window.Element.prototype;
  window.Element = function (tag, properties) {
    var made = document.createElement(tag);
    for (var name in properties) made[name] = properties[name];
    return made;
  };
  window.Element.prototype = elements;
  implement(window.Element, {
    getElement: function (selector) {
      return this.querySelector(selector);
    },
    set: function (name, value) {
      this[name] = value;
      return this;
    },
    get: function (name) {
      return this[name];
    },
    dispose: function () {
      return this.parentNode ? this.parentNode.removeChild(this) : this;
    },
    empty: function () {
      return this;
    },
    hasClass: function (name) {
      return this.className.contains(name);
    },
    addEvent: function (type, fn) {
      this.addEventListener(type, fn, false);
      return this;
    },
  });
  window.Event = function (event) {
    return event && event.$extended ? event : { $extended: true, event: event || window.event };
  };
  window.$ = function (element) {
    return typeof element == 'string' ? document.getElementById(element) : element;
  };
  window.MooTools = { version: '1.2.6' };
})();
