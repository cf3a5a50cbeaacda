/** Iteration as an old transpiler's runtime gave it to arrays and maps: other objects, slower. */
(function () {
  [Array, Map, Set, String].forEach(function (type) {
    var prototype = type.prototype;
    var own = prototype[Symbol.iterator];
    prototype[Symbol.iterator] = function () {
      var inner = own.call(this);
      var iterator = {
        next: function () {
          var step = inner.next();
          return { done: step.done, value: step.value };
        },
      };
      iterator[Symbol.iterator] = function () {
        return iterator;
      };
      return iterator;
    };
  });
})();
