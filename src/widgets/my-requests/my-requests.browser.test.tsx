import { expect } from '@open-wc/testing';
import { type Answers, column, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import './index.ts';

const HOLDER = {
  ...{ stage: 'Decision', person: { id: 'mart', key: 'k1', name: 'Mart Kask' }, groups: [], taskId: null },
  ...{ since: '2026-11-20T08:00:00.000Z', due: null, dueIsDay: false },
};
const REQUEST = {
  ...{ id: 'a', number: 'P-0001', title: 'Parking place', process: { key: 'parking', name: 'Parking' }, item: null },
  ...{ state: 'waiting', started: '2026-11-20T08:00:00.000Z', ended: null, relation: 'own', starter: null },
  ...{ requester: { id: 'anna.tamm', key: 'k0', name: 'Anna Tamm' }, holders: [HOLDER], outcome: null },
};
const DETAIL = {
  ...REQUEST,
  stages: [{ id: 'decide', name: 'Decision', state: 'now', at: null, by: null, holders: [HOLDER], usual: false }],
  ...{ expected: null, withdrawal: { may: false, whyNot: 'never', held: null }, mayComment: true, hasForm: false },
  ...{ comments: 0, documents: 0 },
};
const COLUMNS = [
  { ...column('process', 'key'), title: 'Process', options: [{ id: 'parking', text: 'Parking' }] },
  { ...column('number', 'text'), title: 'Number' },
  { ...column('requester', 'person'), title: 'Requester' },
];
const page = (items: readonly object[]) => json({ items, next: null, previous: null, total: items.length });

const STANDARD: Answers = {
  'GET /requests': () => page([REQUEST]),
  'GET /requests/a': () => json(DETAIL),
  'GET /records/requests/columns': () =>
    json({ resource: 'requests', title: 'Requests', columns: COLUMNS, defaultSort: 'started:desc' }),
};

const { sent, answers, root, all, find, button, findings, draw } = elementHarness('verva-my-requests', STANDARD);

const words = () => root().querySelector('.verva-root')?.textContent ?? '';
const isDrawn = () => all('[data-request]').length > 0;
const lists = () => sent.filter(({ what, query }) => what === 'GET /requests' && query.includes('count=true'));
const field = (name: string) => find(`.filters-panel [aria-label="${name}"] .filter-value :is(input, select)`);

async function addFilter(title: string): Promise<void> {
  const add = find('.filter-add') as HTMLSelectElement;
  add.value = [...add.options].find(({ text }) => text === title)!.value;
  add.dispatchEvent(new Event('change', { bubbles: true }));
  await waitUntil(() => field(title), `the condition ${title}`);
}

describe('verva-my-requests', () => {
  for (const theme of ['light', 'dark']) {
    for (const width of [1060, 390]) {
      it(`CAT-02 lists requests and shows who has one, ${theme}, at ${width} pixels`, async () => {
        await draw(width, `theme="${theme}"`, isDrawn);
        expect(find('[data-request]').textContent).to.include('With Mart Kask · Decision');
        find('[data-request]').click();
        await waitUntil(() => root().querySelector('.headline'), 'the request');
        expect(find('.headline').textContent).to.include('Waiting for Mart Kask since');
        expect(document.documentElement.scrollWidth <= width).to.equal(true);
        expect(await findings()).to.deep.equal([]);
      });
    }
  }

  it('CAT-02 FIL-03 conditions narrow the list and its tabs, and are cleared where nothing matches', async () => {
    answers['GET /requests'] = () => page(lists().at(-1)?.query.includes('number=') ? [] : [REQUEST]);
    await draw(390, '', isDrawn);
    button('Filter').click();
    await waitUntil(() => root().querySelector('.filter-add'), 'the columns');
    const offered = [...(find('.filter-add') as HTMLSelectElement).options].map(({ text }) => text);
    expect(offered).to.deep.equal(['Add filter…', 'Process', 'Number']);
    await addFilter('Number');
    const number = field('Number') as HTMLInputElement;
    number.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(number, 'X-9');
    number.dispatchEvent(new Event('input', { bubbles: true }));
    await waitUntil(() => words().includes('No request matches the search.'), 'the empty list');
    expect(lists().at(-1)?.query).to.include('number=like:X-9').and.to.include('state=eq:open');
    expect(await findings()).to.deep.equal([]);
    button('Finished').click();
    await waitUntil(() => lists().at(-1)?.query.includes('state=eq:finished'), 'the other tab');
    expect(lists().at(-1)?.query).to.include('number=like:X-9');
    button('Clear filters', '.list').click();
    await waitUntil(isDrawn, 'the list without conditions');
    expect(lists().at(-1)?.query).not.to.include('number');
  });

  it('CAT-02 a list or a request that cannot be loaded can be loaded again', async () => {
    answers['GET /requests'] = () => problem(500, 'server.error', 'Something went wrong.');
    await draw(1060, '', () => words().includes('Try again'));
    delete answers['GET /requests'];
    button('Try again').click();
    await waitUntil(isDrawn, 'the list');
    answers['GET /requests/a'] = () => problem(404, 'request.unknown', 'Nothing here.');
    find('[data-request]').click();
    await waitUntil(() => words().includes('This request does not exist'), 'the reason');
    delete answers['GET /requests/a'];
    button('Try again').click();
    await waitUntil(() => root().querySelector('.headline'), 'the request');
  });

  it('CAT-02 an empty list says what appears there', async () => {
    answers['GET /requests'] = () => page([]);
    await draw(390, '', () => words().includes('You have no open requests.'));
    expect(words()).to.include('Requests that you start appear here.');
    expect(await findings()).to.deep.equal([]);
  });
});
