import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  type Answers,
  column,
  elementHarness,
  json,
  problem,
  sessionWith,
} from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import './index.ts';

const KADRI = {
  ...{ id: 'kadri.magi', key: 'k1', name: 'Kadri Mägi', avatar: null, email: 'kadri.magi@verva.example' },
  ...{ pendingEmail: null, phoneNumber: null, languageId: 'en', tenantId: 'acme', groups: ['crew'], status: 'active' },
  ...{ company: null, department: { id: 'd1', name: 'Cargo handling' }, jobTitle: null, managers: [], links: [] },
  version: 3,
};
const TOOMAS = { id: 'toomas.rebane', key: 'k2', name: 'Toomas Rebane' };
const NONE = { count: 0, tasks: [] };
const DEPENDENTS = {
  ...{ tasks: 3, delegatedTo: 0, delegatedBy: 0, offered: 0, delegations: 0, delegators: [], managed: 0, manuals: 0 },
  ...{ departments: [], manager: TOOMAS },
  receivers: {
    ...{ owner: NONE, candidates: NONE, entitled: NONE },
    manager: {
      count: 2,
      tasks: ['Check mooring lines', 'Report of the shift'].map((name) => ({ id: name, name, businessKey: null })),
    },
    none: { count: 1, tasks: [{ id: 't9', name: null, businessKey: null }] },
  },
};
const LATER = '2026-11-23T10:00:30Z';
const RUN = {
  ...{ id: 'r1', state: 'done', total: 3, done: 1, failed: 2, to: null, reason: null, by: null },
  ...{ created: '2026-11-23T10:00:00Z', ended: '2026-11-23T10:01:00Z' },
};
const LEAVER: Answers = {
  'GET /identity/users/kadri.magi/successor': () => json({ successor: null }),
  'GET /identity/users/kadri.magi/erasure': () => json(ERASURE),
};
const ERASURE = {
  ...{ state: null, reason: null, askedBy: null, askedAt: null, isOwn: false },
  kept: [
    { kind: 'history', count: 4 },
    { kind: 'receipts', count: 1 },
  ],
};
const STAYED = {
  ...{ taskId: 't1', state: 'failed', name: 'Report of the shift', businessKey: 'S-1', at: null, to: [] },
  ...{ code: 'task.no_receiver', title: 'No other user may take this task. Assign it to someone.' },
};
const row = (index: number, more: object = {}) => ({
  id: `k${index}`,
  user: { id: KADRI.id, key: `k${index}`, name: KADRI.name },
  ...{ email: KADRI.email, phoneNumber: null, jobTitle: null, company: null, department: KADRI.department },
  ...{
    managers: [TOOMAS],
    groups: ['Crane drivers', 'Facilities', 'Safety'],
    tags: [],
    status: 'active',
    source: 'local',
  },
  createdAt: '2026-11-01T08:00:00Z',
  ...more,
});
const COLUMNS = {
  defaultSort: 'name:asc',
  columns: [
    column('name', 'text', true),
    column('email', 'text', true),
    column('department', 'text'),
    column('manager', 'text'),
    column('groups', 'text'),
    column('status', 'text', true),
    column('source', 'text'),
  ],
};

const FACTOR = { id: 'f1', kind: 'totp', name: '', addedAt: '2026-11-20T08:00:00Z', lastUsedAt: null };
const session = (id: string, browser: string) => ({
  ...{ id, browser, system: 'Windows', address: '192.0.2.1', isCurrent: false },
  ...{ startedAt: '2026-11-20T08:00:00Z', lastUsedAt: '2026-11-20T09:00:00Z' },
});
const FAILURES = [{ at: '2026-11-21T08:00:00Z', count: 7, address: '203.0.113.9' }];
const STANDARD: Answers = {
  ...LEAVER,
  'GET /records/people': () =>
    json({ items: [row(1), row(3, { status: 'invited', managers: [] })], next: null, previous: null, total: 2 }),
  'GET /records/people/columns': () => json(COLUMNS),
  'GET /identity/groups': () => json([{ id: 'crew', name: 'Crane drivers' }]),
  'GET /identity/users/kadri.magi': () => json(KADRI),
  'GET /identity/users/kadri.magi/managers': () => json({ line: [TOOMAS], functional: [] }),
  'GET /identity/users/kadri.magi/factors': () =>
    json({ isKeptHere: true, allowsPasskeys: true, factors: [FACTOR], backupCodes: 9 }),
  'GET /identity/users/kadri.magi/sessions': () =>
    json({ isKeptHere: true, sessions: [session('s1', 'Firefox'), session('s2', 'Chrome')], failures: FAILURES }),
  'GET /identity/users/kadri.magi/tags': () => json([{ name: 'First aid' }]),
  'GET /identity/tags': () => json([{ name: 'First aid' }, { name: 'Night shift' }]),
  'GET /identity/users/kadri.magi/rights': () => json({ memberships: [{ id: 'crew', source: 'manual' }] }),
  'GET /identity/users/kadri.magi/links': () =>
    json([{ providerName: 'Acme SSO', subject: 'kadri@acme', lastUsedAt: '2026-11-20T08:00:00Z' }]),
};

const {
  sent,
  answers,
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
} = elementHarness('verva-settings-users', STANDARD);

const drawUser = () => draw(1280, 'user-id="kadri.magi"', () => field('Name') !== null);

describe('verva-settings-users', () => {
  it('ADM-01 lists the users with manager, groups and status, in the width of a laptop', async () => {
    // The width beside the menu of the application.
    await draw(1060);
    const cells = [...all('tbody tr')[0]!.children].map(({ textContent }) => textContent);
    expect(cells.slice(0, 6)).to.deep.equal([
      'Kadri Mägikadri.magi',
      'kadri.magi@verva.example',
      'Cargo handling',
      'Toomas Rebane',
      'Crane drivers+2',
      'Active',
    ]);
    const frame = find('.records-frame');
    expect(frame.scrollWidth <= frame.clientWidth).to.equal(true);
    expect(await findings()).to.deep.equal([]);
  });

  for (const width of [820, 390]) {
    it(`ADM-01 LAY-16 shows name and menu in one line and all other values below, at ${width} pixels`, async () => {
      await draw(width);
      const boxOf = (selector: string) => find(`tbody tr ${selector}`).getBoundingClientRect();
      const [name, menu] = [boxOf('.fold-name'), boxOf('.fold-actions')];
      expect(menu.top < name.bottom && menu.left >= name.right).to.equal(true);
      expect(boxOf('.col-email').top >= name.bottom).to.equal(true);
      expect(document.documentElement.scrollWidth <= width).to.equal(true);
      expect(await findings()).to.deep.equal([]);
    });
  }

  it('ADM-01 a search is asked of the server and reported to the page', async () => {
    await draw(1060, 'query="status=eq:active"');
    const queries: string[] = [];
    element().addEventListener('verva-users-changed', ({ detail }) => queries.push(detail.query));
    find('input[type=search]').focus();
    await sendKeys({ type: 'kad' });
    await sendKeys({ press: 'Enter' });
    // A slow machine reports the beginning of the word too.
    await waitUntil(() => queries.at(-1) === 'status=eq:active&q=kad', 'the page knows');
    expect(sent.some(({ query }) => query.includes('status=eq:active') && query.includes('q=kad'))).to.equal(true);
  });

  it('ADM-01 without the permission it says so', async () => {
    answers['GET /records/people'] = () => problem(403, 'access.denied', 'No permission.');
    await draw(1060, '', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('Only administrators can change them.');
  });

  it('VAL-10 VAL-15 a new user: each fault at its field, then the user is invited and opened', async () => {
    answers['POST /identity/users'] = ({ id }) =>
      id === 'taken' ? problem(409, 'user.id_taken', 'taken is already taken.') : json({ ...KADRI, id }, 201);
    answers['GET /identity/users/mari.kask'] = () => json({ ...KADRI, id: 'mari.kask', status: 'invited' });
    answers['GET /identity/users/mari.kask/managers'] = () => json({ line: [], functional: [] });
    answers['GET /identity/users/mari.kask/links'] = () => json([]);
    answers['GET /identity/users/mari.kask/factors'] = () =>
      json({ isKeptHere: true, allowsPasskeys: true, factors: [], backupCodes: 0 });
    answers['GET /identity/users/mari.kask/tags'] = () => json([]);
    await draw(1060);
    button('New user').click();
    await waitUntil(() => root().querySelector('dialog'), 'the dialog');
    await typeInto('Username', 'mari');
    await typeInto('E-mail', 'mari@');
    await typeInto('Phone', '12');
    button('Create', 'dialog').click();
    await waitUntil(() => noteOf('Name') === 'Field Name should be filled out.', 'the name');
    expect(noteOf('Username')).to.equal('Needs a longer Username');
    expect(noteOf('E-mail')).to.equal('Invalid email format');
    expect(noteOf('Phone')).to.equal('Not a valid number');
    expect(changes()).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);

    await typeInto('Username', 'taken');
    await typeInto('Name', 'Mari Kask');
    await typeInto('E-mail', 'mari@verva.example');
    await typeInto('Phone', '+372 555 1234');
    button('Create', 'dialog').click();
    await waitUntil(() => noteOf('Username') === 'This username is already taken.', 'it is taken');
    await typeInto('Username', 'mari.kask');
    const opened: unknown[] = [];
    element().addEventListener('verva-user-opened', ({ detail }) => opened.push(detail.userId));
    button('Create', 'dialog').click();
    await waitUntil(() => opened.length > 0, 'it is opened');
    expect(opened).to.deep.equal(['mari.kask']);
    expect(changes().at(-1)!.body).to.deep.equal({
      ...{ id: 'mari.kask', name: 'Mari Kask', email: 'mari@verva.example', phoneNumber: '+3725551234' },
      ...{ languageId: 'en', jobTitle: null, departmentId: null, groups: [], invite: true },
    });
    expect(snacks.value.at(-1)?.text).to.equal('User created and invited: Kadri Mägi');
  });

  it('ADM-01 VAL-15 a user is changed and saved; faults of the server are at their fields', async () => {
    let isRefused = true;
    answers['PUT /identity/users/kadri.magi'] = (body) => {
      if (!isRefused) return json({ ...KADRI, ...body, version: 4 });
      isRefused = false;
      return problem(422, 'user.invalid', 'Correct the marked fields.', {
        errors: [{ pointer: '/groups', code: 'field.not_editable' }],
      });
    };
    await drawUser();
    expect(await findings()).to.deep.equal([]);
    expect(all('.chip').map(({ textContent }) => textContent)).to.deep.equal([
      'Toomas Rebane',
      'Crane drivers',
      'First aid',
    ]);
    await typeInto('Job title', 'Crane driver');
    button('Remove Crane drivers').click();
    await waitUntil(() => all('.chip').length === 2, 'it is removed');
    button('Save').click();
    await waitUntil(() => noteOf('Groups') === 'This cannot be changed here.', 'the fault');
    expect(field('Job title').value).to.equal('Crane driver');
    field('Groups').focus();
    await sendKeys({ type: 'crane' });
    await waitUntil(() => all('[role=option]').length === 1, 'the group is offered');
    find('[role=option]').click();
    button('Save').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Saved: Kadri Mägi'), 'saved');
    const { jobTitle, groups } = changes().at(-1)!.body;
    expect([jobTitle, groups]).to.deep.equal(['Crane driver', ['crew']]);
    // The refused request is no change.
    expect(reported).to.deep.equal([{ kind: 'user', id: 'kadri.magi' }]);
    expect(changes().map(({ what }) => what)).to.deep.equal([
      'PUT /identity/users/kadri.magi',
      'PUT /identity/users/kadri.magi',
    ]);
  });

  it('ADM-03 ADM-01 tags of a user are chosen by name, and a new name becomes a tag', async () => {
    answers['PUT /identity/users/kadri.magi/tags'] = ({ tags }) => json((tags as string[]).map((name) => ({ name })));
    await drawUser();
    field('Tags').focus();
    await sendKeys({ type: 'divers' });
    await waitUntil(() => find('[role=option]')?.textContent === 'diversNew tag', 'a new tag is offered');
    find('[role=option]').click();
    await waitUntil(() => all('.chip').some(({ textContent }) => textContent === 'divers'), 'it is chosen');
    expect(await findings()).to.deep.equal([]);
    button('Save').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Saved: Kadri Mägi'), 'saved');
    expect(changes().map(({ what, body }) => [what, body])).to.deep.equal([
      ['PUT /identity/users/kadri.magi/tags', { tags: ['First aid', 'divers'] }],
    ]);
  });

  it('ADM-01 API-06 after a conflict both values are shown, and the input stays', async () => {
    const current = { ...KADRI, name: 'Kadri Saar', version: 5 };
    answers['PUT /identity/users/kadri.magi'] = () =>
      problem(412, 'edit.conflict', 'Anna Tamm changed this.', { current });
    await drawUser();
    await typeInto('Name', 'Kadri Mets');
    button('Save').click();
    await waitUntil(() => noteOf('Name') === 'Saved in the meantime: Kadri Saar', 'their value');
    expect(field('Name').value).to.equal('Kadri Mets');
    expect(find('.commit [role=alert]').textContent).to.contain('Your input is still here.');
  });

  it('ADM-01 input that is not saved stays when the list is shown and the user opened again', async () => {
    await drawUser();
    await typeInto('Job title', 'Pilot');
    button('Back to the list').click();
    await waitUntil(() => all('tbody tr').length > 0, 'the list');
    expect(snacks.value.at(-1)?.text).to.contain('Not saved yet: Kadri Mägi');
    button('Kadri Mägi').click();
    await waitUntil(() => field('Job title')?.value === 'Pilot', 'it is still there');
  });

  it('EMB-05 ADM-01 before a deactivation it says what depends on the user; a refusal is shown in the dialog', async () => {
    answers['GET /identity/users/k1/dependents'] = () =>
      json({
        ...DEPENDENTS,
        ...{
          delegations: 1,
          delegators: [{ id: 'anna.tamm', key: 'k0', name: 'Anna Tamm' }],
          departments: [{ id: 'd1', name: 'Cargo handling' }],
        },
      });
    let isRefused = true;
    answers['DELETE /identity/users/k1'] = () => {
      if (!isRefused) return json(null, 204);
      isRefused = false;
      return problem(409, 'group.last_admin', 'There is no other administrator.');
    };
    await drawUser();
    button('Actions: Kadri Mägi').click();
    button('Deactivate…').click();
    await waitUntil(() => words().includes('What happens to 3 open tasks'), 'the tasks');
    expect(all('.receivers > li').map(({ textContent }) => textContent)).to.deep.equal([
      '2 go to Toomas RebaneCheck mooring lines, Report of the shift',
      '1 stays: no other user may take it',
    ]);
    expect(words())
      .to.contain('1 delegation ends.')
      .and.to.contain('Informed by e-mail that their delegate left: Anna Tamm')
      .and.to.contain('This department is headed by the user: Cargo handling')
      .and.not.to.contain('managed by');
    expect(await findings()).to.deep.equal([]);
    button('Deactivate', 'dialog').click();
    await waitUntil(() => words().includes('There is no other administrator.'), 'the refusal');
    answers['GET /identity/users/kadri.magi'] = () => json({ ...KADRI, status: 'disabled', version: 4 });
    answers['GET /identity/users/kadri.magi/hand-over'] = () =>
      json({ ...RUN, state: 'held', held: { id: 'h1', until: LATER } });
    const deactivated: unknown[] = [];
    element().addEventListener('verva-user-deactivated', ({ detail }) => deactivated.push(detail));
    await typeInto('Reason', 'Left the port');
    button('Deactivate', 'dialog').click();
    await waitUntil(() => find('.settings-head').textContent?.includes('Inactive'), 'the status');
    expect(deactivated).to.deep.equal([{ userId: 'kadri.magi' }]);
    expect(reported).to.deep.equal([{ kind: 'user', id: 'kadri.magi' }]);
    expect(sent.findLast(({ what }) => what.startsWith('DELETE'))!.query).to.equal(
      '?reassign=manager&reason=Left+the+port',
    );
    await waitUntil(() => find('.banner')?.textContent?.includes('will be handed over'), 'the tasks wait');
    expect(await findings()).to.deep.equal([]);
    answers['DELETE /held/h1'] = () => json(null, 204);
    answers['GET /identity/users/kadri.magi/hand-over'] = () => json({ ...RUN, state: 'stopped', done: 0, failed: 0 });
    button('Undo').click();
    await waitUntil(() => root().textContent?.includes('3 tasks stayed.'), 'the undo');
  });

  it('ADM-01 SEC-02 tasks that stayed are listed with the reason, and are handed over to a chosen user', async () => {
    answers['GET /identity/users/kadri.magi'] = () => json({ ...KADRI, status: 'disabled' });
    answers['GET /identity/users/kadri.magi/hand-over'] = () => json(RUN);
    answers['GET /identity/users/kadri.magi/hand-over/items'] = () =>
      json({ items: [STAYED, { ...STAYED, taskId: 't2', name: null }], next: null, previous: null });
    answers['GET /identity/users/k1/dependents'] = () => json(DEPENDENTS);
    answers['GET /identity/users'] = () => json({ items: [TOOMAS], next: null, previous: null });
    answers['POST /identity/users/kadri.magi/hand-over'] = () =>
      json({ ...RUN, state: 'running', done: 0, failed: 0 }, 202);
    await draw(390, 'user-id="kadri.magi"', () => all('.links [class~="second"]').length === 2);
    expect(root().textContent).to.contain('1 task was handed over').and.to.contain('Confidential task');
    expect(await findings()).to.deep.equal([]);
    button('Hand over open tasks…').click();
    await waitUntil(() => words().includes('What happens to 3 open tasks'), 'the question');
    all('dialog input[type=radio]')[1]!.click();
    await waitUntil(() => field('New assignee'), 'the user is asked for');
    button('Hand over', 'dialog').click();
    await waitUntil(() => noteOf('New assignee') === 'Choose a user.', 'the fault');
    field('New assignee').focus();
    await sendKeys({ type: 'toom' });
    await waitUntil(() => all('[role=option]').length === 1, 'the user is found');
    find('[role=option]').click();
    await waitUntil(
      () => all('[role=option]').length === 0 && field('New assignee').value === 'Toomas Rebane',
      'chosen',
    );
    expect(await findings()).to.deep.equal([]);
    button('Hand over', 'dialog').click();
    await waitUntil(() => find('.banner')?.textContent?.includes('Handing over: 0 of 3'), 'it runs');
    expect(changes().at(-1)!.body).to.deep.equal({ to: 'k2', reason: null });

    answers['PUT /identity/users/kadri.magi/successor'] = () => json({ successor: TOOMAS });
    button('Change successor…').click();
    await waitUntil(() => words().includes('Successor of Kadri Mägi'), 'the successor is asked for');
    field('Successor').focus();
    await sendKeys({ type: 'toom' });
    await waitUntil(() => all('[role=option]').length === 1, 'the user is found');
    find('[role=option]').click();
    await waitUntil(() => field('Successor').value === 'Toomas Rebane', 'chosen');
    button('Save', 'dialog').click();
    await waitUntil(() => root().textContent?.includes('Successor: Toomas Rebane'), 'it is shown');
    expect(changes().at(-1)!.body).to.deep.equal({ successor: 'k2' });
  });

  it('ADM-01 a password is reset after confirmation, and its masked destination shown', async () => {
    answers['POST /identity/users/k1/password'] = () => json({ destination: 'k***@v***' });
    await drawUser();
    button('Reset password…').click();
    await waitUntil(() => words().includes('all sessions of the user end'), 'the question');
    expect(changes()).to.deep.equal([]);
    button('Reset password', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text.endsWith('k***@v***')), 'the destination');
  });

  it('SEC-01 a lost second factor is removed after confirmation', async () => {
    answers['DELETE /identity/users/kadri.magi/factors/f1'] = () => new Response(null, { status: 204 });
    await drawUser();
    button('Remove second factor').click();
    await waitUntil(() => root().querySelector('dialog'), 'the question');
    expect(words()).to.include('Remove second factor: Kadri Mägi');
    button('Remove second factor', 'dialog').click();
    await waitUntil(() => !words().includes('Two-step sign-in: authenticator app'), 'the user without it');
    expect(changes().map(({ what }) => what)).to.deep.equal(['DELETE /identity/users/kadri.magi/factors/f1']);
  });

  it('AUD-01 the latest failed sign-ins of a user are listed with number, address and time', async () => {
    const listed = () => find('.sessions')?.textContent ?? '';
    await drawUser();
    await waitUntil(() => listed().includes('7 failed attempts'), 'the failures');
    expect(listed()).to.include('203.0.113.9 · last on');
    expect(await findings()).to.deep.equal([]);
  });

  it('SEC-02 the sessions of a user are listed; one is ended, then all after a question', async () => {
    const listed = () => find('.sessions')?.textContent ?? '';
    let left = [session('s1', 'Firefox'), session('s2', 'Chrome')];
    answers['GET /identity/users/kadri.magi/sessions'] = () => json({ isKeptHere: true, sessions: left, failures: [] });
    answers['DELETE /identity/users/kadri.magi/sessions/s1'] = () => {
      left = left.slice(1);
      return new Response(null, { status: 204 });
    };
    answers['POST /identity/users/kadri.magi/sign-out'] = () => {
      left = [];
      return json({ ended: 1 });
    };
    await drawUser();
    await waitUntil(() => listed().includes('Firefox on Windows'), 'the sessions');
    expect(await findings()).to.deep.equal([]);
    button('End the session: Firefox on Windows').click();
    await waitUntil(() => !listed().includes('Firefox on Windows'), 'the list without it');
    expect((root() as ShadowRoot).activeElement?.textContent).to.equal('Sessions');
    button('End all sessions').click();
    await waitUntil(() => listed().includes('signs in again on every device'), 'the question');
    button('End all sessions').click();
    await waitUntil(() => listed().includes('The user is not signed in.'), 'the empty list');
    expect(changes().map(({ what }) => what)).to.deep.equal([
      'DELETE /identity/users/kadri.magi/sessions/s1',
      'POST /identity/users/kadri.magi/sign-out',
    ]);
  });

  it('ADM-01 the last linked account is not removed, with the reason in the dialog', async () => {
    answers['DELETE /identity/users/kadri.magi/links/Acme%20SSO'] = () =>
      problem(409, 'link.last_way_in', 'Kadri Mägi has no other way to sign in.');
    await drawUser();
    button('Remove linked account: Acme SSO').click();
    await waitUntil(() => root().querySelector('dialog'), 'the question');
    button('Remove', 'dialog').click();
    await waitUntil(() => words().includes('no other way to sign in'), 'the reason');
  });

  it('ADM-01 SEC-01 before a user is erased it says what stays, and another administrator approves', async () => {
    answers['GET /identity/users/kadri.magi'] = () => json({ ...KADRI, status: 'disabled' });
    answers['GET /identity/users/kadri.magi/hand-over'] = () => json(null);
    const mine = { ...ERASURE, state: 'asked', reason: 'Left', askedBy: TOOMAS, askedAt: LATER, isOwn: true };
    answers['POST /identity/users/kadri.magi/erase'] = () => json(mine, 201);
    await draw(390, 'user-id="kadri.magi"', () => button('Erase…'));
    button('Erase…').click();
    await waitUntil(() => words().includes('4 entries in the histories of cases'), 'what stays');
    expect(words()).to.contain('1 receipt of a reading, without the name');
    expect(await findings()).to.deep.equal([]);
    button('Request erasing', 'dialog').click();
    await waitUntil(() => noteOf('Reason') === 'Enter a reason.', 'the fault');
    await typeInto('Reason', 'Left');
    button('Request erasing', 'dialog').click();
    await waitUntil(() => root().textContent?.includes('Waiting for another administrator to approve.'), 'it waits');
    expect(changes().at(-1)!.body).to.deep.equal({ reason: 'Left' });

    answers['DELETE /identity/users/kadri.magi/erase'] = () => json(null, 204);
    answers['GET /identity/users/kadri.magi/erasure'] = () => json({ ...mine, isOwn: false });
    button('Withdraw').click();
    await waitUntil(() => root().textContent?.includes('Toomas Rebane requested on'), 'the request of another');
    answers['POST /identity/users/kadri.magi/erase/approve'] = () =>
      problem(403, 'access.denied', 'You do not have permission to do this.');
    button('Review and erase…').click();
    await waitUntil(() => words().includes('This cannot be undone.'), 'the last question');
    button('Erase', 'dialog').click();
    await waitUntil(() => words().includes('You do not have permission'), 'the refusal');
    answers['POST /identity/users/kadri.magi/erase/approve'] = () => json({ ...mine, isOwn: false, state: 'approved' });
    answers['GET /identity/users/kadri.magi/erasure'] = () => problem(404, 'user.not_found', 'Gone.');
    button('Erase', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Erased: Kadri Mägi'), 'it is over');
  });

  it('BEY-20 ADM-01 an element token changes name, department, managers, own groups and tags, and reads no sign-in', async () => {
    answers['GET /session'] = () => sessionWith(['people']);
    answers['GET /identity/users/kadri.magi'] = () => json({ ...KADRI, email: null, groups: ['crew', 'admin'] });
    answers['GET /identity/groups'] = () =>
      json([
        { id: 'crew', name: 'Crane drivers', kind: 'custom' },
        { id: 'admin', name: 'Administrators', kind: 'product' },
      ]);
    answers['PUT /identity/users/kadri.magi'] = (body) => json({ ...KADRI, ...body, version: 4 });
    await drawUser();
    await waitUntil(() => button('Remove Crane drivers'), 'the kinds of the groups are known');
    expect(button('Remove Administrators')).to.equal(undefined);
    for (const label of ['E-mail', 'Phone', 'Language', 'Job title', 'Company']) {
      expect(field(label).disabled, label).to.equal(true);
    }
    expect(field('Name').disabled || field('Department').disabled).to.equal(false);
    expect(sent.filter(({ what }) => /links|factors|successor/.test(what))).to.deep.equal([]);
    await typeInto('Name', 'Kadri Tamm');
    button('Save').click();
    await waitUntil(() => changes().length > 0, 'it is sent');
    expect(changes()[0]?.body.name).to.equal('Kadri Tamm');
    expect(await findings()).to.deep.equal([]);
  });

  it('BEY-20 EMB-05 with an element token, deactivating leads to the application, and the page may open it itself', async () => {
    answers['GET /session'] = () => sessionWith(['people']);
    await draw(1060);
    const paths: string[] = [];
    element().addEventListener('verva-open-application', (event) => {
      event.preventDefault();
      paths.push(event.detail.path);
    });
    button('Actions: Kadri Mägi').click();
    expect(all('[role=menuitem]').map(({ textContent }) => textContent)).to.include('Deactivate (in the application)');
    button('Deactivate (in the application)').click();
    expect(paths).to.deep.equal(['/settings/users?id=kadri.magi']);
    expect(words()).to.equal('');
    expect(changes()).to.deep.equal([]);
  });

  it('SEC-02 ADM-08 EMB-05 an import says what happens to the open tasks of deactivated users, and that an undo brings none back', async () => {
    const run = (leavers: string, more: object) => ({
      ...{
        id: 'r1',
        resource: 'people',
        state: 'done',
        total: 1,
        confirm: null,
        openTasks: 7,
        by: null,
        ofRun: null,
        columns: [],
      },
      counts: { add: 0, change: 1, same: 0, disable: 0, remove: 0, refuse: 0 },
      options: { key: 'username', missing: 'keep', invite: false, leavers },
      ...{ createdAt: '2026-11-23T10:00:00Z', endedAt: '2026-11-23T10:00:01Z' },
      ...more,
    });
    const queryOf = (what: string) => sent.findLast((one) => one.what === what)!.query;
    const leaversOf = () => new URLSearchParams(queryOf('POST /records/people/import')).get('leavers')!;
    Object.assign(answers, {
      'POST /records/people/import': () => json(run(leaversOf(), { mode: 'dry', done: 0, undoUntil: null }), 201),
      'GET /imports/r1/rows': () => json({ items: [], next: null, previous: null }),
      'POST /imports/r1/run': () =>
        json(run(leaversOf(), { mode: 'run', done: 1, undoUntil: '2026-11-30T10:00:00Z' }), 202),
    } satisfies Answers);
    const choose = async () => {
      const files = new DataTransfer();
      files.items.add(new File(['username,status\nkadri.magi,disabled'], 'users.csv'));
      const input = find('input[type=file]') as HTMLInputElement;
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await waitUntil(() => find('.import-tasks') !== null, 'the plan');
    };
    await draw(1060);
    find('.import-open').click();
    await waitUntil(() => find('.import-leavers'), 'the import');
    expect(await findings()).to.deep.equal([]);
    const [, keep] = all('.import-leavers input') as HTMLInputElement[];
    keep!.click();
    await choose();
    expect(find('.import-tasks').textContent).to.equal('Open tasks7 of deactivated users, kept');
    button('Choose another file').click();
    await waitUntil(() => find('.import-leavers'), 'the first step');
    await choose();
    expect(find('.import-tasks').textContent).to.equal('Open tasks7 of deactivated users, handed over');
    const done: unknown[] = [];
    element().addEventListener('verva-import-done', ({ detail }) => done.push(detail));
    button('Import 1 user').click();
    await waitUntil(() => root().textContent?.includes('1 user imported.'), 'the result');
    const counts = { add: 0, change: 1, same: 0, disable: 0, remove: 0, refuse: 0 };
    expect(done).to.deep.equal([{ runId: 'r1', counts }]);
    expect(root().textContent).to.contain('An undo does not bring back tasks that were handed over.');
    expect(await findings()).to.deep.equal([]);
  });

  it('EMB-01 with `readonly`, nothing can be edited with a full token either, and attributes limit the list', async () => {
    await draw(1060, 'readonly department-id="d1" company-id="c1" query="status=eq:active"');
    const asked = () => sent.findLast(({ what }) => what === 'GET /records/people')!.query;
    expect(asked()).to.contain('department=eq:d1&company=eq:c1&status=eq:active');
    expect(button('New user')).to.equal(undefined);
    expect(find('.import-open')).to.equal(null);
    const queries: unknown[] = [];
    element().addEventListener('verva-users-changed', ({ detail }) => queries.push(detail.query));
    element().setAttribute('department-id', 'd2');
    await waitUntil(() => asked().includes('department=eq:d2&company=eq:c1'), 'the other department');
    expect(queries).to.deep.equal([]);
    element().setAttribute('user-id', 'kadri.magi');
    await waitUntil(() => find('.settings-head')?.textContent?.includes('Kadri Mägi'), 'the user');
    expect(all('input:not([readonly], [disabled])')).to.deep.equal([]);
    expect(button('Save')).to.equal(undefined);
    expect(find('.sessions')).to.equal(null);
    expect(button('Actions: Kadri Mägi')).to.equal(undefined);
    expect(await findings()).to.deep.equal([]);
  });

  it('ADM-01 ADM-02 memberships of an identity provider or a directory are locked, and say where they come from', async () => {
    Object.assign(answers, {
      'GET /identity/users/kadri.magi': () => json({ ...KADRI, groups: ['crew', 'safety', 'night'] }),
      'GET /identity/users/kadri.magi/rights': () =>
        json({
          memberships: [
            { id: 'crew', source: 'idp' },
            { id: 'safety', source: 'scim' },
            { id: 'night', source: 'manual' },
          ],
        }),
    } satisfies Answers);
    await drawUser();
    await waitUntil(() => root().textContent?.includes('Crane drivers'), 'the names');
    const chips = all('.chips[aria-label=Groups] > .chip').map((chip) => [
      chip.textContent,
      chip.querySelector('button') !== null,
    ]);
    expect(chips).to.deep.equal([
      ['Crane driversby the identity provider', false],
      ['safetyby the directory', false],
      ['night', true],
    ]);
    expect(await findings()).to.deep.equal([]);
  });

  it('BEY-20 with people:read only, nothing can be edited', async () => {
    answers['GET /session'] = () => sessionWith(['people:read']);
    await draw(1060);
    expect(button('New user')).to.equal(undefined);
    expect(find('.import-open')).to.equal(null);
    button('Kadri Mägi').click();
    await waitUntil(() => field('Name'), 'the user');
    const controls = all('input, select, textarea') as HTMLInputElement[];
    expect(controls.length > 5 && controls.every(({ disabled }) => disabled)).to.equal(true);
    expect(button('Save')).to.equal(undefined);
    expect(all('.chip button').length).to.equal(0);
    expect(button('Open in the application')).to.not.equal(undefined);
    expect(await findings()).to.deep.equal([]);
  });

  it('BEY-20 a token without a scope for users says that they cannot be seen', async () => {
    answers['GET /session'] = () => sessionWith(['inbox']);
    answers['GET /records/people'] = () => problem(403, 'scope.missing', 'This token does not allow people.');
    await draw(1060, '', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('Only administrators can change them.');
  });
});
