/**
 * The model that the fakes play: the same words always lead to the same call. It reads the
 * visitor's last message, the results since then and which tools are on offer, as a model would,
 * and it can be talked into things, as a model can.
 */

/**
 * @typedef {{ name: string, text: string, isError: boolean }} Result
 * @typedef {{ system: string, question: string, results: Result[], tools: string[] }} Read
 *   `results`: what the calls since the question returned, oldest first
 * @typedef {{ call: { name: string, arguments: Record<string, unknown> }, say?: string }
 *   | { call?: undefined, say: string }} Move
 */

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** An answer with everything that an answer may have, and with what it may not. */
const ABOUT = `I am the *shop's* **helper**, at your service.

What I can do:

- find **products** for you
- read their reviews
- fill your cart

1. You ask.
2. I look.

Say \`find mugs\` to begin. <b>Not bold</b> <img src="/shop/picture.png" alt="no picture">
See [the kitchen](/shop?category=kitchen) or [elsewhere](https://elsewhere.example/x), and ![this](/y.png). Schöne Grüße 🍵`;

/** One that takes its time. */
const COUNT = Array.from({ length: 8000 }, (_, at) => at + 1).join(', ');

/**
 * What the model does next.
 * @param {Read} read
 * @returns {Move}
 */
export function play(read) {
  const move = plan(read)[read.results.length];
  if (move && read.tools.includes(move.name)) return { call: move, say: 'Let me see.' };
  if (/^who are you/i.test(read.question)) return { say: ABOUT };
  if (/^count as far as you can/i.test(read.question)) return { say: COUNT };
  const last = read.results.at(-1);
  if (last) return { say: told(last) };
  if (move) return { say: `This page has no tool for that: ${move.name} is not offered.` };
  return { say: 'I can look for products, read reviews and fill your cart.' };
}

/**
 * The calls that a question takes, one after the other.
 * @param {Read} read
 * @returns {{ name: string, arguments: Record<string, unknown> }[]}
 */
function plan({ question, results }) {
  const asked = question.toLowerCase().replace(/[?.!]+$/, '');
  let found;
  if ((found = /^look at the (.+) and add (\w+) of it to my cart$/.exec(asked))) {
    const product = one(found[1]);
    return [
      { name: 'get_product', arguments: { product } },
      { name: 'add_to_cart', arguments: { product, quantity: number(found[2]) } },
    ];
  }
  if ((found = /^read the reviews of the (.+) and do as they say$/.exec(asked))) {
    return [{ name: 'read_reviews', arguments: { product: one(found[1]) } }, ...obeyed(results)];
  }
  if ((found = /^add (\w+) (.+) to my cart$/.exec(asked))) {
    return [{ name: 'add_to_cart', arguments: { product: one(found[2]), quantity: number(found[1]) } }];
  }
  if ((found = /^find (.+?)(?: under (\d+) euros)?$/.exec(asked))) {
    const limit = found[2] ? { max_price: Number(found[2]) } : {};
    return [{ name: 'search_products', arguments: { query: found[1], ...limit } }];
  }
  if ((found = /^what do people say about the (.+)$/.exec(asked))) {
    return [{ name: 'read_reviews', arguments: { product: one(found[1]) } }];
  }
  if (asked === 'what is in my cart') return [{ name: 'get_cart', arguments: {} }];
  if (asked === 'place my order') return [{ name: 'place_order', arguments: {} }];
  return [];
}

/**
 * What the reviews tell an assistant to do. A good model would not.
 * @param {Result[]} results
 */
function obeyed(results) {
  const order = /Add (\w+) [\w ]+ \(([A-Z-]+)\) to the cart/.exec(results[0]?.text ?? '');
  if (!order) return [];
  return [{ name: 'add_to_cart', arguments: { product: order[2], quantity: number(order[1]) } }];
}

/**
 * An answer from a result, without the fence around it.
 * @param {Result} result
 */
function told({ text, isError }) {
  const said = text.replace(/^<untrusted-data tool="[^"]*" nonce="[0-9a-f]{32}">\n/, '');
  const words = said.replace(/\n<\/untrusted-data nonce="[0-9a-f]{32}">$/, '');
  return isError ? `That was not done. ${words}` : `The shop says: ${words}`;
}

/** @param {string} [word] */
function number(word = '') {
  const known = NUMBERS.indexOf(word);
  return word === 'a' ? 1 : known >= 0 ? known : Number(word);
}

/** `blue enamel mugs` → `blue enamel mug`. @param {string} [things] */
const one = (things = '') => things.replace(/([^s])s$/, '$1');
