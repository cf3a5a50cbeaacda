/** An old browser's gaps and the polyfills for them. */
(function () {
  function OldPromise(start) {
    var self = this;
    self.state = 0;
    self.heard = [];
    function settle(state, value) {
      if (self.state) return;
      if (state === 1 && value && typeof value.then === 'function') {
        value.then(
          function (inner) { settle(1, inner); },
          function (reason) { settle(2, reason); },
        );
        return;
      }
      self.state = state;
      self.value = value;
      self.heard.forEach(run);
    }
    function run(handler) {
      setTimeout(function () {
        var way = handler[self.state - 1];
        if (typeof way !== 'function') return handler[self.state + 1](self.value);
        try {
          handler[2](way(self.value));
        } catch (reason) {
          handler[3](reason);
        }
      }, 0);
    }
    self.then = function (done, failed) {
      return new OldPromise(function (resolve, reject) {
        var handler = [done, failed, resolve, reject];
        if (self.state) run(handler);
        else self.heard.push(handler);
      });
    };
    try {
      start(
        function (value) { settle(1, value); },
        function (reason) { settle(2, reason); },
      );
    } catch (reason) {
      settle(2, reason);
    }
  }
  OldPromise.prototype['catch'] = function (failed) {
    return this.then(undefined, failed);
  };
  OldPromise.resolve = function (value) {
    return new OldPromise(function (resolve) { resolve(value); });
  };
  OldPromise.reject = function (reason) {
    return new OldPromise(function (_, reject) { reject(reason); });
  };
  window.Promise = OldPromise;
  delete window.queueMicrotask;
  delete window.FinalizationRegistry;
  delete window.WeakRef;
  delete window.structuredClone;
  delete WebAssembly.instantiateStreaming;
  delete WebAssembly.compileStreaming;
  delete Object.hasOwn;
  delete Array.prototype.at;
  delete String.prototype.at;
  delete String.prototype.isWellFormed;
  delete String.prototype.toWellFormed;
  delete AbortSignal.any;
  delete AbortSignal.timeout;
  delete crypto.randomUUID;
})();
