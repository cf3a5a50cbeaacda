/** A model of the page's own, which says what a state of the panel needs. */

const WORDS = 'The kettle is on the shelf. It holds two litres, and it whistles. ';
// Lines that do not wrap: axe takes the space that hangs at a wrapped line's end for hidden text.
const LINES = 'The kettle is on the shelf.\n\nIt holds two litres.\n\nAnd it whistles.\n\n';

/** Says it in pieces, word by word, until it is told to stop. */
async function stream({ onDelta, signal }, text, pace) {
  for (const word of text.match(/\s*\S+/g)) {
    await new Promise((done) => setTimeout(done, pace));
    if (signal.aborted) throw signal.reason;
    onDelta?.(word);
  }
  return { type: 'answer', text };
}

function respond(request) {
  const last = request.messages.at(-1);
  if (last.role === 'tool') return { type: 'answer', text: 'The note is there.' };
  const note = /^add (.+)$/.exec(last.text)?.[1];
  if (note) return { type: 'tool', name: 'add_note', arguments: { text: note } };
  if (last.text === 'fail') throw new Error('the model fell over');
  if (last.text === 'go on') return stream(request, LINES.repeat(6), 150);
  if (last.text === 'tell') return stream(request, `${WORDS}${WORDS}\n\n- One\n- Two`, 40);
  return { type: 'answer', text: 'Good day. What shall I do?' };
}

export const model = { name: 'own', respond };
