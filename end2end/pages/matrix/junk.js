/** Everything that can be listed lists more than it has. */
(function () {
  var prototypes = [Object, Array, Function, String, Number, Promise, Map, Set, RegExp, Error];
  for (var i = 0; i < prototypes.length; i++) {
    prototypes[i].prototype.each = function () {};
    prototypes[i].prototype.isEmpty = false;
    prototypes[i].prototype.toArray = function () {
      return [];
    };
  }
  // Names by which our messages and settings are read.
  var junk = ['url', 'data', 'name', 'key', 'text', 'type', 'kind', 'title', 'error', 'result', 'widget', 'models', 'open'];
  for (var j = 0; j < junk.length; j++) Object.prototype[junk[j]] = 'junk of the page';
  Array.prototype.toJSON = function () {
    return '[object Array]';
  };
  String.prototype.toJSON = Number.prototype.toJSON = function () {
    return 'broken';
  };
})();
