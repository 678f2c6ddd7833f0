import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { DataField, FormBody, FormNode } from '../../src/shared/forms/index.ts';
import { axeFindings, launchBrowser, newPage } from '../support/browser.ts';
import { buildPages, type ServedPages, servePages, violationsOf } from '../support/form-page/serve.ts';
import type { DrawOptions, VervaFormPage } from '../support/form-page/verva.tsx';

const en = (text: string) => ({ en: text });
const options = [
  { id: 'red', text: en('Red') },
  { id: 'blue', text: en('Blue') },
];
/** Id of the only selectable object of each kind. */
const ID = '00000000-0000-4000-8000-000000000001';
type Type = DataField['type'];
/** Additional members and an example value for each type; a missing type of field does not compile. */
const TYPES: { readonly [T in Type]: { readonly with?: object; readonly value: unknown } } = {
  text: { with: { hint: en('As on the invoice'), maxLength: 20 }, value: 'Mooring rope, 40 m' },
  multiline: { value: 'One\nTwo' },
  number: { with: { unit: en('pcs') }, value: 12 },
  money: { value: { amount: 124_050, currency: 'EUR' } },
  date: { value: '2026-11-21' },
  time: { value: '09:30' },
  dateTime: { value: '2026-11-21T09:30' },
  period: { value: { from: '2026-11-21', to: '2026-11-25' } },
  checkbox: { value: true },
  radio: { with: { options }, value: 'red' },
  dropdown: { with: { source: { dropdownId: 'colours' } }, value: ID },
  multiSelect: { with: { options }, value: ['red', 'blue'] },
  tags: { with: { suggestions: ['harbour'] }, value: ['rope'] },
  user: { value: ID },
  users: { value: [ID] },
  department: { value: ID },
  company: { value: ID },
  dimension: { with: { dimension: 'project' }, value: ID },
  record: { with: { resource: 'cases' }, value: ID },
  attachment: { value: [{ id: ID, fileName: 'offer.pdf', size: 41_200, mediaType: 'application/pdf' }] },
  signature: { value: null },
};
const ALL = Object.keys(TYPES) as Type[];

const field = (type: Type, key = type): DataField =>
  ({ type, key, label: en(`A ${type}`), required: true, ...TYPES[type].with }) as unknown as DataField;
const columns = (['text', 'number', 'money', 'date', 'checkbox', 'dropdown'] as const).map((type) => field(type));
const body = (children: readonly FormNode[]): FormBody => ({
  formatVersion: 1,
  id: 'all',
  title: en('All'),
  root: { type: 'stack', id: 'root', children },
});
const EVERYTHING = body([
  { type: 'richText', id: 'intro', content: en('<p>Read the <strong>rules</strong>.</p>') },
  {
    type: 'tabs',
    id: 'tabs',
    children: [
      { type: 'tab', id: 'fields', title: en('Fields'), children: ALL.map((type) => field(type)) },
      {
        type: 'tab',
        id: 'rows',
        title: en('Rows'),
        children: [
          {
            type: 'section',
            id: 'section',
            title: en('Lines'),
            children: [{ type: 'table', key: 'lines', label: en('Lines'), minRows: 1, totals: ['total'], columns }],
          },
          { type: 'number', key: 'total', label: en('Total'), computed: 'sum(lines.number)' },
          { type: 'columns', id: 'two', children: [field('text', 'left' as Type), field('text', 'right' as Type)] },
          { type: 'group', key: 'cards', label: en('Cards'), rowLabel: en('Card'), minRows: 1, columns },
        ],
      },
    ],
  },
]);
const STEPS = body([
  {
    type: 'wizard',
    id: 'wizard',
    children: [
      { type: 'step', id: 'one', title: en('First step'), children: [field('text'), field('date')] },
      { type: 'step', id: 'two', title: en('Second step'), children: [field('money')] },
    ],
  },
]);
const filled = Object.fromEntries(ALL.map((type) => [type, TYPES[type].value]));
const VALUES = {
  ...filled,
  left: 'a',
  right: 'b',
  lines: [{ rowId: 'r1', ...filled }],
  cards: [{ rowId: 'r1', ...filled }],
};

let browser: Browser;
let pages: ServedPages;
let page: Page;
let errors: string[];
let violations: () => Promise<string[]>;

before(async () => {
  const file = join(import.meta.dirname, '../support/form-page/verva.tsx');
  pages = await servePages(await buildPages('form-policy', { verva: file }));
  browser = await launchBrowser();
  ({ page, errors } = await newPage(browser));
  violations = await violationsOf(page);
  await page.goto(pages.address('verva'));
  await page.waitForFunction(() => 'vervaForm' in window);
});

after(async () => {
  await browser?.close();
  pages?.close();
});

async function draw(form: FormBody, drawing: DrawOptions = {}): Promise<void> {
  await page.evaluate(
    ([one, more]) => void (window as unknown as { vervaForm: VervaFormPage }).vervaForm.draw(one, more),
    [form, drawing] as const,
  );
  await page.locator('.form-view').waitFor();
}

const attempt = () => page.evaluate(() => (window as unknown as { vervaForm: VervaFormPage }).vervaForm.attempt());
const tab = (name: RegExp) => page.getByRole('tab', { name });

test('FRM-02 every kind of field renders under the strictest policy without a violation, and axe finds none in any state', async () => {
  const states: Record<string, () => Promise<void>> = {
    empty: async () => {
      await draw(EVERYTHING);
      await page.getByLabel('A signature').first().waitFor();
    },
    'empty rows': () => tab(/Rows/).click(),
    filled: async () => {
      await draw(EVERYTHING, { values: VALUES });
      await page.getByText('offer.pdf').waitFor();
      await page.getByText('Mart Kask').first().waitFor();
    },
    'filled rows': () => tab(/Rows/).click(),
    'faults in both tabs': async () => {
      await draw(EVERYTHING);
      await attempt();
      await tab(/Rows.*to correct/).waitFor();
    },
    'faults in rows': () => tab(/Rows/).click(),
    'to be read': async () => {
      await draw(EVERYTHING, { values: VALUES, readOnly: true });
      await page.getByText('offer.pdf').waitFor();
    },
    'rows to be read': () => tab(/Rows/).click(),
    'a step with faults': async () => {
      await draw(STEPS);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('alert').waitFor();
    },
    'the next step': async () => {
      await draw(STEPS, { values: VALUES });
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('heading', { name: 'Second step' }).waitFor();
    },
    'the end': async () => {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('€1,240.50').waitFor();
    },
  };
  for (const [name, enter] of Object.entries(states)) {
    await enter();
    assert.deepEqual(await axeFindings(page), [], name);
    assert.deepEqual(await violations(), [], name);
  }
  assert.deepEqual(errors, []);
});
