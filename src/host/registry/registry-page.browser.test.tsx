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
  ...{ title: 'Assets', mayWrite: true, total: { count: 1000, atLeast: true } },
  statuses: [{ id: 'pending', title: 'Pending', color: '#FFB74D', count: 2, atLeast: false }],
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
  interface Sent {
    readonly params?: { readonly recordId?: string };
    readonly query?: URLSearchParams;
    readonly body?: object;
  }
  const answer = async ({ path }: { path: string }, { params, query, body }: Sent = {}) => {
    if (path.endsWith('/columns')) return COLUMNS;
    if (path.endsWith('/counts')) return { ...COUNTS, mayWrite };
    if (path.endsWith('/form')) return params?.recordId === 'new' ? { ...FORM, record: null } : FORM;
    if (path === '/api/downloads') {
      asked.push(JSON.stringify(body));
      throw new ApiError('network', 0);
    }
    query?.delete('limit');
    query?.delete('count');
    asked.push(String(query));
    if (refusal && query?.has('sort')) throw refusal;
    return { items: ROWS, next: null, previous: null, total: 2 };
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
  const cells = () => all('tbody tr').map((one) => [...one.children].map(({ textContent }) => textContent));
  beforeEach(async () => {
    asked = [];
    refusal = null;
    mayWrite = true;
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
