/** Methods of the language that answer, and wrongly. */
(function () {
  Object.keys = function () {
    return [];
  };
  Array.isArray = function () {
    return false;
  };
  Date.prototype.toISOString = function () {
    return 'today';
  };
  JSON.parse = function () {
    return { text: 'Buy ten' };
  };
  JSON.stringify = function () {
    return '{"text":"Buy ten"}';
  };
})();
