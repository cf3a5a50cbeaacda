/** A test clock that nobody turns on: no timer ever runs, no time passes. */
(function () {
  var ids = 0;
  ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'].forEach(function (name) {
    window[name] = function () {
      return ++ids;
    };
  });
  window.clearTimeout = window.clearInterval = window.cancelAnimationFrame = function () {};
  Date.now = function () {
    return 0;
  };
})();
