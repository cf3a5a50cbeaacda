import type { Row } from './probe.ts';

const two = (type: string) =>
  `<input type="${type}" name="q" value="1"><input type="${type}" name="q" value="2">`;
const choices = '"anyOf":[{"type":"string","const":"1"},{"type":"string","const":"2"}],"enum":["1","2"]';
const clock = '([01][0-9]|2[0-3]):[0-5][0-9]';

/** Controls, and the properties of the schema that they make. */
const properties: readonly (readonly [controls: string, want: string])[] = [
  ...['text', 'email', 'url', 'tel', 'search', 'password', 'unheard-of'].map(
    (type) => [`<input name="a" type="${type}" minlength="2" maxlength="5">`, '{"a":{"type":"string"}}'] as const,
  ),
  ['<textarea name="a" pattern="x"></textarea>', '{"a":{"type":"string"}}'],
  ['<input name="a" pattern="[a-z]{2}">', '{"a":{"type":"string","pattern":"[a-z]{2}"}}'],
  ['<input name="a" pattern="(">', '{"a":{"type":"string"}}'],

  ['<input name="a" type="number">', '{"a":{"type":"number","multipleOf":1}}'],
  [
    '<input name="a" type="number" min="1" max="10" pattern="x">',
    '{"a":{"type":"number","minimum":1,"maximum":10,"multipleOf":1,"pattern":"x"}}',
  ],
  ['<input name="a" type="number" min=" 3" max="">', '{"a":{"type":"number","multipleOf":1}}'],
  ['<input name="a" type="number" step="any">', '{"a":{"type":"number"}}'],
  ['<input name="a" type="number" step="-1">', '{"a":{"type":"number","multipleOf":1}}'],
  ['<input name="a" type="number" step="0.5">', '{"a":{"type":"number","multipleOf":0.5}}'],
  ['<input name="a" type="number" min="1" step="2">', '{"a":{"type":"number","minimum":1}}'],
  ['<input name="a" type="number" min="-4" step="2">', '{"a":{"type":"number","minimum":-4,"multipleOf":2}}'],
  ['<input name="a" type="number" min="0.3" step="0.1">', '{"a":{"type":"number","minimum":0.3,"multipleOf":0.1}}'],
  ['<input name="a" type="number" value="0.25" step="0.1">', '{"a":{"type":"number"}}'],
  ['<input name="a" type="range">', '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1}}'],
  ['<input name="a" type="range" step="any" readonly>', '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1}}'],
  ['<input name="a" type="range" min="10" max="2">', '{"a":{"type":"number","minimum":10,"maximum":10,"multipleOf":1}}'],
  ['<input name="a" type="range" min="1" max="9" step="3">', '{"a":{"type":"number","minimum":1,"maximum":9}}'],

  [
    '<input name="a" type="date" min="2020-01-01">',
    `{"a":{"type":"string","format":"date","description":"Dates MUST be provided in 'YYYY-MM-DD' format."}}`,
  ],
  [
    '<label>Day <input name="a" type="date"></label>',
    `{"a":{"type":"string","format":"date","description":"Day (Dates MUST be provided in 'YYYY-MM-DD' format.)"}}`,
  ],
  ['<input name="a" type="time">', `{"a":{"type":"string","format":"^${clock}$"}}`],
  ['<input name="a" type="time" step="30">', `{"a":{"type":"string","format":"^${clock}(:[0-5][0-9])?$"}}`],
  [
    '<input name="a" type="time" step="0.5">',
    `{"a":{"type":"string","format":"^${clock}(:[0-5][0-9](\\\\.[0-9]{1,3})?)?$"}}`,
  ],
  ['<input name="a" type="time" step="any">', `{"a":{"type":"string","format":"^${clock}$"}}`],
  [
    '<input name="a" type="datetime-local">',
    `{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T${clock}$"}}`,
  ],
  ['<input name="a" type="month">', '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])$"}}'],
  ['<input name="a" type="week">', '{"a":{"type":"string","format":"^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"}}'],
  ['<input name="a" type="color" readonly>', '{"a":{"type":"string","format":"^#[0-9a-zA-Z]{6}$"}}'],

  ['<label><input name="a" type="checkbox"> Agree</label>', '{"a":{"type":"boolean","description":"Agree"}}'],
  [two('checkbox'), `{"q":{"type":"array","items":{"type":"string",${choices}},"uniqueItems":true}}`],
  [
    '<label><input type="checkbox" name="q" value="x"> X</label><label><input type="checkbox" name="q"> Y</label>',
    '{"q":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"x","title":"X"},{"type":"string","const":"on","title":"Y"}],"enum":["x","on"]},"uniqueItems":true}}',
  ],
  ['<input type="checkbox" name="q" value="1"><input type="checkbox" name="q" value="2" disabled>', '{"q":{"type":"boolean"}}'],
  [two('radio'), `{"q":{"type":"string",${choices}}}`],
  [
    '<label>One<input type="radio" name="q" value="1"></label>',
    '{"q":{"type":"string","anyOf":[{"type":"string","const":"1","title":"One"}],"enum":["1"],"description":"One"}}',
  ],
  [`<fieldset toolparamdescription="D">${two('radio')}</fieldset>`, `{"q":{"type":"string",${choices},"description":"D"}}`],
  [
    `<fieldset toolparamdescription="O"><fieldset>${two('radio')}</fieldset></fieldset>`,
    `{"q":{"type":"string",${choices}}}`,
  ],
  [
    '<fieldset toolparamdescription="O"><fieldset toolparamdescription="I"><input type="radio" name="q" value="1">' +
      '</fieldset><input type="radio" name="q" value="2"></fieldset>',
    `{"q":{"type":"string",${choices},"description":"O"}}`,
  ],
  [`<fieldset><legend>L</legend>${two('radio')}</fieldset>`, `{"q":{"type":"string",${choices}}}`],
  [
    '<input type="radio" name="q" value="1" toolparamdescription="D"><input type="radio" name="q" value="2">',
    `{"q":{"type":"string",${choices}}}`,
  ],
  [
    '<select name="q"><option value="1">  A  B </option><option disabled>2</option><optgroup><option value="">None</option></optgroup></select>',
    '{"q":{"type":"string","anyOf":[{"type":"string","const":"1","title":"  A  B "},{"type":"string","const":"2","title":"2"},{"type":"string","const":"","title":"None"}],"enum":["1","2",""]}}',
  ],
  ['<select name="q"></select>', '{"q":{"type":"string","anyOf":[],"enum":[]}}'],
  [
    '<label>S<select name="q" multiple><option>1</select></label>',
    '{"q":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"1","title":"1"}],"enum":["1"]},"uniqueItems":true,"description":"S"}}',
  ],

  ...[
    '<input name="a" type="hidden">',
    '<input name="a" type="file">',
    '<input name="a" disabled>',
    '<input name="a" readonly>',
    '<textarea name="a" readonly></textarea>',
    '<input name="a" type="date" readonly>',
    '<fieldset disabled><input name="a"></fieldset>',
    '<select name="a" disabled></select>',
    '<input name="a" type="radio" disabled>',
    ...['submit', 'button', 'image', 'reset'].map((type) => `<input name="a" type="${type}">`),
    '<button name="a">A</button>',
    '<output name="a">1</output>',
    '<input name="a"><input name="a">',
    '<input name="a"><textarea name="a"></textarea>',
    '<input name="a"><input name="a" type="hidden">',
    '<input name="a"><button name="a"></button>',
    '<select name="a"></select><select name="a"></select>',
    '<input name="a" type="checkbox"><input name="a" type="radio">',
    '<input name="a" form="">',
  ].map((controls) => [controls, '{}'] as const),
  ['<input name="a"><input name="a" disabled>', '{"a":{"type":"string"}}'],
  ['<input id="unnamed">', '{"":{"type":"string"}}'],
  ['<input name="b"><input name="a">', '{"b":{"type":"string"},"a":{"type":"string"}}'],
  ['<input name="__proto__"><input name="elements">', '{"__proto__":{"type":"string"},"elements":{"type":"string"}}'],

  ['<label for="a"> one </label><label for="a">two</label><input id="a" name="a">', '{"a":{"type":"string","description":"one; two"}}'],
  ['<label>Before <input name="a"> after</label>', '{"a":{"type":"string","description":"Before  after"}}'],
  [
    '<label for="a">a<b>b</b><i hidden>c</i><button>no</button><output>no</output></label><input id="a" name="a">',
    '{"a":{"type":"string","description":"abc"}}',
  ],
  ['<label for="a"> </label><input id="a" name="a" aria-description="D">', '{"a":{"type":"string","description":"D"}}'],
  ['<label>L<input name="a" toolparamdescription="D" aria-description="no"></label>', '{"a":{"type":"string","description":"D"}}'],
  ['<label>L<input name="a" toolparamdescription=""></label>', '{"a":{"type":"string","description":"L"}}'],
  ['<input name="a" aria-label="no" title="no" placeholder="no" toolparamtitle="no">', '{"a":{"type":"string"}}'],
];

/** Controls, and which of them the schema requires. */
const required: readonly (readonly [controls: string, want: string])[] = [
  ['<input name="a"><input name="b" required><select name="c" required></select>', '["b","c"]'],
  ['<input name="a" type="checkbox" required>', '["a"]'],
  ['<input name="a" type="radio"><input name="a" type="radio" required>', '["a"]'],
  ['<input name="a" type="checkbox"><input name="a" type="checkbox" required>', '["a"]'],
  ['<input name="a" type="range" required><input name="b" type="color" required>', '["a","b"]'],
  ['<input name="a" type="hidden" required><input name="b" required disabled>', '[]'],
];

/** What the controls of a form ask for. */
export const formSchemas: Row[] = [
  ...properties.map(([controls, want]): Row => [
    controls,
    new Function(`return wm.properties(${JSON.stringify(controls)})`) as () => unknown,
    want,
  ]),
  ...required.map(([controls, want]): Row => [
    `required of ${controls}`,
    new Function(`return (async () => {
        await wm.form(${JSON.stringify(controls)});
        return JSON.stringify((await wm.find('t')).inputSchema.required);
      })()`) as () => unknown,
    want,
  ]),
  [
    'controls elsewhere belong to their form',
    async () => {
      const form = await wm.form('<input name="a" form="g">');
      form.insertAdjacentHTML('afterend', '<form id="g"></form><p><input name="b" form="f"></p>');
      await wm.rest(20);
      return Object.keys((await wm.find('t')).inputSchema.properties);
    },
    ['b'],
  ],
  [
    'a form-associated element of the page takes no input',
    async () => {
      customElements.define(
        'a-field',
        class extends HTMLElement {
          static formAssociated = true;
          internals = this.attachInternals();
        },
      );
      return wm.properties('<a-field name="a"></a-field>');
    },
    '{}',
  ],
];
