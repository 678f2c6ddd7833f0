import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import { runAxe } from '../../../test/support/axe.ts';
import { purchaseForm } from '../../../test/support/purchase-form.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { checkDefinition, createFormModel, type FormModel } from '../forms/index.ts';
import { setLanguage } from '../locale/index.ts';
import { FormView } from './index.ts';

const BODY = purchaseForm(
  { type: 'richText', id: 'intro', content: { en: '<p>Read the <strong>rules</strong>.</p>' } },
  { type: 'text', key: 'supplier', label: { en: 'Supplier', et: 'Tarnija' }, required: true, width: 5 },
  {
    type: 'dropdown',
    key: 'centre',
    label: { en: 'Cost centre' },
    width: 4,
    options: [{ id: '7120', text: { en: '7120 Berths' } }],
  },
  { type: 'date', key: 'neededBy', label: { en: 'Needed by' }, width: 3 },
  {
    type: 'table',
    key: 'lines',
    label: { en: 'Order lines' },
    minRows: 1,
    totals: ['total'],
    columns: [
      { type: 'text', key: 'item', label: { en: 'Item' }, required: true },
      { type: 'number', key: 'qty', label: { en: 'Quantity' }, integer: true },
      { type: 'money', key: 'price', label: { en: 'Unit price' } },
      { type: 'money', key: 'sum', label: { en: 'Sum' }, computed: 'row.qty * row.price' },
    ],
  },
  { type: 'money', key: 'total', label: { en: 'Total' }, computed: 'sum(lines.sum)' },
  {
    type: 'section',
    id: 'why',
    visible: { field: 'total', op: 'gt', value: 5000 },
    because: { en: 'Asked because the total is over €5,000' },
    children: [{ type: 'multiline', key: 'reason', label: { en: 'Reason' }, required: true, maxLength: 20 }],
  },
  {
    type: 'columns',
    id: 'two',
    children: [
      { type: 'checkbox', key: 'urgent', label: { en: 'Urgent' } },
      {
        type: 'radio',
        key: 'kind',
        label: { en: 'Kind' },
        options: [
          { id: 'goods', text: { en: 'Goods' } },
          { id: 'service', text: { en: 'Service' } },
        ],
      },
    ],
  },
);

let model: FormModel;
let attempt: () => void;

function Sample() {
  const [attempts, setAttempts] = useState(0);
  attempt = () => {
    model.attempt();
    setAttempts(attempts + 1);
  };
  return <FormView model={model} attempts={attempts} />;
}
defineWidget('verva-form-sample', Sample);

let element: HTMLElement;
const find = <T extends HTMLElement>(selector: string) => element.shadowRoot?.querySelector<T>(selector) as T;
const input = (name: string) => find<HTMLInputElement>(`[aria-label="${name}"]`);
const labelled = (name: string): HTMLInputElement => {
  const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])];
  const label = labels.find((one) => one.textContent?.startsWith(name));
  return find(`#${label?.htmlFor}`);
};

async function draw(options: { values?: object; readOnly?: boolean; width?: number } = {}): Promise<void> {
  await setViewport({ width: options.width ?? 900, height: 900 });
  model = createFormModel(BODY, { languageId: 'en', today: '2026-11-21', ...options });
  element = document.body.appendChild(document.createElement('verva-form-sample'));
  await waitUntil(() => find('.form-view'), 'the form is drawn');
}

async function type(field: HTMLInputElement, text: string): Promise<void> {
  field.focus();
  field.select();
  await sendKeys({ type: text });
  await sendKeys({ press: 'Tab' });
}

async function expectNoViolations(): Promise<void> {
  const { violations } = await runAxe(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
}

describe('form', () => {
  before(() => setLanguage('en'));
  afterEach(async () => {
    element.remove();
    await setLanguage('en');
  });

  it('FRM-02 shows fields, a table with its total, and the section that appears because of it', async () => {
    expect(checkDefinition(BODY)).to.deep.equal([]);
    await draw();
    await type(labelled('Supplier'), 'Köis');
    await type(input('Quantity, line 1'), '4');
    await type(input('Unit price, line 1'), '1,240.00');
    expect(find('tfoot output').textContent).to.contain('4,960.00');
    expect(find('.because')).to.equal(null);
    find<HTMLButtonElement>('tfoot .btn').click();
    await waitUntil(() => input('Quantity, line 2'), 'there is a second line');
    await type(input('Quantity, line 2'), '8');
    await type(input('Unit price, line 2'), '46,5');
    await waitUntil(() => find('.because'), 'the reason is asked for');
    expect(find('.because-note').textContent).to.equal('Asked because the total is over €5,000');
    expect(input('Unit price, line 2').value).to.equal('46.50');
    expect(model.values.value.total).to.deep.equal({ amount: 533_200, currency: 'EUR' });
    await expectNoViolations();
  });

  it('leads to the first error, and an error disappears when its field changes', async () => {
    await draw();
    attempt();
    await waitUntil(() => find('.banner'), 'the faults are summed up');
    await waitUntil(() => element.shadowRoot?.activeElement === labelled('Supplier'), 'the first fault has the focus');
    expect(find('.field .error').textContent).to.equal('Field Supplier should be filled out.');
    expect(
      [...(element.shadowRoot?.querySelectorAll('.banner .link') ?? [])].map((link) => link.textContent),
    ).to.deep.equal(['Supplier', 'Item, line 1']);
    await expectNoViolations();
    find<HTMLButtonElement>('.banner li:last-child .link').click();
    expect(element.shadowRoot?.activeElement).to.equal(input('Item, line 1'));
    await type(labelled('Supplier'), 'Köis');
    expect(labelled('Supplier').getAttribute('aria-invalid')).to.equal(null);
  });

  it('I18N-03 parses and shows numbers and days in the format of the language', async () => {
    await draw({ values: { lines: [{ rowId: 'r1', price: { amount: 123_456, currency: 'EUR' } }] } });
    expect(input('Unit price, line 1').value).to.equal('1,234.56');
    await type(labelled('Needed by'), '5/1/2027');
    expect(model.values.value.neededBy).to.equal('2027-01-05');
    expect(labelled('Needed by').value).to.equal('05/01/2027');
    await type(labelled('Needed by'), '31/2/2027');
    expect(find('.field .error').textContent).to.equal('Enter a date in the form DD/MM/YYYY.');
    expect(labelled('Needed by').value).to.equal('31/2/2027');
    setLanguage('et');
    await waitUntil(() => labelled('Tarnija'), 'the labels change');
    await waitUntil(() => input('Unit price, rida 1'), 'so do the names of cells');
    expect(input('Unit price, rida 1').value.replace(/\s/g, ' ')).to.equal('1234,56');
    await type(input('Unit price, rida 1'), '1 999,5');
    const [row] = model.values.value.lines as unknown as { price: unknown }[];
    expect(row?.price).to.deep.equal({ amount: 199_950, currency: 'EUR' });
  });

  it('a day can be chosen in a calendar by keyboard only, Monday first', async () => {
    await draw({ values: { neededBy: '2026-11-21' } });
    find<HTMLButtonElement>('[aria-haspopup="dialog"]').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(
      () => (element.shadowRoot?.activeElement as HTMLElement)?.dataset.day === '2026-11-21',
      'the day has the focus',
    );
    expect(find('.calendar tbody tr:first-child td:nth-child(7)').textContent).to.equal('1');
    await expectNoViolations();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    expect(labelled('Needed by').value).to.equal('05/12/2026');
    expect(element.shadowRoot?.activeElement).to.equal(find('[aria-haspopup="dialog"]'));
  });

  it('FRM-02 a read-only form has no controls', async () => {
    await draw({
      readOnly: true,
      values: {
        supplier: 'Köis',
        centre: '7120',
        urgent: true,
        neededBy: '2026-12-01',
        lines: [{ item: 'Rope', qty: 2 }],
      },
    });
    expect(element.shadowRoot?.querySelectorAll('input, select, textarea, button').length).to.equal(0);
    const text = find('.form-view').textContent;
    for (const shown of ['Köis', '7120 Berths', 'Yes', '1 Dec 2026', 'Rope']) expect(text).to.contain(shown);
    await expectNoViolations();
  });

  it('FRM-02 in a table of a few rows the text takes the width that numbers do not need', async () => {
    await draw({ width: 632, values: { lines: [{ item: 'Mooring line 64 mm, 220 m', qty: 6 }] } });
    const [item, quantity, price] = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.lines th') ?? [])];
    const { clientWidth, scrollWidth } = input('Item, line 1');
    expect(scrollWidth).to.be.at.most(clientWidth);
    expect(item!.offsetWidth).to.be.greaterThan(2.5 * quantity!.offsetWidth);
    expect(price!.offsetWidth).to.be.at.least(104);
    expect(find('.lines').scrollWidth).to.be.at.most(find('.lines').clientWidth);
  });

  it('rows become cards where space is limited', async () => {
    await draw({ width: 390 });
    expect(find('.lines').scrollWidth <= find('.lines').clientWidth).to.equal(true);
    expect(getComputedStyle(find('.lines tbody tr')).display).to.equal('grid');
    await expectNoViolations();
  });

  it('removing a row affects no other row, and the focus stays nearby', async () => {
    await draw({ values: { lines: [{ item: 'One' }, { item: 'Two' }] } });
    find<HTMLButtonElement>('[aria-label="Remove line 1"]').click();
    await waitUntil(() => input('Item, line 1')?.value === 'Two', 'the second line is the first now');
    await waitUntil(
      () => element.shadowRoot?.activeElement?.getAttribute('aria-label') === 'Remove line 1',
      'the focus is there',
    );
  });
});
