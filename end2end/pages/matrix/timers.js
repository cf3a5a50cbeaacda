/** Timers through an error reporter, which calls back with itself, and late. */
(function () {
  ['setTimeout', 'setInterval', 'requestAnimationFrame'].forEach(function (name) {
    var own = window[name];
    window[name] = function (work, wait) {
      var rest = Array.prototype.slice.call(arguments, 2);
      return own.call(window, function (time) {
        return work.apply({ reporter: true }, rest.length ? rest : [time]);
      }, (wait || 0) + 20);
    };
  });
  window.queueMicrotask = function (work) {
    Promise.resolve().then(work);
  };
})();
