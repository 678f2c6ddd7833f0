import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type Answers, column, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import './index.ts';

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

const STANDARD: Answers = {
  'GET /dimensions': () => json({ items: [ACCOUNTS, PROJECTS], next: null, previous: null }),
  'GET /dimensions/d1': () => json(PROJECTS),
  'GET /dimensions/d1/values': () => json({ items: [QUAY, CRANE], next: null, previous: null }),
  'GET /uses/dimension/projects': () => json([]),
  'GET /records/dimension_values': () => json({ items: [QUAY, CRANE], next: null, previous: null, total: 2 }),
  'GET /records/dimension_values/columns': () => json(COLUMNS),
};

const {
  sent,
  answers,
  forget,
  changes,
  element,
  root,
  all,
  find,
  words,
  button,
  field,
  noteOf,
  typeInto,
  findings,
  reported,
  draw,
} = elementHarness('verva-settings-dimensions', STANDARD);

const drawValues = (width = 1060) => draw(width, 'dimension-id="d1"');
async function actOn(name: string, item: string): Promise<void> {
  button(`Actions: ${name}`).click();
  const menu = all('[role=menu]').find((one) => one.matches(':popover-open'))!;
  [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === item)!.click();
  await waitUntil(() => root().querySelector('dialog') || snacks.value.length > 0, 'the dialog');
}

describe('verva-settings-dimensions', () => {
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
    answers['GET /dimensions'] = () => json({ items: [], next: null, previous: null });
    await draw(1060, '', () => find('.empty') !== null);
    expect(find('.list-pane .empty').textContent).to.contain('No dimensions yet');
    document.body.replaceChildren();
    forget();
    answers['GET /dimensions/d1'] = () => problem(404, 'dimension.not_found', 'Gone.');
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
    element().addEventListener('verva-dimension-opened', ({ detail }) => opened.push(detail.dimensionId));
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
    expect(reported).to.deep.equal([{ kind: 'dimension', id: 'd1' }]);
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

  it('EMB-01 with `readonly`, neither a dimension nor a value can be changed', async () => {
    await draw(1060, 'readonly dimension-id="d1"');
    for (const name of ['New dimension', 'New value', 'Actions: Projects', 'Actions: Quay', 'Q']) {
      expect(button(name), name).to.equal(undefined);
    }
    expect(find('.import-open')).to.equal(null);
    expect(find('.value-code').textContent).to.equal('Q');
    expect(all('input:not([type=search])')).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
  });
});
