import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type Answers, column, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import './index.ts';

const AID = { id: 't1', name: 'First aid', color: 'green', people: 12, version: 3 };
const FIRE = { id: 't2', name: 'Fire warden', color: null, people: 0, version: 1 };
const COLUMNS = {
  defaultSort: 'name:asc',
  columns: [column('name', 'text', true), column('color', 'text'), column('people', 'number')],
};
const MANUAL = { kind: 'manual', id: 'm1', title: 'First aid in the port' };

const STANDARD: Answers = {
  'GET /records/tags': () => json({ items: [AID, FIRE], next: null, previous: null, total: 2 }),
  'GET /records/tags/columns': () => json(COLUMNS),
  'GET /identity/tags': () => json([AID, FIRE]),
  'GET /identity/tags/t1/uses': () => json({ people: 13, usedBy: [] }),
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
} = elementHarness('verva-settings-tags', STANDARD);

async function choose(item: string): Promise<void> {
  button('Actions: First aid').click();
  button(item).click();
  await waitUntil(() => root().querySelector('dialog'), 'the dialog');
}

describe('verva-settings-tags', () => {
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

  it('ADM-03 FIL-01 the number of users leads to the list of users with the tag', async () => {
    await draw(1060, 'users-page="/users"');
    const asked: string[] = [];
    element().addEventListener('verva-users-listed', (event) => {
      event.preventDefault();
      asked.push((event as CustomEvent<{ query: string }>).detail.query);
    });
    button('Users with the tag First aid: 12').click();
    button('Actions: First aid').click();
    button('Show users').click();
    expect(asked).to.deep.equal(['tags=eq:t1', 'tags=eq:t1']);
    expect(button('Users with the tag Fire warden: 0')).to.equal(undefined);
    expect(await findings()).to.deep.equal([]);
  });

  it('AUD-01 ADM-03 the menu of a tag leads to its part of the audit log', async () => {
    await draw(1060, 'audit-page="/audit"');
    const asked: string[] = [];
    element().addEventListener('verva-audit-opened', (event) => {
      event.preventDefault();
      asked.push((event as CustomEvent<{ query: string }>).detail.query);
    });
    button('Actions: First aid').click();
    button('What happened to it').click();
    expect(asked).to.deep.equal(['entity=eq:tag&entityId=eq:t1']);
  });

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
    forget();
    button('Try again').click();
    await waitUntil(() => all('tbody tr').length === 2, 'the list');
  });

  it('ADM-03 a search is asked of the server and reported to the page', async () => {
    await draw(1060);
    const queries: string[] = [];
    element().addEventListener('verva-tags-changed', ({ detail }) => queries.push(detail.query));
    find('input[type=search]').focus();
    await sendKeys({ type: 'aid' });
    await sendKeys({ press: 'Enter' });
    // A slow machine reports the beginning of the word too.
    await waitUntil(() => queries.at(-1) === 'q=aid', 'the page knows');
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
    expect(reported).to.deep.equal([{ kind: 'tag', id: 't2' }]);
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

  it('ADM-08 imports tags from a file after a check, and shows the list again', async () => {
    const run = (mode: string, counts: object, more: object = {}) => ({
      ...{
        id: 'r1',
        resource: 'tags',
        mode,
        state: 'done',
        total: 2,
        done: 0,
        confirm: null,
        openTasks: 0,
        by: null,
        ofRun: null,
      },
      counts: { add: 0, change: 0, same: 0, disable: 0, remove: 0, refuse: 0, ...counts },
      options: { key: 'name', missing: 'keep', invite: false, leavers: 'manager' },
      ...{ createdAt: '2026-11-23T10:00:00Z', endedAt: '2026-11-23T10:00:01Z', columns: [], undoUntil: null },
      ...more,
    });
    const row = (line: number, name: string, verb: string, more: object = {}) => ({
      ...{ line, key: name, name, subjectId: null, verb, changes: [], faults: [], done: false },
      ...more,
    });
    const fault = { field: 'color', code: 'field.choice_unknown', title: '“mauve” is not in the list.' };
    Object.assign(answers, {
      'POST /records/tags/import': () => json(run('dry', { add: 1, refuse: 1 }), 201),
      'GET /imports/r1/rows': () =>
        json({
          items: [row(3, 'Old', 'refuse', { faults: [fault] }), row(2, 'Diver', 'add')],
          ...{ next: null, previous: null },
        }),
      'POST /imports/r1/run': () => json(run('run', { add: 1, refuse: 1 }, { done: 1 }), 202),
    } satisfies Answers);
    await draw(1280);
    button('Import').click();
    await waitUntil(() => find('input[type=file]'), 'the import');
    expect(find('h1').textContent).to.equal('Import tags');
    expect(all('.import input[type=checkbox]')).to.have.length(0);
    expect(await findings()).to.deep.equal([]);
    const files = new DataTransfer();
    files.items.add(new File(['Name,Colour\nDiver,\nOld,mauve'], 'tags.csv'));
    const input = find('input[type=file]') as HTMLInputElement;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => all('.import-rows tbody tr').length === 2, 'the plan');
    expect(find('.import-rows').textContent).to.contain('“mauve” is not in the list.');
    expect(await findings()).to.deep.equal([]);
    button('Import 1 row').click();
    await waitUntil(() => root().textContent?.includes('1 row imported.'), 'the result');
    const reads = sent.filter(({ what }) => what === 'GET /records/tags').length;
    button('Back to the list').click();
    await waitUntil(() => all('tbody tr').length === 2 && find('.import') === null, 'the list');
    await waitUntil(() => sent.filter(({ what }) => what === 'GET /records/tags').length > reads, 'read again');
  });

  it('EMB-01 with `readonly`, no tag can be changed', async () => {
    await draw(1060, 'readonly users-page="/users"');
    expect(button('New tag')).to.equal(undefined);
    expect(find('.import-open')).to.equal(null);
    expect(button('Actions: First aid')).to.equal(undefined);
    expect(all('button.tag-name')).to.deep.equal([]);
    expect(find('.tag-name').textContent).to.equal('First aid');
    expect(button('Users with the tag First aid: 12')).to.not.equal(undefined);
    expect(await findings()).to.deep.equal([]);
  });
});
