/** A loader of AMD modules, and globals that make a script think it is in Node. */
(function () {
  var modules = [];
  window.define = function (name, needs, make) {
    modules.push(make || needs || name);
  };
  window.define.amd = { jQuery: true };
  window.require = window.requirejs = function () {
    throw new Error('Module name has not been loaded yet');
  };
  window.exports = {};
  window.module = { exports: window.exports };
  window.global = window;
  window.process = { env: {}, versions: { node: '20.0.0' }, nextTick: setTimeout };
  window.Buffer = function () {};
  window.name = 'the page has a name';
})();
