import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { type Answers, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { person } from '../../shared/page/person.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import './index.ts';

interface Node {
  readonly id: string;
  readonly children: Node[];
  readonly [name: string]: unknown;
}

const OLGA = { id: 'olga.ivanova', key: 'k1', name: 'Olga Ivanova' };
const department = (id: string, name: string, children: Node[] = [], more: object = {}): Node => ({
  ...{ id, code: id.toUpperCase(), name, parentId: null, manager: OLGA, company: null, people: 1, active: true },
  version: 1,
  ...more,
  children: children.map((child) => ({ ...child, parentId: id })),
});
const PORT = () => [
  department('port', 'Port', [
    department('works', 'Port works', [
      department('term', 'Terminal', [], { people: 3 }),
      department('dredge', 'Dredging', [], { manager: null }),
    ]),
    department('admin', 'Administration', [department('old', 'Archive', [], { active: false })]),
  ]),
];

let tree: Node[];

const PERSON = {
  ...{ id: 'k1', user: OLGA, email: null, jobTitle: 'Shift supervisor', status: 'active', groups: [], managers: [] },
  department: { id: 'term', name: 'Terminal' },
};
const STANDARD: Answers = {
  'GET /departments': () => json(tree),
  'GET /companies': () =>
    json({ items: [{ id: 'c1', code: 'PT', name: 'Port Terminal' }], next: null, previous: null }),
  'GET /records/people': () => json({ items: [PERSON], next: null, previous: null, total: 1 }),
  'GET /records/people/columns': () =>
    json({
      defaultSort: 'name',
      columns: ['name', 'jobTitle', 'department', 'status'].map((field) => ({
        ...{ field, title: field, type: 'text', filter: 'text', sortable: true, operators: [] },
      })),
    }),
  'GET /identity/users/k1': () => json({ ...OLGA, languageId: 'en', status: 'disabled' }),
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
  typeInto,
  findings,
  reported,
  draw,
} = elementHarness('verva-settings-departments', STANDARD);
const announced = () => all('[role=status]').map(({ textContent }) => textContent);
const items = () => all('[role=treeitem]');
const item = (id: string) => find(`[data-id="${id}"]`);
const focusedItem = () => root().activeElement?.getAttribute('data-id');
async function chord(modifier: string, key: string): Promise<void> {
  await sendKeys({ down: modifier });
  await sendKeys({ press: key });
  await sendKeys({ up: modifier });
}

const drawTree = (width: number, attributes = '') =>
  draw(width, `${attributes} style="block-size: 800px"`, () => items().length > 0);

const centreOf = (one: HTMLElement): [number, number] => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
};

describe('verva-settings-departments', () => {
  beforeEach(() => {
    tree = PORT();
  });
  afterEach(async () => {
    // As after a sign-out: what was expanded is forgotten.
    person.value += 1;
    await setViewport({ width: 1280, height: 900 });
  });

  it('ADM-04 shows the tree with users, missing heads and levels, and a department with its users', async () => {
    await drawTree(1060);
    expect(items().map((one) => [one.ariaLevel, one.ariaPosInSet, one.ariaSetSize, one.ariaExpanded])).to.deep.equal([
      ['1', '1', '1', 'true'],
      ['2', '1', '2', 'true'],
      ['3', '1', '2', null],
      ['3', '2', '2', null],
      ['2', '2', '2', null],
    ]);
    expect(items()[0]!.textContent).to.equal('Port88 active users');
    expect(item('dredge').textContent).to.equal('DredgingNo head11 active user');
    expect(await findings()).to.deep.equal([]);
    item('term').click();
    await waitUntil(() => all('tbody tr').length === 1, 'the users are listed');
    expect(item('term').ariaSelected).to.equal('true');
    expect(all('.crumbs li').map(({ textContent }) => textContent)).to.deep.equal(['Port', 'Port works']);
    expect(find('h2.t1').textContent).to.equal('Terminal');
    expect(sent.find(({ what }) => what === 'GET /records/people')!.query).to.contain('department=eq:term');
    await waitUntil(() => find('.hint .tone-amber') !== null, 'the head is known');
    expect(find('.hint .tone-amber').textContent).to.contain('Olga Ivanova');
    expect(find('.commit [role=status]').textContent).to.equal('Nothing is changed.');
    const opened: (string | null)[] = [];
    element().addEventListener('verva-user-opened', (event) => opened.push((event as CustomEvent).detail.userId));
    button('Olga Ivanova').click();
    expect(opened).to.deep.equal(['olga.ivanova']);
    expect(await findings()).to.deep.equal([]);
  });

  it('ADM-04 keeps only the visible ones of 5,000 departments in the document, and all within reach of the keys', async () => {
    const part = (index: number) =>
      department(
        `p${index}`,
        `Part ${index}`,
        Array.from({ length: 99 }, (_, one) => department(`p${index}-${one}`, `Team ${index}.${one}`)),
      );
    tree = Array.from({ length: 50 }, (_, index) => part(index));
    await drawTree(1060);
    button('Display').click();
    button('Expand all').click();
    await waitUntil(() => find('.rows').clientHeight === 5000 * items()[0]!.clientHeight, 'all have a place');
    expect(items().length).to.be.lessThan(50);
    items()[0]!.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => focusedItem() === 'p49-98', 'the last one has the focus');
    expect(items().length).to.be.lessThan(60);
    const frame = find('[role=tree]').getBoundingClientRect();
    expect(item('p49-98').getBoundingClientRect().bottom).to.be.at.most(frame.bottom + 1);
    await sendKeys({ type: 'p' });
    await waitUntil(() => focusedItem() === 'p0', 'typing finds the next one, from the top again');
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => focusedItem() === 'p0-0', 'the first below it');
    find('[role=tree]').scrollTop = 100_000;
    await waitUntil(() => !item('p0'), 'other lines are drawn');
    expect(item('p0-0')?.tabIndex, 'the focused line can still be reached by Tab').to.equal(0);
    expect(items().filter(({ tabIndex }) => tabIndex === 0).length).to.equal(1);
  });

  it('ADM-04 searches with the departments above, and shows inactive ones on demand, for the address', async () => {
    const queries: string[] = [];
    await drawTree(1060, 'query="q=term"');
    element().addEventListener('verva-departments-changed', (event) =>
      queries.push((event as CustomEvent).detail.query),
    );
    expect(items().map(({ dataset }) => dataset.id)).to.deep.equal(['port', 'works', 'term']);
    expect(announced()).to.include('1 department found');
    find('input[type=search]').focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => items().length === 5, 'all are shown');
    button('Display').click();
    button('Show inactive').click();
    await waitUntil(() => items().length === 6, 'inactive ones are shown');
    expect(item('old').textContent).to.contain('Inactive');
    expect(queries).to.deep.equal(['', 'inactive=true']);
  });

  const PREVIEW = {
    ...{ people: 3, departments: 1 },
    manuals: [
      { id: 'm1', title: 'Working at height', change: 'lost', department: 'Port works' },
      { id: 'm2', title: 'Office rules', change: 'gained', department: 'Administration' },
    ],
  };
  /** Serves a move of the terminal below the administration. */
  function serveMove(): void {
    answers['GET /departments/term/move'] = () => json(PREVIEW);
    answers['PUT /departments/term'] = ({ parentId }) => {
      const term = department('term', 'Terminal', [], { people: 3, parentId, version: parentId === 'admin' ? 2 : 3 });
      const [port] = PORT() as [Node];
      const [works, admin] = port.children as [Node, Node];
      const without = { ...works, children: works.children.slice(1) };
      if (parentId === 'admin') tree = [{ ...port, children: [without, { ...admin, children: [term] }] }];
      else tree = PORT();
      return json(term);
    };
  }
  const isMoved = () =>
    item('term')?.ariaLevel === '3' && items().indexOf(item('term')) > items().indexOf(item('admin'));

  it('ADM-04 moves by cut and paste after showing the consequences, speaks each step, and takes the move back', async () => {
    serveMove();
    await drawTree(1060);
    items()[0]!.focus();
    await sendKeys({ type: 't' });
    await waitUntil(() => focusedItem() === 'term', 'it has the focus');
    await chord('Control', 'x');
    await waitUntil(() => announced().some((text) => text?.startsWith('Cut: Terminal.')), 'it is announced');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => announced().includes('Nothing was moved.'), 'it can be cancelled');
    await chord('Control', 'x');
    await chord('Control', 'v');
    await waitUntil(() => announced().includes('Terminal cannot be moved there: Terminal'), 'not below itself');
    await sendKeys({ press: 'End' });
    await waitUntil(() => focusedItem() === 'admin', 'the target has the focus');
    await chord('Control', 'v');
    await waitUntil(() => words().includes('Working at height'), 'the consequences are shown');
    expect(words()).to.contain('Departments that move: 1. Active users in them: 3.');
    expect(words()).to.contain('1 manual is no longer for these users');
    expect(words()).to.contain('1 manual is added for these users');
    expect(field('Department above').value).to.equal('Administration');
    expect(sent.find(({ what }) => what === 'GET /departments/term/move')!.query).to.equal('?parentId=admin');
    expect(changes()).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
    button('Move', 'dialog').click();
    await waitUntil(isMoved, 'it is below the other one');
    await waitUntil(() => focusedItem() === 'term', 'it keeps the focus');
    expect(changes()).to.have.length(1);
    expect(changes()[0]!.ifMatch).to.equal('"1"');
    expect(changes()[0]!.body).to.deep.equal({ code: 'TERM', name: 'Terminal', parentId: 'admin' });
    expect(snacks.value[0]?.text).to.equal('Moved below Administration: Terminal');
    snacks.value[0]!.action!.onSelect();
    await waitUntil(() => changes().length === 2 && !isMoved(), 'it is back');
    expect(changes()[1]!.ifMatch).to.equal('"2"');
    expect(changes()[1]!.body.parentId).to.equal('works');
  });

  it('ADM-04 moves one level out and below the previous one by keys, and asks first', async () => {
    serveMove();
    answers['GET /departments/dredge/move'] = () => json({ people: 1, departments: 1, manuals: [] });
    await drawTree(1060);
    item('port').focus();
    await chord('Alt', 'ArrowLeft');
    await waitUntil(() => announced().includes('Port is at the top level already.'), 'it is at the top');
    item('term').focus();
    await chord('Alt', 'ArrowRight');
    await waitUntil(
      () => announced().includes('There is no department before Terminal on this level.'),
      'it is the first',
    );
    item('dredge').focus();
    await chord('Alt', 'ArrowRight');
    await waitUntil(() => words().includes('The manuals that users have to read stay the same.'), 'it asks');
    expect(field('Department above').value).to.equal('Terminal');
    button('Cancel', 'dialog').click();
    await waitUntil(() => words() === '', 'it is closed');
    item('works').focus();
    await chord('Alt', 'ArrowLeft');
    await waitUntil(() => words().includes('Move department: Port works'), 'out is the top level');
    expect(field('Department above').value).to.equal('Top level');
    expect(changes()).to.deep.equal([]);
  });

  it('ADM-04 moves by dragging onto another department, which Escape cancels', async () => {
    serveMove();
    await drawTree(1060);
    await sendMouse({ type: 'move', position: centreOf(item('term')) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: centreOf(item('admin')) });
    await waitUntil(() => announced().includes('Terminal, drop below: Administration'), 'the target is announced');
    expect(item('admin').classList.contains('target')).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !find('.drop-top'), 'dragging has ended');
    await sendMouse({ type: 'up' });
    expect(words()).to.equal('');

    await sendMouse({ type: 'move', position: centreOf(item('term')) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: centreOf(item('dredge')) });
    await sendMouse({ type: 'move', position: centreOf(item('admin')) });
    await waitUntil(() => item('admin').classList.contains('target'), 'it is the target again');
    await sendMouse({ type: 'up' });
    await waitUntil(() => words().includes('Working at height'), 'the consequences are shown');
    expect(find('h2.t1'), 'nothing was opened').to.equal(null);
    button('Move', 'dialog').click();
    await waitUntil(isMoved, 'it is below the other one');
  });

  it('ADM-04 moves by the button, without itself and those below it among the targets, and shows why it was refused', async () => {
    answers['GET /departments/works/move'] = () => problem(422, 'department.too_deep', 'At most 20 levels.');
    await drawTree(1060, 'department-id="works"');
    await waitUntil(() => button('Move') !== undefined, 'the department is drawn');
    button('Move').click();
    await waitUntil(() => field('Department above') !== null && words() !== '', 'the dialog is open');
    field('Department above').click();
    await waitUntil(() => all('[role=option]').length > 0, 'the targets are shown');
    expect(all('[role=option]').map(({ textContent }) => textContent)).to.deep.equal([
      'Top level',
      'AdministrationPort › Administration',
    ]);
    all('[role=option]')[1]!.click();
    await waitUntil(() => words().includes('At most 20 levels.'), 'the reason is shown');
    expect(button('Move', 'dialog').ariaDisabled).to.equal('true');
  });

  it('ADM-04 ADM-05 saves the fields together, and keeps input through a conflict', async () => {
    let isFirst = true;
    answers['PUT /departments/term'] = (body) => {
      const mine = department('term', 'Quay terminal', [], { parentId: 'works', people: 3, version: 2 });
      const { children: _, ...current } = mine;
      if (!isFirst) return json({ ...current, ...body, company: { id: 'c1', name: 'Port Terminal' }, version: 3 });
      isFirst = false;
      return problem(412, 'edit.conflict', 'Mart Kask changed this at 10:42.', { current });
    };
    await drawTree(1060, 'department-id="term"');
    await waitUntil(() => field('Name') !== null, 'the form is drawn');
    await typeInto('Name', 'Terminal 2');
    field('Company').click();
    await waitUntil(() => all('[role=option]').length === 1, 'companies are found');
    all('[role=option]')[0]!.click();
    await waitUntil(() => find('.commit [role=status]').textContent !== 'Nothing is changed.', 'it is changed');
    button('Save').click();
    await waitUntil(
      () => find('.commit .banner')?.textContent?.includes('Mart Kask') === true,
      'the conflict is shown',
    );
    expect(find('.commit .banner').textContent).to.contain('Your input is still here.');
    expect(field('Name').value).to.equal('Terminal 2');
    expect(root().textContent).to.contain('Saved in the meantime: Quay terminal');
    expect(await findings()).to.deep.equal([]);
    button('Save').click();
    await waitUntil(() => snacks.value.some(({ text }) => text.startsWith('Saved:')), 'it is saved');
    expect(changes().map(({ ifMatch }) => ifMatch)).to.deep.equal(['"1"', '"2"']);
    expect(reported).to.deep.equal([{ kind: 'department', id: 'term' }]);
    expect(changes()[1]!.body).to.deep.equal({
      ...{ name: 'Terminal 2', code: 'TERM', managerId: 'k1', companyId: 'c1', active: true },
    });
  });

  it('ADM-04 LAY-07 keeps unsaved input when another department is opened, and leads back to it', async () => {
    await drawTree(1060, 'department-id="term"');
    await waitUntil(() => field('Name') !== null, 'the form is drawn');
    await typeInto('Name', 'Terminal 2');
    item('dredge').click();
    await waitUntil(() => find('h2.t1')?.textContent === 'Dredging', 'the other is open');
    const snack = snacks.value.find(({ text }) => text.startsWith('Not saved yet: Terminal.'));
    expect(field('Name').value).to.equal('Dredging');
    snack!.action!.onSelect();
    await waitUntil(() => find('h2.t1')?.textContent === 'Terminal', 'it is open again');
    expect(field('Name').value).to.equal('Terminal 2');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).to.equal(true);
    button('Cancel').click();
    await waitUntil(() => field('Name').value === 'Terminal', 'the input is discarded');
  });

  it('ADM-04 creates a department below the open one', async () => {
    answers['POST /departments'] = (body) => {
      const [port] = PORT() as [Node];
      tree = [
        { ...port, children: [...port.children, department('new', String(body.name), [], { parentId: 'port' })] },
      ];
      return json(department('new', String(body.name)), 201);
    };
    await drawTree(1060, 'department-id="port"');
    await waitUntil(() => button('Actions: Port') !== undefined, 'the department is drawn');
    button('Actions: Port').click();
    button('New sub-department').click();
    await waitUntil(() => words().includes('Department above'), 'the dialog is open');
    expect(field('Department above').value).to.equal('Port');
    button('Save', 'dialog').click();
    await waitUntil(() => words().includes('The Code field is required'), 'both are required');
    expect(await findings()).to.deep.equal([]);
    await typeInto('Name', 'Yard');
    await typeInto('Code', 'YARD');
    button('Save', 'dialog').click();
    await waitUntil(() => item('new') !== null && find('h2.t1')?.textContent === 'Yard', 'it is open');
    expect(changes()[0]!.body).to.deep.equal({ name: 'Yard', code: 'YARD', parentId: 'port' });
  });

  it('ADM-04 deletes a department after choosing where its users and departments go', async () => {
    answers['GET /departments/works/uses'] = () =>
      json({ people: 2, usedBy: [{ kind: 'department', id: 'term', title: 'Terminal' }] });
    answers['DELETE /departments/works'] = () => {
      tree = [department('port', 'Port', [department('admin', 'Administration', [department('term', 'Terminal')])])];
      return json(null, 204);
    };
    await drawTree(1060, 'department-id="works"');
    await waitUntil(() => button('Actions: Port works') !== undefined, 'the department is drawn');
    button('Actions: Port works').click();
    button('Delete').click();
    await waitUntil(() => words().includes('Users in it: 2. Departments below it: 1.'), 'what it contains is shown');
    expect(button('Delete', 'dialog').ariaDisabled).to.equal('true');
    field('Move them to').click();
    await waitUntil(() => all('[role=option]').length === 2, 'the targets are shown');
    all('[role=option]')[1]!.click();
    await waitUntil(() => button('Delete', 'dialog').ariaDisabled === null, 'it can be deleted');
    expect(await findings()).to.deep.equal([]);
    button('Delete', 'dialog').click();
    await waitUntil(() => item('works') === null && find('h2.t1')?.textContent === 'Port', 'the one above is open');
    expect(changes().map(({ what, query, ifMatch }) => [what, query, ifMatch])).to.deep.equal([
      ['DELETE /departments/works', '?into=admin', '"1"'],
    ]);
  });

  it('ADM-04 does not delete a department that manuals are addressed to', async () => {
    answers['GET /departments/term/uses'] = () =>
      json({ people: 0, usedBy: [{ kind: 'manual', id: 'm1', title: 'Working at height' }] });
    await drawTree(1060, 'department-id="term"');
    await waitUntil(() => button('Actions: Terminal') !== undefined, 'the department is drawn');
    button('Actions: Terminal').click();
    button('Delete').click();
    await waitUntil(() => words().includes('Working at height'), 'the manual is named');
    expect(button('Delete', 'dialog')).to.equal(undefined);
  });

  it('ADM-04 LAY-13 shows one pane at a time on a phone, and goes back to the line', async () => {
    await drawTree(390);
    item('dredge').click();
    await waitUntil(() => find('h2.t1')?.textContent === 'Dredging', 'it is open');
    expect(find('.list-pane').checkVisibility()).to.equal(false);
    expect(find('.detail-pane').scrollWidth).to.be.at.most(390);
    expect(await findings()).to.deep.equal([]);
    button('Back to the list').click();
    await waitUntil(() => focusedItem() === 'dredge', 'the line has the focus');
    expect(item('dredge').getBoundingClientRect().height).to.equal(44);
    expect(await findings()).to.deep.equal([]);
  });

  it('ADM-04 GRD-03 a refusal and a failed request are shown, the latter with a way to try again', async () => {
    answers['GET /departments'] = () => problem(403, 'access.denied', 'No.');
    await draw(1060, '', () => root()?.textContent?.includes('You do not have permission') === true);
    expect(button('Try again')).to.equal(undefined);
    document.body.replaceChildren();
    answers['GET /departments'] = () => problem(500, 'server.error', 'Broken.');
    await draw(1060, '', () => root() && button('Try again') !== undefined);
    forget();
    button('Try again').click();
    await waitUntil(() => items().length === 5, 'the tree is drawn');
  });

  it('EMB-01 with `readonly`, no department can be changed or moved', async () => {
    await drawTree(1060, 'readonly department-id="term"');
    await waitUntil(() => field('Name') !== null, 'the department');
    for (const name of ['New department', 'Move', 'Actions: Terminal', 'Save'])
      expect(button(name), name).to.equal(undefined);
    expect(all('form :is(input, select, textarea):not(:disabled)')).to.deep.equal([]);
    item('term').focus();
    const before = announced();
    await chord('Alt', 'ArrowLeft');
    await chord('Control', 'x');
    expect(root().querySelector('dialog')).to.equal(null);
    expect(announced()).to.deep.equal(before);
    await sendKeys({ press: 'ArrowUp' });
    expect(focusedItem()).to.not.equal('term', 'the keys still move the focus');
    expect(changes()).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
  });
});
