import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { configureVerva } from '../../shared/session/index.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import './index.ts';

const ADMIN = {
  ...{ id: 'anna.tamm', key: 'k0', name: 'Anna Tamm', avatar: null, languageId: 'en', groups: ['admin'], version: 1 },
};
const PROJECTS = { id: 'd1', code: 'projects', name: 'Projects', active: true, version: 2 };
const ACCOUNTS = { id: 'd2', code: 'accounts', name: 'Accounts', active: false, version: 1 };
const QUAY = {
  ...{ id: 'v1', parentId: null, code: 'Q', name: 'Quay', active: true, version: 7, parent: null },
  dimension: { id: 'd1', code: 'projects', name: 'Projects' },
};
const CRANE = {
  ...QUAY,
  id: 'v2',
  parentId: 'v1',
  parent: { id: 'v1', code: 'Q', name: 'Quay' },
  code: 'Q-1',
  name: 'Crane',
};
const USE = { kind: 'form', id: 'purchase', title: 'Purchase', place: '/root', number: 4, current: true };
const column = (field: string, type: string, sortable = false) => ({
  ...{ field, title: field, type, filter: type === 'number' ? null : 'text', sortable, operators: [] },
});
const COLUMNS = {
  defaultSort: 'code:asc',
  columns: [
    column('dimension', 'key'),
    column('code', 'text', true),
    column('name', 'text', true),
    column('parent', 'text', true),
    column('status', 'text', true),
  ],
};

const json = (body: unknown, status = 200) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const problem = (status: number, code: string, title: string, more: object = {}) =>
  json({ code, title, status, ...more }, status);

interface Sent {
  readonly what: string;
  readonly query: string;
  readonly ifMatch: string | null;
  readonly body: Record<string, unknown>;
}

const browserFetch = window.fetch;
let sent: Sent[];
/** Answers of one test, by method and path below /api. */
let answers: Record<string, (body: Record<string, unknown>) => Response>;
let element: HTMLElement;

const STANDARD: typeof answers = {
  'GET /session': () =>
    json({
      user: ADMIN,
      tenant: { tenantId: 'acme', name: 'Acme', timeZone: 'UTC', languageId: 'en', today: '2026-11-23', texts: [] },
      tenants: [],
    }),
  'GET /live': () => new Response(new ReadableStream()),
  'GET /dimensions': () => json({ items: [ACCOUNTS, PROJECTS], next: null, previous: null }),
  'GET /dimensions/d1': () => json(PROJECTS),
  'GET /dimensions/d1/values': () => json({ items: [QUAY, CRANE], next: null, previous: null }),
  'GET /uses/dimension/projects': () => json([]),
  'GET /records/dimension_values': () => json({ items: [QUAY, CRANE], next: null, previous: null, total: 2 }),
  'GET /records/dimension_values/columns': () => json(COLUMNS),
};

const root = () => element.shadowRoot as ShadowRoot;
const all = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)];
const find = (selector: string) => root().querySelector<HTMLElement>(selector)!;
const words = () => root().querySelector('dialog')?.textContent ?? '';
const button = (name: string, within = '') =>
  all(`${within} :is(button, [role=menuitem])`).find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
  )!;
const field = (label: string) => {
  const found = all('label.label').find((one) => one.querySelector('span')?.textContent === label);
  return root().getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
};
const noteOf = (label: string) =>
  root().getElementById(field(label)?.getAttribute('aria-describedby') ?? '')?.textContent;
async function typeInto(label: string, text: string): Promise<void> {
  field(label).focus();
  field(label).select();
  await sendKeys({ type: text });
}
async function findings(): Promise<string[]> {
  const rules = { region: { enabled: false }, 'heading-order': { enabled: false } };
  const { violations } = await runAxe(element, { rules });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

async function draw(width: number, attributes = '', isThere = () => all('tbody tr').length > 0): Promise<void> {
  await setViewport({ width, height: 900 });
  const place = document.createElement('main');
  place.innerHTML = `<verva-settings-dimensions ${attributes}></verva-settings-dimensions>`;
  document.body.append(place);
  element = place.querySelector('verva-settings-dimensions') as HTMLElement;
  await waitUntil(isThere, 'it is drawn');
}
const drawValues = (width = 1060) => draw(width, 'dimension-id="d1"');
async function actOn(name: string, item: string): Promise<void> {
  button(`Actions: ${name}`).click();
  const menu = all('[role=menu]').find((one) => one.matches(':popover-open'))!;
  [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === item)!.click();
  await waitUntil(() => root().querySelector('dialog') || snacks.value.length > 0, 'the dialog');
}

describe('verva-settings-dimensions', () => {
  beforeEach(() => {
    sent = [];
    answers = {};
    window.fetch = async (input, init) => {
      const request = new Request(input as string, init);
      const { pathname, search } = new URL(request.url);
      const what = `${request.method} ${pathname.replace('/api', '')}`;
      const text = await request.clone().text();
      const body = text ? JSON.parse(text) : {};
      sent.push({ what, query: decodeURIComponent(search), ifMatch: request.headers.get('if-match'), body });
      return (answers[what] ?? STANDARD[what])?.(body) ?? problem(404, 'request.not_found', 'Nothing here.');
    };
    configureVerva({ getToken: async () => 'a.b.c', locale: 'en' });
  });
  afterEach(() => {
    window.fetch = browserFetch;
    snacks.value = [];
    document.body.replaceChildren();
  });
  const changes = () => sent.filter(({ what }) => !what.startsWith('GET'));

  it('RTE-06 lists the dimensions with their status, and says what to do', async () => {
    await draw(1060, '', () => all('button.item').length === 2);
    const items = all('button.item').map((item) => [...item.children].map(({ textContent }) => textContent));
    expect(items).to.deep.equal([
      ['Accounts', 'Inactive', 'accounts'],
      ['Projects', 'Active', 'projects'],
    ]);
    expect(find('.detail-pane').textContent).to.contain('Select a dimension');
    expect(sent.some(({ what, query }) => what === 'GET /dimensions' && query.includes('inactive=true'))).to.equal(
      true,
    );
    expect(await findings()).to.deep.equal([]);
  });

  for (const width of [1060, 390]) {
    it(`RTE-06 LAY-16 shows the values of a dimension and the forms that use it, at ${width} pixels`, async () => {
      answers['GET /uses/dimension/projects'] = () => json([USE, { ...USE, place: '/root/1' }]);
      await drawValues(width);
      const rows = all('tbody tr').map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent));
      expect(rows).to.deep.equal([
        ['Q', 'Quay', '–', 'Active'],
        ['Q-1', 'Crane', 'Quay', 'Active'],
      ]);
      expect(find('.used').textContent).to.contain('Used by 1 form').and.to.contain('version 4');
      expect(document.documentElement.scrollWidth <= width).to.equal(true);
      expect(await findings()).to.deep.equal([]);
    });
  }

  it('RTE-06 ROLE-02 without the permission, without dimensions, and for one that does not exist, it says so', async () => {
    answers['GET /dimensions'] = () => problem(403, 'access.denied', 'No permission.');
    await draw(1060, '', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('Only administrators can change them.');
    document.body.replaceChildren();
    answers = { 'GET /dimensions': () => json({ items: [], next: null, previous: null }) };
    await draw(1060, '', () => find('.empty') !== null);
    expect(find('.list-pane .empty').textContent).to.contain('No dimensions yet');
    document.body.replaceChildren();
    answers = { 'GET /dimensions/d1': () => problem(404, 'dimension.not_found', 'Gone.') };
    await draw(1060, 'dimension-id="d1"', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('This dimension does not exist.');
  });

  it('RTE-06 VAL-15 a dimension is created by keyboard and opened; a taken code is an error of its field', async () => {
    answers['POST /dimensions'] = ({ code }) =>
      code === 'accounts' ? problem(409, 'dimension.code_taken', 'It has the code accounts.') : json(PROJECTS, 201);
    await draw(1060, '', () => all('button.item').length === 2);
    button('New dimension').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root().activeElement === field('Name'), 'the name has the focus');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => noteOf('Code') === 'The Code field is required', 'the code is missing');
    await typeInto('Name', 'Projects');
    await typeInto('Code', 'accounts');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => noteOf('Code') === 'It has the code accounts.', 'it is taken');
    await typeInto('Code', ' projects ');
    const opened: unknown[] = [];
    element.addEventListener('verva-dimension-opened', ({ detail }) => opened.push(detail.dimensionId));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => opened.length > 0, 'it is opened');
    expect(opened).to.deep.equal(['d1']);
    expect(changes().at(-1)!.body).to.deep.equal({ name: 'Projects', code: 'projects', active: true });
  });

  it('RTE-06 a value is added below another one', async () => {
    answers['POST /dimensions/d1/values'] = () => json(CRANE, 201);
    await drawValues();
    await actOn('Quay', 'New value below…');
    expect(field('Part of').value).to.equal('Quay');
    await typeInto('Code', 'Q-2');
    await typeInto('Name', 'Bollard');
    expect(await findings()).to.deep.equal([]);
    button('Create', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Value created: Bollard'), 'created');
    expect(changes()[0]!.body).to.deep.equal({ parentId: 'v1', code: 'Q-2', name: 'Bollard', active: true });
  });

  it('RTE-06 API-06 a value is edited: a wrong place is an error of its field, and a conflict shows both values', async () => {
    const { parent: _, dimension: __, ...current } = { ...QUAY, name: 'Quays', version: 9 };
    const replies = [
      problem(422, 'dimension_value.cycle', 'A value cannot be below itself.'),
      problem(412, 'edit.conflict', 'Anna Tamm changed this.', { current }),
      json({ ...current, version: 10 }),
    ];
    answers['PUT /dimensions/d1/values/v1'] = () => replies.shift()!;
    await drawValues();
    button('Q').click();
    await waitUntil(() => field('Name')?.value === 'Quay', 'the dialog');
    field('Part of').click();
    await waitUntil(() => all('[role=option]').length === 1, 'all but itself');
    find('[role=option]').click();
    await waitUntil(() => field('Part of').value === 'Crane', 'it is chosen');
    button('Save', 'dialog').click();
    await waitUntil(() => noteOf('Part of') === 'A value cannot be below itself.', 'the fault');
    await typeInto('Part of', ' ');
    await typeInto('Name', 'Berth');
    button('Save', 'dialog').click();
    await waitUntil(() => noteOf('Name') === 'Saved in the meantime: Quays', 'their name');
    expect(field('Name').value).to.equal('Berth');
    button('Save', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Saved: Berth'), 'saved');
    expect(changes().map(({ ifMatch, body }) => [ifMatch, body.parentId, body.name])).to.deep.equal([
      ['"7"', 'v2', 'Quay'],
      ['"7"', null, 'Berth'],
      ['"9"', null, 'Berth'],
    ]);
  });

  it('RTE-06 a value with values below it is not deleted, but made inactive instead', async () => {
    answers['DELETE /dimensions/d1/values/v1'] = () =>
      problem(409, 'dimension_value.in_use', 'There are 1 values below this one.');
    answers['PUT /dimensions/d1/values/v1'] = (body) => json({ ...QUAY, ...body, version: 8 });
    await drawValues();
    await actOn('Quay', 'Delete…');
    button('Delete', 'dialog').click();
    await waitUntil(() => words().includes('There are 1 values below this one.'), 'the reason');
    button('Make inactive', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Inactive: Quay'), 'inactive');
    expect(changes().at(-1)!.body).to.deep.equal({ parentId: null, code: 'Q', name: 'Quay', active: false });
  });

  it('RTE-06 BEY-22 a dimension that forms use is not deleted: they are named, and it is made inactive instead', async () => {
    answers['GET /uses/dimension/projects'] = () => json([USE]);
    answers['PUT /dimensions/d1'] = (body) => json({ ...PROJECTS, ...body, version: 3 });
    await drawValues();
    await actOn('Projects', 'Delete…');
    await waitUntil(() => words().includes('Purchase'), 'the form');
    expect(button('Delete', 'dialog')).to.equal(undefined);
    expect(await findings()).to.deep.equal([]);
    button('Make inactive', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Inactive: Projects'), 'inactive');
    expect(changes().map(({ ifMatch, body }) => [ifMatch, body])).to.deep.equal([
      ['"2"', { name: 'Projects', active: false }],
    ]);
  });

  it('RTE-06 an unused dimension is deleted, and the list is shown', async () => {
    answers['DELETE /dimensions/d1'] = () => json(null, 204);
    await drawValues();
    await actOn('Projects', 'Delete…');
    await waitUntil(() => words().includes('No form uses it.'), 'no uses');
    button('Delete', 'dialog').click();
    await waitUntil(() => find('.detail-pane').textContent?.includes('Select a dimension'), 'it is closed');
    expect(changes()[0]!.ifMatch).to.equal('"2"');
  });
});
