// The sample in form-js's viewer: the table is a dynamic list, computed values are expression fields. These are
// invisible, so the label of an empty group next to each shows the value; its text blocks would, but the policy refuses
// them (Trusted Types).
import { Form } from '@bpmn-io/form-js-viewer';
import css from '@bpmn-io/form-js-viewer/dist/assets/form-js.css?inline';
import { CHOICES, COLUMNS, type SampleField, type SampleForm, TOTAL } from '../../../test/support/form-page/sample.ts';
import { emptyRoot, offer } from './probe.ts';

const TYPES = {
  text: 'textfield',
  multiline: 'textarea',
  number: 'number',
  money: 'number',
  date: 'datetime',
  checkbox: 'checkbox',
  radio: 'radio',
  dropdown: 'select',
} as const;

function schemaOf({ fields, sums, table }: SampleForm): object {
  const components: object[] = [];
  for (const [index, field] of fields.entries()) {
    components.push(component(field, `Row_${index >> 1}`));
    const sum = sums.find(({ after }) => after === field.key);
    if (sum) components.push(...computed(sum.key, sum.label, `=${sum.of.join(' + ')}`));
  }
  if (table) {
    const row = 'Row_of_list';
    const columns = ['item', 'qty', 'price'] as const;
    components.push({
      type: 'dynamiclist',
      id: table.key,
      path: table.key,
      label: table.label,
      isRepeating: true,
      allowAddRemove: true,
      disableCollapse: true,
      components: [
        ...columns.map((key) => ({
          ...component(
            { key, label: COLUMNS[key], kind: key === 'item' ? 'text' : key === 'qty' ? 'number' : 'money' },
            row,
          ),
          layout: { row, columns: 4 },
        })),
        { type: 'expression', id: 'amount', key: 'amount', computeOn: 'change', expression: '=qty * price' },
        { ...shownAs('amount', '{{amount}}'), layout: { row, columns: 4 } },
      ],
    });
    components.push(...computed('total', TOTAL, `=sum(${table.key}.amount)`));
  }
  return { type: 'default', id: 'sample', schemaVersion: 19, components };
}

function component({ key, label, kind, shown }: SampleField, row: string): object {
  return {
    type: TYPES[kind],
    id: key,
    key,
    label,
    layout: { row, columns: 8 },
    ...(shown && { conditional: { hide: `=${shown.key} <= ${shown.over}` } }),
    ...(kind === 'money' && { decimalDigits: 2 }),
    ...(kind === 'date' && { subtype: 'date', dateLabel: label }),
    ...((kind === 'radio' || kind === 'dropdown') && { values: CHOICES.map((value) => ({ value, label: value })) }),
  };
}

function computed(key: string, label: string, expression: string): object[] {
  return [{ type: 'expression', id: key, key, computeOn: 'change', expression }, shownAs(key, `${label}: {{${key}}}`)];
}

const shownAs = (key: string, label: string) => ({ type: 'group', id: `${key}_shown`, label, components: [] });

/** By default form-js computes 300 ms after the last key; with `#at-once` after each key, as the others do. */
const isAtOnce = location.hash === '#at-once';

offer({
  async draw(sample, main) {
    const root = emptyRoot(main, css);
    const container = root.appendChild(document.createElement('div'));
    const form = new Form({ container, ...(isAtOnce && { debounce: false }) });
    await form.importSchema(schemaOf(sample) as Parameters<Form['importSchema']>[0], structuredClone(sample.values));
    return root;
  },
  target(root, { target }) {
    const labels = [...root.querySelectorAll<HTMLLabelElement>('label')].filter(
      (label) => label.textContent?.trim() === target.label,
    );
    const id = labels[target.row ?? 0]?.htmlFor;
    return id ? (root.getElementById(id) as HTMLInputElement | null) : null;
  },
  computed(root, { table, sums }) {
    const name = `${table ? TOTAL : sums[0]?.label}: `;
    const texts = [...root.querySelectorAll('.fjs-form-field-group label')].map((one) => one.textContent?.trim() ?? '');
    return texts.find((text) => text.startsWith(name))?.slice(name.length) ?? '';
  },
});
