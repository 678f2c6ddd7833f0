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
const AID = { id: 't1', name: 'First aid', color: 'green', people: 12, version: 3 };
const FIRE = { id: 't2', name: 'Fire warden', color: null, people: 0, version: 1 };
const column = (field: string, type: string, sortable = false) => ({
  ...{ field, title: field, type, filter: type === 'number' ? null : 'text', sortable, operators: [] },
});
const COLUMNS = {
  defaultSort: 'name:asc',
  columns: [column('name', 'text', true), column('color', 'text'), column('people', 'number')],
};
const MANUAL = { kind: 'manual', id: 'm1', title: 'First aid in the port' };

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
  'GET /records/tags': () => json({ items: [AID, FIRE], next: null, previous: null, total: 2 }),
  'GET /records/tags/columns': () => json(COLUMNS),
  'GET /identity/tags': () => json([AID, FIRE]),
  'GET /identity/tags/t1/uses': () => json({ people: 13, usedBy: [] }),
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
  place.innerHTML = `<verva-settings-tags ${attributes}></verva-settings-tags>`;
  document.body.append(place);
  element = place.querySelector('verva-settings-tags') as HTMLElement;
  await waitUntil(isThere, 'it is drawn');
}
async function choose(item: string): Promise<void> {
  button('Actions: First aid').click();
  button(item).click();
  await waitUntil(() => root().querySelector('dialog'), 'the dialog');
}

describe('verva-settings-tags', () => {
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

  for (const theme of ['light', 'dark']) {
    for (const width of [1060, 390]) {
      it(`ADM-03 LAY-16 lists the tags in their colours, ${theme}, at ${width} pixels`, async () => {
        await draw(width, `theme="${theme}"`);
        const rows = all('tbody tr').map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent));
        expect(rows).to.deep.equal([
          ['First aid', 'Green', '12'],
          ['Fire warden', '–', '0'],
        ]);
        expect(document.documentElement.scrollWidth <= width).to.equal(true);
        expect(await findings()).to.deep.equal([]);
        button('New tag').click();
        await waitUntil(() => all('.tag-color').length === 7, 'all colours are offered');
        expect(await findings()).to.deep.equal([]);
      });
    }
  }

  it('ADM-03 without tags it says what they are, and offers to create one', async () => {
    answers['GET /records/tags'] = () => json({ items: [], next: null, previous: null, total: 0 });
    await draw(1060, '', () => find('.empty') !== null);
    expect(find('.empty').textContent).to.contain('No tags yet').and.to.contain('manuals can address them');
    button('New tag', '.empty').click();
    await waitUntil(() => root().querySelector('dialog'), 'the dialog');
  });

  it('ADM-03 ROLE-02 without the permission it says so, and a failed list can be loaded again', async () => {
    answers['GET /records/tags'] = () => problem(403, 'access.denied', 'No permission.');
    await draw(1060, '', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('Only administrators can change them.');
    document.body.replaceChildren();
    answers['GET /records/tags'] = () => problem(503, 'request.failed', 'Not now.');
    await draw(1060, '', () => find('[role=alert]') !== null);
    answers = {};
    button('Try again').click();
    await waitUntil(() => all('tbody tr').length === 2, 'the list');
  });

  it('ADM-03 a search is asked of the server and reported to the page', async () => {
    await draw(1060);
    const queries: string[] = [];
    element.addEventListener('verva-tags-changed', ({ detail }) => queries.push(detail.query));
    find('input[type=search]').focus();
    await sendKeys({ type: 'aid' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => queries.length > 0, 'the page knows');
    expect(queries).to.deep.equal(['q=aid']);
    expect(sent.some(({ what, query }) => what === 'GET /records/tags' && query.includes('q=aid'))).to.equal(true);
  });

  it('ADM-03 VAL-15 a tag is created by keyboard, with a colour; a missing or taken name is an error of its field', async () => {
    answers['POST /identity/tags'] = ({ name }) =>
      name === 'First aid'
        ? problem(409, 'tag.name_taken', 'Another tag is called First aid.')
        : json({ ...FIRE, name }, 201);
    await draw(1060);
    button('New tag').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root().activeElement === field('Name'), 'the name has the focus');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => noteOf('Name') === 'The Name field is required', 'it is missing');
    expect(changes()).to.deep.equal([]);
    await sendKeys({ type: 'First aid' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => noteOf('Name') === 'Another tag is called First aid.', 'it is taken');
    await typeInto('Name', ' Crane ');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !root().querySelector('dialog'), 'it is closed');
    expect(changes().at(-1)!.body).to.deep.equal({ name: 'Crane', color: 'blue' });
    expect(snacks.value.at(-1)?.text).to.equal('Tag created: Crane');
  });

  it('ADM-03 API-06 after a conflict both values are shown, and saving again replaces the other one', async () => {
    let isFirst = true;
    const current = { ...AID, name: 'First aiders', color: 'red', version: 8 };
    answers['PUT /identity/tags/t1'] = (body) => {
      if (!isFirst) return json({ ...current, ...body, version: 9 });
      isFirst = false;
      return problem(412, 'edit.conflict', 'Anna Tamm changed this at 10:05.', { current });
    };
    await draw(1060);
    find('tbody tr .tag-name').click();
    await waitUntil(() => field('Name')?.value === 'First aid', 'the dialog');
    await typeInto('Name', 'Rescue');
    button('Save', 'dialog').click();
    await waitUntil(() => noteOf('Name') === 'Saved in the meantime: First aiders', 'their name');
    expect(words()).to.contain('Anna Tamm changed this at 10:05. Your input is still here.');
    expect(field('Name').value).to.equal('Rescue');
    expect(find('.tag-color:has(:checked)').textContent).to.equal('Red');
    button('Save', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Saved: Rescue'), 'saved');
    expect(changes().map(({ ifMatch, body }) => [ifMatch, body])).to.deep.equal([
      ['"3"', { name: 'Rescue', color: 'green' }],
      ['"8"', { name: 'Rescue', color: 'red' }],
    ]);
  });

  it('ADM-03 a tag is merged after saying what happens, with the manuals that will address the other one', async () => {
    answers['GET /identity/tags/t1/uses'] = () => json({ people: 13, usedBy: [MANUAL] });
    answers['POST /identity/tags/t1/merge'] = () => json(FIRE);
    await draw(1060);
    await choose('Merge into…');
    button('Merge', 'dialog').click();
    await waitUntil(() => noteOf('Into the tag') === 'The Into the tag field is required', 'it is missing');
    field('Into the tag').click();
    await waitUntil(() => all('[role=option]').length === 1, 'the other tag only');
    find('[role=option]').click();
    await waitUntil(() => words().includes('13 users with the tag “First aid” get the tag “Fire warden”.'), 'the text');
    expect(words()).to.contain('First aid in the port').and.to.contain('This cannot be undone.');
    expect(await findings()).to.deep.equal([]);
    button('Merge', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Merged: First aid into Fire warden'), 'merged');
    expect(changes().map(({ what, body }) => [what, body])).to.deep.equal([
      ['POST /identity/tags/t1/merge', { into: 't2' }],
    ]);
  });

  it('ADM-03 BEY-22 a tag is deleted after showing how many users have it', async () => {
    answers['DELETE /identity/tags/t1'] = () => json(null, 204);
    await draw(1060);
    await choose('Delete…');
    await waitUntil(() => words().includes('It is removed from 13 users.'), 'the users');
    expect(await findings()).to.deep.equal([]);
    button('Delete', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Deleted: First aid'), 'deleted');
    expect(changes()[0]!.ifMatch).to.equal('"3"');
  });

  it('ADM-03 BEY-22 a tag that a manual addresses is not deleted: the manual is named, and merging offered', async () => {
    let usedBy: object[] = [];
    answers['GET /identity/tags/t1/uses'] = () => json({ people: 13, usedBy });
    answers['DELETE /identity/tags/t1'] = () => {
      usedBy = [MANUAL];
      return problem(409, 'tag.in_use', 'This tag is used in 1 places.');
    };
    await draw(1060);
    await choose('Delete…');
    await waitUntil(() => words().includes('No manual addresses it.'), 'no uses');
    // A manual is published before the answer.
    button('Delete', 'dialog').click();
    await waitUntil(() => words().includes('First aid in the port'), 'the manual');
    expect(button('Delete', 'dialog')).to.equal(undefined);
    expect(await findings()).to.deep.equal([]);
    button('Merge into…', 'dialog').click();
    await waitUntil(() => words().includes('Merge tag: First aid'), 'the other dialog');
  });
});
