/** JSON by an early polyfill, whose `parse` knows objects of one level and whose texts are its own. */
(function () {
  window.JSON = {
    stringify: function (value) {
      return String(value);
    },
    parse: function (text) {
      return { text: text };
    },
  };
})();
