/** The language's own methods, gone bad. */
(function () {
  function broken() {
    throw new Error('patched by the page');
  }
  var owners = [
    [JSON, ['parse', 'stringify']],
    [Map.prototype, ['get', 'set', 'has', 'delete', 'forEach']],
    [Set.prototype, ['add', 'has', 'delete', 'forEach']],
    [WeakMap.prototype, ['get', 'set', 'has']],
    [Array, ['from', 'of']],
    [Array.prototype, ['push', 'pop', 'shift', 'sort', 'map', 'filter', 'find', 'some', 'every', 'includes', 'reduce', 'forEach', 'concat', 'slice', 'splice', 'join']],
    [String.prototype, ['replace', 'replaceAll', 'match', 'split', 'trim', 'startsWith', 'includes', 'toLowerCase']],
    [RegExp.prototype, ['test', 'exec']],
    [Function.prototype, ['call', 'apply', 'bind']],
    [Object, ['keys', 'entries', 'values', 'assign', 'freeze', 'fromEntries']],
    [Promise, ['resolve', 'reject', 'all', 'race', 'allSettled', 'any']],
    [Promise.prototype, ['finally']],
    [Number, ['isFinite', 'isInteger']],
    [Math, ['floor', 'max', 'min', 'random']],
  ];
  for (var i = 0; i < owners.length; i++) {
    for (var j = 0; j < owners[i][1].length; j++) owners[i][0][owners[i][1][j]] = broken;
  }
})();
