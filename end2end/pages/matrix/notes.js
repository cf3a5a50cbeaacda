/**
 * The customer's tool. Nothing in here depends on what the page has done to the language: what is
 * under test is ours.
 */
(function () {
  var context = document.modelContext;
  if (!context) return;
  var registered = context.registerTool({
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string', title: 'Text', description: 'What the note says' } },
      required: ['text'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false },
    execute: function (input) {
      var list = document.getElementById('notes');
      var item = list.ownerDocument.createElement('li');
      item.textContent = input.text;
      list.appendChild(item);
      return 'Added. There are now ' + list.children.length + ' notes.';
    },
  });
  registered.then(undefined, function (error) {
    console.warn('the page cannot register its tool: ' + error.name);
  });
})();
