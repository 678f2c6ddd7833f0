import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import tour from '../../../demo/data/forms/form-tour.json';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { createFormModel, type FormBody, type FormModel, type FormNode } from '../forms/index.ts';
import { setLanguage } from '../locale/index.ts';
import { snacks } from '../ui/snackbar.ts';
import { FormView } from './index.ts';
import { type Choice, type FormServices, type LookUp, NO_SERVICES } from './services.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const GONE = idOf(9);
const PEOPLE: readonly Choice[] = [
  { id: idOf(1), text: 'Liis Saar', detail: 'liis.saar', avatar: null },
  { id: idOf(2), text: 'Liina Mets', detail: 'liina.mets', avatar: null },
  { id: idOf(3), text: 'Mart Kask', detail: 'mart.kask', avatar: null },
];
const CENTRES: readonly (Choice & { readonly companyId: string })[] = [
  { id: '7120', text: 'Berths', companyId: idOf(4) },
  { id: '7130', text: 'Cranes', companyId: idOf(5) },
];

let asked: { readonly what: string; readonly look: LookUp }[] = [];
let isDown = false;

const found =
  (what: string, all: readonly Choice[]) =>
  async (look: LookUp): Promise<readonly Choice[]> => {
    asked.push({ what, look });
    if (isDown) throw new Error('down');
    if (look.ids) return all.filter(({ id }) => look.ids?.includes(id));
    return all.filter(({ text }) => text.toLowerCase().includes((look.q ?? '').toLowerCase()));
  };
const SERVICES: FormServices = {
  files: null,
  lookUps: {
    ...NO_SERVICES.lookUps,
    people: found('people', PEOPLE),
    companies: found('companies', [
      { id: idOf(4), text: 'Port Services' },
      { id: idOf(5), text: 'Terminal' },
    ]),
    options: (id, look) =>
      found(
        id,
        CENTRES.filter(({ companyId }) => !look.filter?.companyId || look.filter.companyId === companyId),
      )(look),
  },
};

let model: FormModel;
let services = SERVICES;
let attempt: () => void;

function Sample() {
  const [attempts, setAttempts] = useState(0);
  attempt = () => {
    model.attempt();
    setAttempts(attempts + 1);
  };
  return <FormView model={model} attempts={attempts} services={services} />;
}
defineWidget('verva-fields-sample', Sample);

let element: HTMLElement;
const root = () => element.shadowRoot as ShadowRoot;
const find = <T extends HTMLElement = HTMLElement>(selector: string) => root().querySelector<T>(selector) as T;
const all = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)];
const active = () => root().activeElement as HTMLInputElement;

/** The control of a field by the beginning of its label. */
function control(label: string): HTMLInputElement {
  const named = find<HTMLInputElement>(`[aria-label="${label}"]:is(input, select, textarea)`);
  if (named) return named;
  const labels = all('label') as HTMLLabelElement[];
  return find<HTMLInputElement>(`#${labels.find((one) => one.textContent?.startsWith(label))?.htmlFor}`);
}

function button(name: string): HTMLButtonElement {
  const text = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent;
  return all('button').find((one) => text(one)?.startsWith(name)) as HTMLButtonElement;
}

function formOf(children: readonly FormNode[], more: object = {}): FormBody {
  return {
    formatVersion: 1,
    id: 'sample',
    title: { en: 'Sample' },
    root: { type: 'stack', id: 'root', children },
    ...more,
  };
}

async function draw(body: FormBody, values: object = {}, more: { width?: number; readOnly?: boolean } = {}) {
  await setViewport({ width: more.width ?? 900, height: 900 });
  asked = [];
  isDown = false;
  const { readOnly = false } = more;
  model = createFormModel(body, { languageId: 'en', today: '2026-11-21', values, readOnly });
  element = document.body.appendChild(document.createElement('verva-fields-sample'));
  await waitUntil(() => find('.form-view'), 'the form is drawn');
}

async function type(field: HTMLInputElement, text: string): Promise<void> {
  field.focus();
  field.select();
  await sendKeys({ type: text });
}

const value = (key: string) => model.values.value[key];

async function expectNoViolations(): Promise<void> {
  const { violations } = await runAxe(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
}

const en = (text: string) => ({ en: text });

describe('fields of a form', () => {
  before(() => setLanguage('en'));
  beforeEach(() => {
    services = { ...SERVICES };
  });
  afterEach(async () => {
    element.remove();
    snacks.value = [];
    await setLanguage('en');
  });

  it('FRM-02 times, date-times and periods are typed, and invalid input is reported', async () => {
    await draw(
      formOf([
        { type: 'time', key: 'time', label: en('Time') },
        { type: 'dateTime', key: 'moment', label: en('Moment') },
        { type: 'period', key: 'leave', label: en('Leave') },
      ]),
    );
    await type(control('Time'), '930');
    await sendKeys({ press: 'Tab' });
    expect(control('Time').value).to.equal('09:30');
    await type(control('Moment: day'), '1/12/2026');
    await sendKeys({ press: 'Tab' });
    await type(control('Moment: time'), '25');
    expect(value('moment')).to.equal(null);
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => find('.error'), 'it is said');
    expect(find('.error').textContent).to.equal('Enter a day and a time, such as DD/MM/YYYY 09:30.');
    expect([control('Moment: day').value, control('Moment: time').value]).to.deep.equal(['01/12/2026', '25']);
    await type(control('Moment: time'), '14.05');
    expect(value('moment')).to.equal('2026-12-01T14:05');
    await type(control('Leave: first day'), '5.1.2027');
    await type(control('Leave: last day'), '1.1.2027');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => find('.error')?.textContent?.includes('Leave'), 'reversed days are explained');
    expect(find('.error').textContent).to.equal('Leave: the last day cannot be before the first.');
    await type(control('Leave: last day'), '8.1.2027');
    expect(value('leave')).to.deep.equal({ from: '2027-01-05', to: '2027-01-08' });
    await expectNoViolations();
  });

  it('FRM-02 choosing a day in the calendar replaces invalid input', async () => {
    await draw(formOf([{ type: 'period', key: 'leave', label: en('Leave') }]), {
      leave: { from: '2027-01-05', to: '2027-01-08' },
    });
    await type(control('Leave: last day'), 'soon');
    expect(value('leave')).to.equal(null);
    find('.day:last-of-type button').click();
    await waitUntil(() => find('.calendar td button[tabindex="0"]'), 'the month of the first day is open');
    find('.calendar td button[tabindex="0"]').click();
    await waitUntil(() => value('leave') !== null, 'a period again');
    expect([control('Leave: first day').value, control('Leave: last day').value]).to.deep.equal([
      '05/01/2027',
      '05/01/2027',
    ]);
  });

  it('FRM-04 a user is found by typing, and only names are shown', async () => {
    await draw(
      formOf([
        { type: 'user', key: 'who', label: en('Who') },
        { type: 'users', key: 'others', label: en('Others') },
      ]),
      { who: idOf(3), others: [idOf(1), GONE] },
    );
    await waitUntil(() => control('Who').value === 'Mart Kask', 'the name is there');
    expect(all('.chip').map((chip) => chip.textContent)).to.deep.equal(['Liis Saar', 'no longer available']);
    expect(asked.length, 'all names in one question').to.equal(1);
    expect(element.shadowRoot?.textContent).not.to.contain(GONE);

    await type(control('Who'), 'lii');
    await waitUntil(() => all('[role=option]').length === 2, 'two are found');
    await expectNoViolations();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    expect(value('who')).to.equal(idOf(2));
    expect(control('Who').value).to.equal('Liina Mets');
    expect(asked.filter(({ look }) => look.q).length, 'one question for three letters').to.equal(1);

    control('Who').focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => find('[role=option]')?.textContent === '(empty)', 'it can be emptied');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    expect(value('who')).to.equal(null);
  });

  it('FRM-03 ERR-05 a list that cannot be loaded is empty, and can be retried', async () => {
    await draw(
      formOf([{ type: 'dropdown', key: 'centre', label: en('Centre'), source: { dropdownId: 'costCenters' } }]),
    );
    isDown = true;
    control('Centre').focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => find('.combo-menu .link'), 'another try is offered');
    expect(all('[role=option]').length).to.equal(0);
    await expectNoViolations();
    isDown = false;
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => all('[role=option]').length === 2, 'the options are there');
    await type(control('Centre'), 'nothing like this');
    await waitUntil(() => find('.combo-menu p')?.textContent === 'Nothing found.', 'it says so');
    await sendKeys({ press: 'Escape' });
    expect(control('Centre').value).to.equal('');
  });

  it('FRM-03 a choice that no longer matches the field it depends on is reported at the field', async () => {
    await draw(
      formOf([
        { type: 'company', key: 'company', label: en('Company') },
        {
          type: 'dropdown',
          key: 'centre',
          label: en('Centre'),
          source: { dropdownId: 'costCenters', filter: { companyId: { field: 'company' } } },
        },
      ]),
      { company: idOf(4), centre: '7120' },
    );
    await waitUntil(() => control('Centre').value === 'Berths', 'the name is there');
    model.field('company').set(idOf(5));
    await waitUntil(() => find('.error'), 'it is told');
    expect(find('.error').textContent).to.equal('Berths is not on the list.');
    model.field('company').set(idOf(4));
    await waitUntil(() => !find('.error'), 'it fits again');
    expect(value('centre')).to.equal('7120');
  });

  it('FRM-02 several choices and tags are added and removed by keyboard', async () => {
    await draw(
      formOf([
        {
          type: 'multiSelect',
          key: 'colours',
          label: en('Colours'),
          options: ['red', 'green', 'blue'].map((id) => ({ id, text: en(id) })),
        },
        { type: 'tags', key: 'tags', label: en('Tags'), suggestions: ['harbour'] },
      ]),
      { colours: ['red', 'blue'] },
    );
    control('Colours').focus();
    await sendKeys({ press: 'Backspace' });
    expect(value('colours')).to.deep.equal(['red']);
    await sendKeys({ type: 'gre' });
    await waitUntil(() => all('[role=option]').length === 1, 'it is found');
    await sendKeys({ press: 'Enter' });
    expect(value('colours')).to.deep.equal(['red', 'green']);
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: 'Delete' });
    expect(value('colours')).to.deep.equal(['green']);
    const announced = all('[role=status]').map((one) => one.textContent);
    expect(announced).to.include('red removed, 1 selected');
    await type(control('Tags'), 'rope, ');
    await sendKeys({ type: 'winter' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'harb' });
    await waitUntil(() => all('[role=option]').some((one) => one.textContent === 'harbour'), 'it is offered');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    expect(value('tags')).to.deep.equal(['rope', 'winter', 'harbour']);
    await expectNoViolations();
  });

  it('FRM-02 arrow keys switch tabs, tabs show their errors, and a tab opens for an error', async () => {
    await draw(
      formOf([
        {
          type: 'tabs',
          id: 'tabs',
          children: [
            { type: 'tab', id: 'a', title: en('First'), children: [{ type: 'text', key: 'one', label: en('One') }] },
            {
              type: 'tab',
              id: 'b',
              title: en('Second'),
              children: [{ type: 'text', key: 'two', label: en('Two'), required: true }],
            },
          ],
        },
      ]),
    );
    attempt();
    await waitUntil(() => control('Two') && active() === control('Two'), 'the fault in the hidden tab has the focus');
    const tabs = all('[role=tab]');
    expect(tabs[1]?.textContent).to.contain('1 field to correct');
    tabs[1]?.focus();
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => control('One'), 'the arrow has opened the other tab');
    await expectNoViolations();
    find<HTMLButtonElement>('.fault-summary .link').click();
    await waitUntil(() => control('Two') && active() === control('Two'), 'the summary leads there too');
  });

  it('FRM-02 a wizard validates a step when the user moves forward, and shows everything at its end', async () => {
    await draw(
      formOf([
        {
          type: 'wizard',
          id: 'wizard',
          children: [
            {
              type: 'step',
              id: 'a',
              title: en('Event'),
              children: [{ type: 'text', key: 'name', label: en('Name'), required: true }],
            },
            {
              type: 'step',
              id: 'b',
              title: en('Costs'),
              children: [{ type: 'money', key: 'budget', label: en('Budget'), required: true }],
            },
          ],
        },
      ]),
    );
    button('Next').click();
    await waitUntil(() => control('Name') && active() === control('Name'), 'the fault of the step has the focus');
    expect(all('.fault-summary li').length, 'the next step is not asked yet').to.equal(1);
    await type(control('Name'), 'Open day');
    button('Next').click();
    await waitUntil(() => active()?.textContent === 'Costs', 'the second step is there');
    await expectNoViolations();
    await type(control('Budget'), '1200');
    button('Next').click();
    await waitUntil(() => find('.review'), 'everything is to be looked over');
    for (const shown of ['Open day', '€1,200.00']) expect(find('.review').textContent).to.contain(shown);
    await expectNoViolations();
    button('Change: Event').click();
    await waitUntil(() => control('Name')?.value === 'Open day', 'what was entered is kept');
  });

  it('FRM-02 cards of a group are added, moved, removed and restored', async () => {
    await draw(
      formOf([
        {
          type: 'group',
          key: 'guests',
          label: en('Guests'),
          rowLabel: en('Guest'),
          columns: [{ type: 'text', key: 'name', label: en('Name'), required: true }],
        },
      ]),
      {
        guests: [
          { rowId: 'r1', name: 'Ann' },
          { rowId: 'r2', name: 'Bob' },
        ],
      },
    );
    const names = () => (value('guests') as unknown as { name: string }[]).map(({ name }) => name);
    button('Move down: Guest 1').click();
    await waitUntil(() => names().join() === 'Bob,Ann', 'they change places');
    await waitUntil(() => active()?.getAttribute('aria-label') === 'Move down: Guest 2', 'the focus goes along');
    expect(active().getAttribute('aria-disabled')).to.equal('true');
    button('Add entry').click();
    await waitUntil(() => all('.card-row').length === 3 && active()?.matches('input'), 'a new card is led into');
    await expectNoViolations();
    button('Remove: Guest 1').click();
    await waitUntil(() => all('.card-row').length === 2, 'it is gone');
    expect(names()).to.deep.equal(['Ann', null]);
    expect(all('[role=status]').some((one) => one.textContent === 'Entry 1 removed')).to.equal(true);
  });

  it('FRM-02 axe checks every kind of field in every tab, editable and read-only', async () => {
    for (const readOnly of [false, true]) {
      await draw(
        tour as unknown as FormBody,
        { subject: 'Ropes', page: 'https://ropes.example', delivery: 'courier' },
        { readOnly },
      );
      for (const [index] of all('[role=tab]').entries()) {
        all('[role=tab]')[index]?.click();
        await waitUntil(() => all('[role=tab]')[index]?.ariaSelected === 'true', 'the tab is open');
        await expectNoViolations();
      }
      element.remove();
    }
    await draw(tour as unknown as FormBody, { page: 'https://ropes.example', mail: 'a@b.example' }, { readOnly: true });
    const links = all('a').map((link) => link.getAttribute('href'));
    expect(links).to.deep.equal(['mailto:a@b.example', 'https://ropes.example']);
  });

  it('an executable link is shown as text', async () => {
    await draw(
      formOf([{ type: 'text', key: 'page', label: en('Page'), format: 'link' }]),
      { page: 'javascript:alert(1)' },
      { readOnly: true },
    );
    expect(find('.form-view').textContent).to.contain('javascript:alert(1)');
    expect(all('a').length).to.equal(0);
  });
});

describe('a long table', () => {
  const LONG = formOf([
    {
      type: 'table',
      key: 'lines',
      label: en('Lines'),
      maxRows: 502,
      totals: ['total'],
      columns: [
        { type: 'text', key: 'item', label: en('Item'), required: true },
        { type: 'number', key: 'qty', label: en('Quantity'), integer: true },
        { type: 'money', key: 'price', label: en('Price') },
        { type: 'money', key: 'sum', label: en('Sum'), computed: 'row.qty * row.price' },
      ],
    },
    { type: 'money', key: 'total', label: en('Total'), computed: 'sum(lines.sum)' },
  ]);
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ rowId: `r${index + 1}`, item: `Item ${index + 1}`, qty: 1 }));
  const lines = () =>
    value('lines') as unknown as { item: string | null; qty: number; price: { amount: number } | null }[];

  before(() => setLanguage('en'));
  beforeEach(() => {
    services = { ...SERVICES };
  });
  afterEach(() => {
    element.remove();
    snacks.value = [];
  });

  function paste(target: HTMLElement, text: string): void {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    target.focus();
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }

  it('FRM-02 renders the visible rows, and scrolls to an error far below', async () => {
    const values = rows(500);
    (values[417] as { item: string | null }).item = null;
    await draw(LONG, { lines: values });
    expect(all('tbody tr[data-row]').length).to.be.below(60);
    expect(find('table').getAttribute('aria-rowcount')).to.equal('502');
    attempt();
    await waitUntil(() => active()?.getAttribute('aria-label') === 'Item, line 418', 'the fault has the focus');
    expect(active().closest('tr')?.getAttribute('aria-rowindex')).to.equal('419');
    const box = find('.lines').getBoundingClientRect();
    const cell = active().getBoundingClientRect();
    expect(cell.top > box.top && cell.bottom < box.bottom, 'it can be seen').to.equal(true);
    await expectNoViolations();
  });

  it('FRM-02 one key re-renders one field', async () => {
    await draw(LONG, { lines: rows(500) });
    const changed = new Set<Element>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const place = (target as Element).closest?.('td, .field, tfoot') ?? target.parentElement?.closest('td, tfoot');
        if (place) changed.add(place);
      }
    });
    watch.observe(root(), { subtree: true, childList: true, characterData: true, attributes: true });
    control('Item, line 2').focus();
    await sendKeys({ type: 'x' });
    await waitUntil(() => lines()[1]?.item === 'Item 2x', 'it is typed');
    watch.disconnect();
    expect([...changed].filter((place) => place !== control('Item, line 2').closest('td'))).to.deep.equal([]);
  });

  it('FRM-02 pastes a block from a spreadsheet by column type, and reports what it could not read', async () => {
    await draw(LONG, { lines: rows(2) });
    paste(control('Item, line 2'), 'Rope\t4\t1,240.50\n"Two\nlines"\tmany\t3\n');
    await waitUntil(() => lines().length === 3, 'a row is added');
    expect(lines()[1]).to.include({ item: 'Rope', qty: 4 });
    expect(lines()[1]?.price).to.deep.equal({ amount: 124_050, currency: 'EUR' });
    expect(lines()[2]).to.include({ item: 'Two\nlines', qty: null });
    const announced = all('[role=status]')
      .map((one) => one.textContent)
      .join();
    expect(announced).to.contain('5 cells filled. 1 cell could not be read: “many”.');
    await waitUntil(() => find('.error'), 'and at the cell');
    expect(find('.error').textContent).to.equal('Quantity is not a number.');
  });

  it('FRM-04 FRM-03 finds pasted users and options by name, and reports unknown ones', async () => {
    services = { ...SERVICES, lookUps: { ...SERVICES.lookUps, people: async () => PEOPLE } };
    await draw(
      formOf([
        {
          type: 'table',
          key: 'lines',
          label: en('Lines'),
          columns: [
            { type: 'user', key: 'who', label: en('Person') },
            { type: 'users', key: 'others', label: en('Others') },
            { type: 'dropdown', key: 'centre', label: en('Centre'), source: { dropdownId: 'centres' } },
          ],
        },
        { type: 'users', key: 'readers', label: en('Readers') },
      ]),
    );
    model.table('lines').addRow();
    await waitUntil(() => control('Person, line 1'), 'the row is drawn');
    paste(control('Person, line 1'), 'mart.kask\tLiis Saar; Liina Mets\tcranes\nLii\t\tBerths');
    const pasted = () => value('lines') as unknown as Record<string, unknown>[];
    await waitUntil(() => pasted()[1]?.centre, 'all is answered');
    expect(pasted()[0]).to.deep.include({ who: idOf(3), others: [idOf(1), idOf(2)], centre: '7130' });
    expect(pasted()[1]).to.deep.include({ who: null, others: null, centre: '7120' });
    const announced = () =>
      all('[role=status]')
        .map((one) => one.textContent)
        .join();
    await waitUntil(() => announced().includes('5 cells filled. 1 cell could not be read: “Lii”.'), 'and told');
    paste(control('Readers'), 'Liis Saar, nobody.here, mart.kask');
    await waitUntil(() => value('readers'), 'the readers are found');
    expect(value('readers')).to.deep.equal([idOf(1), idOf(3)]);
    expect(snacks.value.at(-1)?.text).to.equal('Not found: “nobody.here”.');
  });

  it('FRM-02 has no more rows after a paste than the maximum', async () => {
    await draw(LONG, { lines: rows(500) });
    find('.lines').scrollTop = 1e6;
    await waitUntil(() => control('Item, line 500'), 'the last row is drawn');
    paste(control('Item, line 500'), ['a', 'b', 'c', 'd', 'e'].join('\n'));
    await waitUntil(() => lines().length === 502, 'it is full');
    const announced = all('[role=status]')
      .map((one) => one.textContent)
      .join();
    expect(announced).to.contain('2 rows did not fit.');
  });

  it('FRM-02 Enter moves down, and from the last cell to a new row', async () => {
    await draw(LONG, { lines: rows(2) });
    control('Quantity, line 1').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => active() === control('Quantity, line 2'), 'the cell below');
    control('Price, line 2').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => active()?.getAttribute('aria-label') === 'Item, line 3', 'a new row');
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    await waitUntil(() => active()?.getAttribute('aria-label') === 'Item, line 4', 'another one');
  });
});
