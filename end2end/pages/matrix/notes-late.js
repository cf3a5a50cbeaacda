/** The tool where our tag is asynchronous: as soon as there is a `document.modelContext`. */
(function wait() {
  if (!document.modelContext) {
    setTimeout(wait, 20);
    return;
  }
  var script = document.createElement('script');
  script.src = '/matrix/notes.js';
  document.documentElement.append(script);
  script.remove();
})();
