import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { runAxe } from '../../../../test/support/axe.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../../shared/api/index.ts';
import { CommentsPanel } from '../../../shared/comments/comments-panel.tsx';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { defineWidget } from '../../../shared/define-widget/define-widget.tsx';
import { type CollaborationStore, createCollaborationStore } from './collaboration.store.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { useCommands } from './use-commands.ts';

const MART = { id: 'mart.kask', key: 'mart-key', name: 'Mart Kask' };
const commentOf = (id: string, text: string | null, more: object = {}) => ({
  id,
  author: { id: 'anna.tamm', key: 'anna-key', name: 'Anna Tamm' },
  text,
  mentions: [],
  created: '2026-11-18T10:00:00.000Z',
  edited: null,
  removed: null,
  mayEdit: true,
  mayRemove: true,
  version: 1,
  ...more,
});

let items: object[] = [];
let sent: { path: string; body: Record<string, unknown> }[] = [];
let refusal: ApiError | null = null;
let collaboration: CollaborationStore;
let commands: string[] = [];

function CommentsSample() {
  useCommands((command) => commands.push(command));
  return <CommentsPanel store={collaboration} focus={0} />;
}
defineWidget('verva-comments-sample', CommentsSample);

let task: Partial<TaskDetail> = {};
let snoozed: Date[] = [];
defineWidget('verva-snooze-sample', () => (
  <SnoozeDialog
    task={task as TaskDetail}
    collaboration={collaboration}
    onClose={() => undefined}
    onDone={(until) => snoozed.push(until)}
  />
));

let element: HTMLElement;
const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const one = <T extends HTMLElement>(selector: string) => all(selector)[0] as T;
const button = (name: string) => all('button').find(({ textContent }) => textContent?.trim() === name);
const realFetch = window.fetch;

async function draw(tag: string): Promise<void> {
  await setViewport({ width: 900, height: 900 });
  sent = [];
  snoozed = [];
  commands = [];
  refusal = null;
  const send = async (
    { method, path }: { method: string; path: string },
    { body }: { body: Record<string, unknown> },
  ) => {
    if (method === 'GET') return items;
    sent.push({ path: `${method} ${path}`, body });
    if (refusal) throw refusal;
    return {};
  };
  collaboration = createCollaborationStore(send as unknown as typeof call, 't1', () => undefined);
  window.fetch = async () =>
    new Response(JSON.stringify({ items: [MART], next: null, previous: null }), {
      headers: { 'content-type': 'application/json' },
    });
  element = document.body.appendChild(document.createElement(tag));
}
afterEach(() => {
  element.remove();
  window.fetch = realFetch;
});

describe('the comments of a task', () => {
  beforeEach(async () => {
    items = [
      commentOf('c1', '<img src=x> & @Mart Kask', { mentions: [MART] }),
      commentOf('c2', null, {
        removed: { at: '2026-11-18T11:00:00.000Z', by: MART },
        mayEdit: false,
        mayRemove: false,
      }),
      commentOf('c3', 'Done', { onBehalfOf: MART }),
    ];
    await draw('verva-comments-sample');
    await waitUntil(() => all('.comment-item').length === 3, 'the comments are drawn');
  });

  it('TSK-17 BEY-03 show markup as text, distinguish names, show who removed one, and both users of a delegation', async () => {
    const [first, second, third] = all('.comment-item');
    expect(first?.querySelector('.words')?.textContent).to.equal('<img src=x> & @Mart Kask');
    expect(first?.querySelector('.words img')).to.equal(null);
    expect(first?.querySelector('.words b')?.textContent).to.equal('@Mart Kask');
    expect(second?.textContent).to.contain('Removed: Mart Kask');
    expect(second?.querySelector('button')).to.equal(null);
    expect(third?.querySelector('.strong')?.textContent).to.equal('For Mart Kask, by Anna Tamm');
    const { violations } = await runAxe(element);
    expect(violations.map(({ id }) => id)).to.deep.equal([]);
  });

  it("TSK-17 mention a user by keyboard only, and send the user's key", async () => {
    one<HTMLTextAreaElement>('textarea').focus();
    await sendKeys({ type: 'Ask @mar' });
    await waitUntil(() => all('.people [role=option]').length === 1, 'Mart is offered');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => one<HTMLTextAreaElement>('textarea').value === 'Ask @Mart Kask ', 'the name is written');
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Control' });
    await waitUntil(() => sent.length === 1, 'it is sent');
    expect(sent[0]?.body).to.deep.equal({ text: 'Ask @Mart Kask ', mentions: ['mart-key'] });
    await waitUntil(() => one<HTMLTextAreaElement>('textarea').value === '', 'the field is empty again');
  });

  it('TSK-17 keep the input when a mentioned user cannot see the task, and offer to give access', async () => {
    const problem = { code: 'mention.not_visible', params: { names: 'Mart Kask' }, mayInvite: true };
    refusal = new ApiError('mention.not_visible', 422, { problem: problem as never });
    one<HTMLTextAreaElement>('textarea').focus();
    await sendKeys({ type: 'Look' });
    button('Comment')?.click();
    await waitUntil(() => button('Give access and post') !== undefined, 'the offer is there');
    expect(one<HTMLTextAreaElement>('textarea').value).to.equal('Look');
    refusal = null;
    button('Give access and post')?.click();
    await waitUntil(() => sent.length === 2, 'it is sent again');
    expect(sent[1]?.body).to.deep.equal({ text: 'Look', mentions: [], invite: true });
  });

  it('TSK-17 a page sends commands by an event, and unknown commands do nothing', () => {
    for (const detail of [{ command: 'assign' }, { command: 'explode' }, {}, null]) {
      element.dispatchEvent(new CustomEvent('verva-task-command', { detail }));
    }
    expect(commands).to.deep.equal(['assign']);
  });
});

describe('being reminded at another time', () => {
  it('BEY-10 asks for a future day and time, and explains what continues or offers to stop the clock', async () => {
    task = { due: '2031-01-10T10:00:00.000Z', escalates: null, mayStopClock: false };
    await draw('verva-snooze-sample');
    await waitUntil(() => all('dialog input').length === 2, 'the dialog is drawn');
    expect(one('dialog').textContent).to.contain('The due date and escalation still apply');
    const [day, time] = all('dialog input') as HTMLInputElement[];
    day!.focus();
    day!.select();
    await sendKeys({ type: '01/01/2020' });
    button('Remind me')?.click();
    await waitUntil(() => one('.error')?.textContent === 'Choose a time in the future.', 'the past is refused');
    expect(sent).to.deep.equal([]);
    day!.focus();
    day!.select();
    await sendKeys({ type: '05/01/2031' });
    time!.focus();
    time!.select();
    await sendKeys({ type: '9:30' });
    button('Remind me')?.click();
    await waitUntil(() => snoozed.length === 1, 'it is sent');
    expect(sent[0]?.path).to.equal('PUT /api/tasks/{id}/snooze');
    expect(sent[0]?.body.stopsClock).to.equal(false);
    element.remove();

    task = { ...task, mayStopClock: true };
    await draw('verva-snooze-sample');
    await waitUntil(() => all('input[type=checkbox]').length === 1, 'the clock can be stopped');
    one('input[type=checkbox]').click();
    button('Remind me')?.click();
    await waitUntil(() => sent.length === 1, 'it is sent');
    expect(sent[0]?.body.stopsClock).to.equal(true);
  });
});
