import { expect } from '@open-wc/testing';
import { type Answers, column, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import './index.ts';

const AT = '2026-11-20T08:00:00.000Z';
const row = (number: string, title: string) => ({
  ...{ id: `id-${number}`, number, title, status: 'pending', owner: null, data: {}, texts: {}, version: 1 },
  ...{ created: AT, changed: AT },
});
const COLUMNS = {
  ...{ resource: 'assets', title: 'Assets', defaultSort: 'created:desc' },
  columns: [column('number', 'text', true), column('title', 'text', true), column('status', 'key', true)],
};
const COUNTS = {
  ...{ title: 'Assets', mayWrite: true, mayMove: true, total: { count: 2, atLeast: false } },
  statuses: [{ id: 'pending', title: 'Pending', color: '#FFB74D', count: 2, atLeast: false }],
};
const VIEW = {
  ...{ id: 'view-1', resource: 'registry.assets', name: 'Cranes', audience: 'tenant', groupId: null, slug: 'cranes' },
  ...{ lastUsed: null, unused: false, mayEdit: true, version: 1, owner: { id: 'ann', key: 'k', name: 'Ann' } },
  definition: { filters: [{ column: 'title', operation: 'like', value: 'crane' }], sort: 'number' },
};

const STANDARD: Answers = {
  'GET /records/assets': () =>
    json({ items: [row('A-0003', 'Crane'), row('A-0002', 'Forklift')], next: null, previous: null, total: 2 }),
  'GET /records/assets/columns': () => json(COLUMNS),
  'GET /records/assets/counts': () => json(COUNTS),
  'GET /status-changes': () => json({ items: [], next: null, previous: null }),
  'GET /views': () => json([VIEW]),
};

const { sent, answers, element, root, all, button, findings, draw } = elementHarness('verva-records', STANDARD);

const queries = () => sent.filter(({ what }) => what === 'GET /records/assets').map(({ query }) => query);
const says = (text: string) => root().textContent?.includes(text) === true;

describe('verva-records', () => {
  for (const theme of ['light', 'dark']) {
    for (const width of [1060, 390]) {
      it(`EMB-01 LAY-16 lists the records of a registry, ${theme}, at ${width} pixels`, async () => {
        await draw(width, `registry="assets" theme="${theme}"`, () => all('tbody tr').length === 2 && says('Pending'));
        expect(document.documentElement.scrollWidth <= width).to.equal(true);
        expect(await findings()).to.deep.equal([]);
      });
    }
  }

  it('EMB-05 a page opens records itself, and learns which one is to be added', async () => {
    await draw(1060, 'registry="assets"', () => says('Pending'));
    const asked: unknown[] = [];
    element().addEventListener('verva-record-opened', (event) => {
      event.preventDefault();
      asked.push((event as CustomEvent).detail);
    });
    button('A-0003').click();
    button('Add').click();
    expect(asked).to.deep.equal([
      { registry: 'assets', recordId: 'id-A-0003', number: 'A-0003' },
      { registry: 'assets', recordId: 'new', number: null },
    ]);
  });

  it('EMB-05 otherwise the record opens in the application', async () => {
    await draw(1060, 'registry="assets"', () => says('Pending'));
    const paths: string[] = [];
    element().addEventListener('verva-open-application', (event) => {
      event.preventDefault();
      paths.push((event as CustomEvent<{ path: string }>).detail.path);
    });
    button('A-0003').click();
    expect(paths).to.deep.equal(['/record-form-view?resource=assets&recordId=id-A-0003']);
  });

  it('BEY-19 EMB-05 the query of the page is shown, and the page learns of a change', async () => {
    await draw(1060, 'registry="assets" query="title=like:crane&sort=number"', () => says('Pending'));
    expect(queries()[0]).to.include('title=like:crane&sort=number');
    const changed: string[] = [];
    element().addEventListener('verva-records-changed', (event) =>
      changed.push((event as CustomEvent<{ query: string }>).detail.query),
    );
    all('.registry-statuses button')
      .find(({ textContent }) => textContent?.includes('Pending'))!
      .click();
    await waitUntil(() => changed.length > 0, 'the event');
    expect(decodeURIComponent(changed[0] ?? '')).to.equal('title=like:crane&status=eq:pending&sort=number');
    element().setAttribute('query', 'q=fork');
    await waitUntil(() => queries().at(-1)?.includes('q=fork'), 'the new query is asked for');
  });

  it('BEY-19 a saved view is shown first, by its slug, and a missing one is named', async () => {
    await draw(1060, 'registry="assets" view="cranes"', () => says('Pending'));
    expect(queries().map((query) => query.includes('title=like:crane'))).to.deep.equal([true]);
    document.body.replaceChildren();
    await draw(1060, 'registry="assets" view="nothing"', () => says('Pending'));
    await waitUntil(() => says('This view does not exist'), 'the message');
    expect(all('tbody tr').length).to.equal(2);
  });

  it('EMB-05 BEY-20 readonly offers no change of records or views', async () => {
    await draw(1060, 'registry="assets"', () => says('Pending'));
    expect(button('Add')).not.to.equal(undefined);
    expect(button('Save as a new view')).not.to.equal(undefined);
    document.body.replaceChildren();
    await draw(1060, 'registry="assets" readonly', () => says('Pending'));
    expect([button('Add'), button('Import CSV'), button('Save as a new view')]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(all('tbody input[type=checkbox]').length).to.equal(0);
  });

  it('ERR-01 a registry that the user may not read is named, and so is a page without one', async () => {
    answers['GET /records/assets'] = () => problem(404, 'registry.not_found', 'Nothing here.');
    answers['GET /records/assets/counts'] = () => problem(404, 'registry.not_found', 'Nothing here.');
    await draw(1060, 'registry="assets"', () => says('no such list') || root().querySelector('.empty') !== null);
    expect(await findings()).to.deep.equal([]);
    document.body.replaceChildren();
    await draw(1060, '', () => root()?.querySelector('.empty') !== null);
    expect(queries().length).to.equal(1);
  });
});
