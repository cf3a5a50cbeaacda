/** `fetch` and `crypto` as trackers and old polyfills wrap them. */
(function () {
  var own = window.fetch;
  window.fetch = function (input, init) {
    // Whoever wrote this knew texts and requests only.
    var address = input.url || input.toLowerCase();
    var headers = new Headers((init && init.headers) || input.headers);
    if (address.indexOf(location.origin) === 0) headers.set('x-trace', '1');
    return own.call(window, input, init).then(function (answer) {
      return answer.clone();
    });
  };
  var values = crypto.getRandomValues.bind(crypto);
  Object.defineProperty(window, 'crypto', {
    configurable: true,
    value: {
      getRandomValues: function (array) {
        if (!(array instanceof Uint8Array)) throw new TypeError('bytes only');
        return values(array);
      },
    },
  });
})();
