import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { INBOX, type Route } from '../routes.ts';
import { RegistryPage } from './registry-page.tsx';

const ROUTE: Route = {
  ...INBOX,
  path: '/assets',
  page: 'registry',
  title: { en: 'Assets' },
  params: { registry: 'assets' },
};
const column = (field: string, title: string, type: string, more: object = {}) => ({
  ...{ field, title, type, sortable: true, filter: type === 'day' ? 'datepicker' : 'text', csv: true },
  operators: type === 'day' ? ['eq', 'lte'] : ['like', 'eq'],
  ...more,
});
const COLUMNS = {
  ...{ resource: 'assets', title: 'Assets', defaultSort: 'created:desc' },
  columns: [
    column('number', 'Number', 'text'),
    column('title', 'Name', 'text'),
    column('status', 'Status', 'key', { filter: 'dropdown', options: [{ id: 'pending', text: 'Pending' }] }),
    column('data.price', 'Price', 'number', { value: { type: 'money', scale: 2, unit: 'EUR' } }),
    column('data.due', 'Inspection due', 'day', { value: { type: 'date' } }),
    column('data.rented', 'Rented', 'boolean', { filter: null, value: { type: 'checkbox' } }),
    column('created', 'Created', 'instant', { filter: null, listed: false }),
  ],
};
const row = (number: string, title: string, data: object) => ({
  ...{ id: `id-${number}`, number, title, status: 'pending', owner: null, data, texts: {}, version: 1 },
  ...{ created: '2026-11-20T08:00:00.000Z', changed: '2026-11-21T08:00:00.000Z' },
});
const ROWS = [
  row('A-0003', 'Crane', { price: { amount: 138900, currency: 'EUR' }, due: '2026-12-19', rented: true }),
  row('A-0002', 'Forklift', {}),
];
const COUNTS = {
  ...{ title: 'Assets', mayWrite: true, mayMove: true, total: { count: 1000, atLeast: true } },
  statuses: [{ id: 'pending', title: 'Pending', color: '#FFB74D', count: 2, atLeast: false }],
};
const STATUSES = [
  { id: 'pending', title: 'Pending', color: '#FFB74D' },
  { id: 'archived', title: 'Archived', color: '#E57373' },
];
const MOVING = {
  statuses: STATUSES,
  moves: [{ from: 'pending', to: 'archived', requires: ['reason'] }],
  formId: 'asset',
  number: 1,
  body: {
    ...{ formatVersion: 1, id: 'asset', title: { en: 'Asset' } },
    root: {
      type: 'stack',
      id: 'root',
      children: [{ type: 'text', key: 'reason', label: { en: 'Reason' }, required: true }],
    },
  },
};
const RUN = {
  ...{ id: 'run-1', mode: 'dry', state: 'done', resource: 'assets', status: 'archived', statusTitle: 'Archived' },
  ...{ total: 2, done: 1, failed: 1, created: '2026-11-20T08:00:00.000Z', ended: null, retryOf: null },
  by: { id: 'ann', key: 'k', name: 'Ann' },
};
const REFUSED = {
  ...{ recordId: 'id-A-0002', number: 'A-0002', name: 'Forklift', state: 'failed', ok: false, at: null },
  ...{ code: 'edit.conflict', title: 'Ann changed this.' },
};
const VIEW = {
  ...{ id: 'view-1', resource: 'registry.assets', name: 'Inspections', audience: 'private', groupId: null, slug: null },
  ...{ lastUsed: null, unused: false, mayEdit: true, version: 1, owner: { id: 'ann', key: 'k', name: 'Ann' } },
  definition: {
    filters: [{ column: 'status', operation: 'eq', value: 'pending' }],
    sort: 'data.due:desc',
    columns: ['title', 'data.due'],
  },
};
const FORM = {
  ...{ title: 'Assets', statuses: [], formId: null, number: null, body: null, readOnly: false, fileLimit: 1 },
  record: { ...ROWS[0], resource: 'assets', changedBy: null },
};

describe('the page of a registry', () => {
  const { draw, find, named, all, says, offences } = renderHarness();
  let asked: string[];
  let refusal: ApiError | null;
  let mayWrite: boolean;
  let started: object[];
  let total: number;
  let views: readonly object[];
  let savedViews: object[];
  let statuses: readonly object[];
  interface Sent {
    readonly params?: { readonly recordId?: string };
    readonly query?: URLSearchParams;
    readonly body?: object;
  }
  const answer = async ({ method, path }: { method: string; path: string }, { params, query, body }: Sent = {}) => {
    if (path.endsWith('/columns')) return COLUMNS;
    if (path.endsWith('/counts')) return { ...COUNTS, statuses, mayWrite, mayMove: mayWrite };
    if (path.endsWith('/form')) return params?.recordId === 'new' ? { ...FORM, ...MOVING, record: null } : FORM;
    if (path.endsWith('/related')) return { cases: [], tasks: [], starts: [], linked: [] };
    if (path.endsWith('/comments')) return [];
    if (path.endsWith('/status-changes')) {
      if (!body) return { items: [], next: null, previous: null };
      started.push(body);
      return 'checked' in body ? { ...RUN, id: 'run-2', mode: 'run', total: 1, failed: 0 } : RUN;
    }
    if (path.endsWith('/items')) return { items: [REFUSED], next: null, previous: null };
    if (path.endsWith('/refusals')) return [{ code: 'edit.conflict', title: REFUSED.title, count: 1 }];
    if (path.startsWith('/api/views')) {
      if (method === 'GET') return views;
      if (method === 'DELETE') return null;
      savedViews.push(body!);
      return { ...VIEW, id: 'view-2', ...body };
    }
    if (path === '/api/downloads') {
      asked.push(JSON.stringify(body));
      throw new ApiError('network', 0);
    }
    query?.delete('limit');
    query?.delete('count');
    asked.push(String(query));
    if (refusal && query?.has('sort')) throw refusal;
    const isSecond = query?.has('after');
    return { items: ROWS, next: total > 2 && !isSecond ? 'second' : null, previous: isSecond ? 'first' : null, total };
  };
  const open = async (path = '/assets', search = '') => {
    const { hook, searchHook, history } = memoryLocation({ path, searchPath: search, record: true });
    draw(
      <Router hook={hook} searchHook={searchHook}>
        <RegistryPage route={ROUTE} send={answer as unknown as typeof call} />
      </Router>,
    );
    await waitUntil(() => find('tbody tr') !== null && says('Pending'), 'the list is shown');
    return history;
  };
  const cells = () =>
    all('tbody tr').map((one) => [...one.querySelectorAll('td:not(.fold-pick)')].map(({ textContent }) => textContent));
  const boxes = () => all<HTMLInputElement>('.fold-pick input');
  beforeEach(async () => {
    asked = [];
    refusal = null;
    mayWrite = true;
    started = [];
    total = 2;
    views = [];
    savedViews = [];
    statuses = COUNTS.statuses;
    await setViewport({ width: 1280, height: 800 });
  });

  it('PRV-01 FIL-03 lists records with the columns of the registry, in the formats of the reader', async () => {
    await open();
    expect(cells()).to.deep.equal([
      ['A-0003', 'Crane', 'Pending', '€1,389.00', '19 Dec 2026', 'Yes'],
      ['A-0002', 'Forklift', 'Pending', '–', '–', 'No'],
    ]);
    expect(says('All 1,000+')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 BEY-19 the address brings back a search and the chosen columns', async () => {
    await open('/assets', 'q=crane&columns=title,data.due');
    expect(asked).to.deep.equal(['q=crane']);
    expect(cells()[0]).to.deep.equal(['Crane', '19 Dec 2026']);
  });

  it('PRV-01 BEY-19 the page of the list is in the address, and comes back with it', async () => {
    total = 52;
    const history = await open('/assets', 'q=crane');
    named('Next rows').click();
    await waitUntil(() => history!.at(-1) === '/assets?q=crane&after=second&from=2', 'the page is in the address');
    expect(asked.at(-1)).to.equal('q=crane&after=second');
    await open('/assets', 'q=crane&after=second&from=50');
    await waitUntil(() => says('Rows 51 to 52'), 'the second page is shown');
    expect(named('Next rows').ariaDisabled).to.equal('true');
    named('Previous rows').click();
    await waitUntil(() => says('Rows 1 to 2'), 'the first page is shown');
    expect(asked.at(-1)).to.equal('q=crane');
  });

  it('PRV-01 BEY-19 a status and a column are in the address', async () => {
    const history = await open();
    all('.registry-statuses .chip')[1]!.click();
    await waitUntil(() => history!.at(-1) === '/assets?status=eq:pending', 'the status is in the address');
    expect(asked.at(-1)).to.equal('status=eq%3Apending');
    named('Columns').click();
    await waitUntil(() => find('[popover] input') !== null, 'the columns are offered');
    all<HTMLInputElement>('[popover] input').at(-1)!.click();
    await waitUntil(() => history!.at(-1)!.includes('columns='), 'the columns are in the address');
    expect(all('thead tr:first-child th').at(-1)!.textContent).to.equal('Created');
  });

  it('BEY-19 PRV-01 a saved view brings filters, order and columns; pressed again, the list is as before', async () => {
    views = [VIEW];
    const history = await open();
    const chip = () => all('.registry-views .chip').find((one) => one.textContent === 'Inspections')!;
    await waitUntil(() => chip() !== undefined, 'the view is offered');
    chip().click();
    await waitUntil(() => chip().ariaPressed === 'true', 'the view is shown');
    expect(history!.at(-1)).to.equal('/assets?status=eq:pending&sort=data.due%3Adesc&columns=title,data.due');
    expect(await offences()).to.deep.equal([]);
    chip().click();
    await waitUntil(() => history!.at(-1) === '/assets', 'the list is as before');
    expect(chip().ariaPressed).to.equal('false');
    chip().click();
    await waitUntil(() => named('Delete the view Inspections') !== undefined, 'it can be deleted');
    named('Delete the view Inspections').click();
    await waitUntil(() => find('dialog') !== null, 'it asks first');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => chip() === undefined && history!.at(-1) === '/assets', 'the view is gone');
  });

  it('LAY-16 PRV-01 search and tools stay in one row beside statuses and views', async () => {
    const offered = Array.from({ length: 2 }, (_, index) => ({ ...COUNTS.statuses[0]!, id: `s-${index}` }));
    statuses = [...COUNTS.statuses, ...offered.map((one) => ({ ...one, title: 'Waiting for repair' }))];
    views = Array.from({ length: 2 }, (_, index) => ({ ...VIEW, id: `view-${index}` }));
    await open();
    // Of windows of 820 to 1500 pixels, beside the menu.
    for (let width = 764; width <= 1280; width += 43) {
      await setViewport({ width, height: 800 });
      const tools = [find('.list-search')!, named('Columns'), named('Download CSV'), named('Import CSV'), named('Add')];
      const middles = tools.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round(top + height / 2);
      });
      expect(new Set(middles).size, `at ${width}: ${middles}`).to.equal(1);
      expect(document.documentElement.scrollWidth <= width).to.equal(true);
    }
  });

  it('BEY-19 PRV-01 saves what the list shows as a view, by keyboard', async () => {
    await open('/assets', 'status=eq:pending&columns=title,data.due');
    named('Save as a new view').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog input') !== null, 'it asks for a name');
    find('dialog input')!.focus();
    await sendKeys({ type: 'Mine' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog') === null, 'it is saved');
    const { filters, columns } = { ...VIEW.definition };
    expect(savedViews).to.deep.equal([
      { resource: 'registry.assets', name: 'Mine', audience: 'private', definition: { filters, columns } },
    ]);
    expect(all('.registry-views .chip').map((one) => [one.textContent, one.ariaPressed])).to.deep.equal([
      ['Mine', 'true'],
    ]);
  });

  it('PRV-01 a record opens beside the list by keyboard, and closes', async () => {
    const history = await open('/assets', 'q=crane');
    find('tbody button')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('.registry-record h1') !== null, 'the record is shown');
    expect(history!.at(-1)).to.equal('/assets/A-0003?q=crane');
    expect(find('.registry-list')!.checkVisibility()).to.equal(true);
    expect(find('tbody tr')!.getAttribute('aria-selected')).to.equal('true');
    expect(await offences()).to.deep.equal([]);
    named('Close').click();
    await waitUntil(() => find('.registry-record') === null, 'the record is closed');
    expect(history!.at(-1)).to.equal('/assets?q=crane');
  });

  it('PRV-01 LAY-16 on a phone the record takes the place of the list', async () => {
    await setViewport({ width: 390, height: 844 });
    await open();
    expect(await offences()).to.deep.equal([]);
    find('tbody button')!.click();
    await waitUntil(() => find('.registry-record h1') !== null, 'the record is shown');
    expect(find('.registry-list')!.checkVisibility()).to.equal(false);
    expect(document.documentElement.scrollWidth <= 390).to.equal(true);
    named('Back to the list').click();
    await waitUntil(() => find('.registry-list')!.checkVisibility(), 'the list is back');
  });

  it('PRV-01 readers cannot add a record; the file has the columns and filters that are shown', async () => {
    mayWrite = false;
    await open('/assets', 'status=eq:pending&columns=number,title');
    expect(named('Add')).to.equal(undefined);
    named('Download CSV').click();
    await waitUntil(() => asked.at(-1)!.startsWith('{'), 'the file is requested');
    expect(JSON.parse(asked.at(-1)!)).to.deep.equal({
      list: '/api/records/assets',
      query: 'status=eq:pending',
      columns: ['number', 'title'],
    });
  });

  it('PRV-01 BEY-05 selected records change their status after a check that names the refused ones', async () => {
    await open('/assets', 'q=crane');
    expect(find('.registry-selection')).to.equal(null);
    boxes()[0]!.click();
    await waitUntil(() => says('1 record selected'), 'the selection is shown');
    expect(find('.registry-record')).to.equal(null);
    find<HTMLInputElement>('th.pick input')!.click();
    await waitUntil(() => says('2 records selected'), 'the page is selected');
    expect(await offences()).to.deep.equal([]);
    named('Change status').click();
    await waitUntil(() => find('dialog [type=radio]') !== null, 'the statuses are offered');
    // Nothing leads back to Pending.
    expect(all('dialog .tick').map(({ textContent }) => textContent)).to.deep.equal(['Archived']);
    find('dialog [type=radio]')!.click();
    await waitUntil(() => find('dialog input:not([type=radio])') !== null, 'the required field is offered');
    find('dialog input:not([type=radio])')!.focus();
    await sendKeys({ type: 'Sold' });
    expect(await offences()).to.deep.equal([]);
    named('Check').click();
    await waitUntil(() => says('Ann changed this.'), 'the refused record is shown');
    expect(started).to.deep.equal([
      { recordIds: ['id-A-0003', 'id-A-0002'], status: 'archived', data: { reason: 'Sold' }, dryRun: true },
    ]);
    expect(says('1 of 2 records can be changed to Archived.')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Change 1 record').click();
    await waitUntil(() => says('1 record changed to Archived.'), 'the result is shown');
    expect(started[1]).to.deep.equal({ checked: 'run-1' });
    expect(find('.registry-selection')).to.equal(null);
    named('Close').click();
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
  });

  it('BEY-05 all records that match are selected across pages, by the query of the list', async () => {
    total = 412;
    await open('/assets', 'q=crane');
    boxes()[1]!.click();
    await waitUntil(() => named('Select all 412 matching records') !== undefined, 'all are offered');
    named('Select all 412 matching records').click();
    await waitUntil(() => says('All 412 matching records selected'), 'all are selected');
    named('Change status').click();
    await waitUntil(() => find('dialog [type=radio]') !== null, 'the statuses are offered');
    find('dialog [type=radio]')!.click();
    named('Check').click();
    await waitUntil(() => says('Ann changed this.'), 'the check is over');
    expect(started).to.deep.equal([{ filter: { query: 'q=crane' }, status: 'archived', data: {}, dryRun: true }]);
    named('Back').click();
    await waitUntil(() => named('Cancel') !== undefined, 'the choice is back');
    named('Cancel').click();
    // Another question has another answer: nothing of it is selected.
    all('.registry-statuses .chip')[1]!.click();
    await waitUntil(() => find('.registry-selection') === null, 'the selection is empty');
  });

  it('PRV-01 ADM-08 a file is imported in the place of the list', async () => {
    await open();
    named('Import CSV').click();
    await waitUntil(() => says('Import: Assets'), 'the import is shown');
    expect(says('UTF-8 or Windows-1257')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Back to the list').click();
    await waitUntil(() => find('tbody tr') !== null, 'the list is back');
  });

  it('PRV-01 ROLE-01 readers select nothing', async () => {
    mayWrite = false;
    await open();
    expect(boxes()).to.deep.equal([]);
    expect(find('th.pick')).to.equal(null);
    expect(named('Import CSV')).to.equal(undefined);
  });

  it('PRV-01 a column that is being indexed is named as such, and the list returns without it', async () => {
    refusal = new ApiError('registry.indexing', 409);
    await open();
    all<HTMLButtonElement>('thead button')
      .find(({ textContent }) => textContent === 'Price')!
      .click();
    await waitUntil(() => says('This column is being prepared'), 'the reason is shown');
    named('Clear filters and sorting').click();
    await waitUntil(() => find('tbody tr') !== null, 'the list is back');
  });
});
