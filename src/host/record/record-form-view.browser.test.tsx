import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { Problem } from '../../shared/contracts/errors.ts';
import { formatDay } from '../../shared/locale/index.ts';
import { unsavedInputs } from '../../shared/page/unsaved.ts';
import { RecordFormView } from './record-form-view.tsx';

const ID = '019aa5d0-0000-7000-8000-000000000001';
const ROOT = { id: 'root', key: '019aa5d0-0000-7000-8000-000000000009', name: 'Rita Root' };
const text = (key: string, label: string) => ({ type: 'text', key, label: { en: label } });
const FORM = {
  title: 'Assets',
  statuses: [
    { id: 'pending', title: 'Pending', color: '#FFB74D' },
    { id: 'assigned', title: 'Assigned', color: '#70CA44' },
  ],
  moves: null,
  deletable: false,
  formId: 'asset',
  number: 1,
  fileLimit: 1_000_000,
  body: {
    formatVersion: 1,
    id: 'asset',
    title: { en: 'Asset' },
    root: {
      type: 'stack',
      id: 'root',
      children: [
        { ...text('name', 'Name'), required: true },
        text('place', 'Place'),
        { type: 'attachment', key: 'papers', label: { en: 'Papers' } },
      ],
    },
  },
};
const RECORD = {
  id: ID,
  resource: 'assets',
  number: 'A-0003',
  title: 'Crane',
  status: 'assigned',
  owner: ROOT,
  data: { name: 'Crane', place: 'Quay 1' },
  created: '2026-11-20T08:00:00.000Z',
  changed: '2026-11-21T08:00:00.000Z',
  changedBy: ROOT,
  hold: false,
  keptUntil: null,
  version: 1,
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: { data: object; status?: string };
  readonly ifMatch: number | undefined;
}
let sent: Sent[];
/** Queued responses of the server; an Error is thrown. */
let answers: unknown[];

const ANN = { id: 'ann', key: '019aa5d0-0000-7000-8000-000000000008', name: 'Ann Ash' };
const RELATED = {
  cases: [
    {
      ...{ id: 'c1', title: 'Move an asset', number: 'M-0007', status: 'active', isOwn: true },
      ...{ started: '2026-11-20T08:00:00.000Z', ended: null },
    },
  ],
  tasks: [
    { id: 't1', name: 'Approve the move', assignee: ANN, created: '2026-11-20T08:00:00.000Z', mayOpen: true },
    { id: 't2', name: 'Book a lorry', assignee: null, created: '2026-11-20T08:00:00.000Z', mayOpen: false },
  ],
  starts: [{ id: 'move', title: 'Move an asset' }],
  linked: [
    {
      ...{ id: 'r2', resource: 'keys', registry: 'Keys', number: 'K-1', title: 'Cabin key' },
      status: { id: 'out', title: 'Handed out', color: '#70CA44' },
    },
  ],
};
const COMMENT = {
  ...{ id: 'm1', author: ANN, text: 'Check the brakes', mentions: [], created: '2026-11-21T08:00:00.000Z' },
  ...{ edited: null, removed: null, mayEdit: false, mayRemove: false, version: 1 },
};
let comments: object[];

const send = (async ({ method, path }: Sent, { body, ifMatch }: Sent) => {
  if (path.endsWith('/related')) return RELATED;
  if (path.endsWith('/comments') && method === 'GET') return comments;
  if (method !== 'GET') sent.push({ method, path, body, ifMatch });
  const answer = answers.shift();
  if (answer instanceof Error) throw answer;
  return answer;
}) as unknown as typeof call;

describe('a record on its own page', () => {
  const { draw, find, all, named, labelled, says, offences } = renderHarness('div');
  const before = location.href;
  afterEach(() => history.replaceState(null, '', before));

  function open(query: string, ...given: unknown[]): void {
    [sent, answers, comments] = [[], given, [COMMENT]];
    history.replaceState(null, '', `?${query}`);
    draw(<RecordFormView send={send} />);
  }
  const openRecord = async (...given: unknown[]) => {
    open(`resource=assets&recordId=${ID}`, ...given);
    await waitUntil(() => find('h1') !== null, 'the record is there');
  };
  async function type(label: string, typed: string): Promise<void> {
    labelled(label)!.focus();
    labelled(label)!.select();
    await sendKeys({ type: typed });
  }

  it('PRV-01 a record has its comments, its cases and tasks, and the records that refer to it, and keeps its input meanwhile', async () => {
    await openRecord({ ...FORM, record: RECORD, readOnly: false });
    const tab = (name: string) => [...all<HTMLElement>('[role=tab]')].find((one) => one.textContent?.includes(name))!;
    expect(find('.commit')).to.not.equal(null);
    tab('Comments').click();
    await waitUntil(() => says('Check the brakes'), 'the comments are there');
    expect(find('.commit'), 'nothing can be saved here').to.equal(null);
    tab('Form').click();
    await waitUntil(() => find('.commit') !== null, 'the form can be saved');
    await type('Place', 'Quay 7');
    tab('Comments').click();
    await waitUntil(
      () => find('.commit [role=status]')?.textContent === 'Not saved yet.',
      'unsaved input can be saved',
    );
    expect(await offences()).to.deep.equal([]);
    comments = [COMMENT, { ...COMMENT, id: 'm2', text: 'Done' }];
    await type('New comment', 'Done');
    await waitUntil(() => !(named('Comment') as HTMLButtonElement).ariaDisabled, 'it can be sent');
    named('Comment').click();
    await waitUntil(() => all('.comment-item').length === 2, 'the comment is there');
    expect(sent).to.deep.equal([
      {
        ...{ method: 'POST', path: '/api/records/{resource}/{recordId}/comments', ifMatch: undefined },
        body: { text: 'Done', mentions: [] },
      },
    ]);

    tab('Cases and tasks').click();
    await waitUntil(() => says('Approve the move') && says('Ann Ash'), 'the tasks are there');
    const links = () => [...all<HTMLAnchorElement>('.record-panel a')].map((link) => link.getAttribute('href'));
    expect(links()).to.deep.equal(['/start/move', '/inbox?taskId=t1', '/requests/c1']);
    expect(says(`Since ${formatDay('2026-11-20')}`) && says('Unassigned')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    tab('Linked').click();
    await waitUntil(() => says('Cabin key') && says('Handed out'), 'the linked records are there');
    expect(links()).to.deep.equal(['/record-form-view?resource=keys&recordId=r2']);
    expect(await offences()).to.deep.equal([]);
    tab('Form').click();
    await waitUntil(() => labelled('Place') !== null, 'the form is there');
    expect((labelled('Place') as HTMLInputElement).value).to.equal('Quay 7');
  });

  it('RTE-05 PRV-01 a record is changed with its status, asks before leaving, and is saved with its version', async () => {
    await openRecord({ ...FORM, record: RECORD, readOnly: false }, { ...RECORD, title: 'Big crane', version: 2 });
    expect(find('h1')!.textContent).to.equal('Crane');
    expect(document.title).to.equal('Crane · Verva');
    expect(says('A-0003') && says('Rita Root')).to.equal(true);
    const mark = () => getComputedStyle(find('.record-status[aria-pressed=true] .record-mark')!).backgroundColor;
    const state = () => find('.commit [role=status]')!.textContent;
    expect(mark()).to.equal('rgb(112, 202, 68)');
    expect(unsavedInputs()).to.deep.equal([]);
    expect([state(), named('Save').ariaDisabled]).to.deep.equal(['Nothing is changed.', 'true']);
    await type('Name', 'Big crane');
    await waitUntil(() => state() === 'Not saved yet.', 'the state is said');
    find('.record-status')!.focus();
    await sendKeys({ press: 'Enter' });
    expect(find('.record-status[aria-pressed=true]')!.textContent).to.equal('PendingAfter saving');
    expect(mark()).to.equal('rgb(255, 183, 77)');
    expect(unsavedInputs()).to.have.length(1);
    expect(await offences()).to.deep.equal([]);
    named('Save').click();
    await waitUntil(() => find('h1')!.textContent === 'Big crane', 'it is saved');
    await waitUntil(() => state()?.startsWith('Saved '), 'the time is said');
    const data = { name: 'Big crane', place: 'Quay 1', papers: null };
    expect(sent).to.deep.equal([
      { method: 'PUT', path: '/api/records/{resource}/{recordId}', body: { data, status: 'pending' }, ifMatch: 1 },
    ]);
    expect(unsavedInputs()).to.deep.equal([]);
    labelled('Name')!.focus();
    labelled('Name')!.select();
    await sendKeys({ press: 'Delete' });
    named('Save').click();
    await waitUntil(() => find('[aria-invalid]') !== null, 'what is missing is marked');
    expect(sent).to.have.length(1);
  });

  it('PRV-01 a record offers the allowed statuses with the fields that they need', async () => {
    const moves = [{ from: 'assigned', to: 'pending', requires: ['place'] }];
    await openRecord({ ...FORM, moves, record: RECORD, readOnly: false });
    expect(all('.record-status').map(({ textContent }) => textContent)).to.deep.equal([
      'PendingNeeds Place',
      'AssignedNow',
    ]);
    open('resource=assets&recordId=A-2', { ...FORM, moves: [], record: RECORD, readOnly: false });
    await waitUntil(() => all('.record-status').length === 1, 'only its own status is offered');
    expect(says('You cannot change this status.')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 a user who may delete a record holds it, moves it to the bin and restores it, and input stays meanwhile', async () => {
    const held = { ...RECORD, hold: true, keptUntil: '2027-01-05', version: 2 };
    const form = { ...FORM, deletable: true, record: RECORD, readOnly: false };
    await openRecord(form, held, undefined, RECORD, form);
    await type('Place', 'Quay 9');
    const choose = async (name: string) => {
      named('Actions').click();
      await waitUntil(() => find('[role=menu]:popover-open') !== null, 'the menu is open');
      all('[role=menu]:popover-open [role=menuitem]')
        .find((one) => one.textContent?.includes(name))!
        .click();
    };
    await choose('Put on hold');
    await waitUntil(() => says('On hold: kept without a limit'), 'it is held');
    expect(labelled('Place')!.value).to.equal('Quay 9');
    await choose('Delete');
    await waitUntil(() => find('dialog .danger') !== null, 'the question is shown');
    expect(await offences()).to.deep.equal([]);
    find('dialog .danger')!.click();
    await waitUntil(() => says('This record is in the bin'), 'it is in the bin');
    named('Restore').click();
    await waitUntil(() => find('h1') !== null, 'it is back');
    expect(sent.map(({ method, path, ifMatch }) => [method, path.replace(/.*Id./, ''), ifMatch])).to.deep.equal([
      ['PUT', '', 1],
      ['DELETE', '', 2],
      ['POST', '/restore', undefined],
    ]);
  });

  it('RTE-05 API-04 a conflict names the other user, and continuing with the own changes merges both', async () => {
    const theirs = { ...RECORD, data: { name: 'Crane', place: 'Quay 2' }, version: 2 };
    const problem = { code: 'edit.conflict', status: 412, title: '', current: theirs } as unknown as Problem;
    const conflict = new ApiError('edit.conflict', 412, { problem });
    await openRecord({ ...FORM, record: RECORD, readOnly: false }, conflict, { ...theirs, version: 3 });
    await type('Name', 'My crane');
    named('Save').click();
    await waitUntil(() => says('Changed by Rita Root'), 'who was quicker is named');
    expect(labelled('Name')!.value).to.equal('My crane');
    expect(await offences()).to.deep.equal([]);
    named('Keep mine').click();
    await waitUntil(() => labelled('Place')!.value === 'Quay 2', 'their change is there too');
    expect(labelled('Name')!.value).to.equal('My crane');
    expect(unsavedInputs()).to.have.length(1);
    named('Save').click();
    await waitUntil(() => unsavedInputs().length === 0, 'it is saved');
    expect(sent.map(({ ifMatch }) => ifMatch)).to.deep.equal([1, 2]);
    expect(sent[1]!.body.data).to.deep.equal({ name: 'My crane', place: 'Quay 2', papers: null });
  });

  it('RTE-05 FRM-02 a user with read access sees a document', async () => {
    await openRecord({ ...FORM, record: RECORD, readOnly: true });
    expect(says('Assigned') && says('Quay 1')).to.equal(true);
    expect(all('input, select, button:not([role=tab])').map(({ ariaLabel }) => ariaLabel)).to.deep.equal(['Print']);
    expect(await offences()).to.deep.equal([]);
  });

  it('RTE-05 PRV-01 a record that cannot be shown gives the reason, and a failed load is retried', async () => {
    open('resource=assets');
    await waitUntil(() => says('No record selected'), 'what the address lacks is said');
    open('resource=assets&recordId=A-1', new ApiError('record.not_found', 404));
    await waitUntil(() => says('This record does not exist, or you do not have access to it.'), 'there is none');
    open('resource=assets&recordId=new', new ApiError('access.denied', 403));
    await waitUntil(() => says('You do not have permission to add records here.'), 'it is for others');
    const ready = { ...FORM, record: null, readOnly: false };
    open('resource=assets&recordId=A-2', new ApiError('network', 0), ready);
    await waitUntil(() => says('This record could not be loaded.'), 'it failed');
    expect(await offences()).to.deep.equal([]);
    named('Try again').click();
    await waitUntil(() => says('New record'), 'it is there');
    expect(find('.record-status[aria-pressed=true]')!.textContent).to.match(/^Pending/);
    expect(says('You can add files once this is saved.')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
  });
});
