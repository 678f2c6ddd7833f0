import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { call } from '../../../shared/api/index.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { defineWidget } from '../../../shared/define-widget/define-widget.tsx';
import { timeZone, useMessages } from '../../../shared/locale/index.ts';
import { taskFormMessages } from '../task-form.messages.ts';
import { TaskHead } from '../task-head.tsx';
import { createCollaborationStore } from './collaboration.store.ts';
import { headMessages } from './head.messages.ts';
import { HeadActions } from './head-actions.tsx';
import { OtherTasks } from './other-tasks.tsx';

const OVERDUE = { status: 'open', due: '2020-01-10T10:00:00.000Z', snoozedUntil: null, mayEdit: true, clock: null };
let task: object = OVERDUE;
const collaboration = createCollaborationStore((async () => []) as unknown as typeof call, 't1', () => undefined);

defineWidget('verva-head-sample', () => (
  <HeadActions
    task={task as TaskDetail}
    collaboration={collaboration}
    act={{ status: 'idle' }}
    t={useMessages(taskFormMessages)}
    h={useMessages(headMessages)}
    onAct={async () => undefined}
    onAsk={() => undefined}
    onSnooze={() => undefined}
    onWake={() => undefined}
    onTakeBack={() => undefined}
  />
));
defineWidget('verva-clock-sample', () => (
  <TaskHead
    task={task as TaskDetail}
    t={useMessages(taskFormMessages)}
    h={useMessages(headMessages)}
    headingId="name"
    headingRef={null}
    actions={null}
    onWhy={() => undefined}
  />
));
const openedHere: string[] = [];
defineWidget('verva-others-sample', () => (
  <OtherTasks taskId="t1" version={1} onOpen={(id) => void openedHere.push(id)} />
));

describe('the head of a task', () => {
  const realFetch = window.fetch;
  let element: HTMLElement;
  const button = (name: string) =>
    element.shadowRoot?.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`) ?? null;
  const draw = (tag: string) => (element = document.body.appendChild(document.createElement(tag)));
  afterEach(() => {
    element.remove();
    window.fetch = realFetch;
  });

  it('BEY-10 offers a later reminder also for overdue tasks, and not to readers', async () => {
    for (const due of ['2131-01-10T10:00:00.000Z', OVERDUE.due]) {
      task = { ...OVERDUE, due };
      draw('verva-head-sample');
      await waitUntil(() => button('Remind me later') !== null);
      expect(button('Remind me later')?.getAttribute('aria-disabled')).to.equal(null);
      button('Remind me later')?.click();
      const offered = () => [...(element.shadowRoot?.querySelectorAll('[role=menuitem]') ?? [])];
      await waitUntil(() => offered().some(({ textContent }) => textContent?.startsWith('Tomorrow')));
      element.remove();
    }
    task = { ...OVERDUE, mayEdit: false };
    draw('verva-head-sample');
    await waitUntil(() => button('More actions') !== null);
    expect(button('Remind me later')).to.equal(null);
  });

  it('BEY-10 shows when the task is due and when it escalates, and whether a reminder stops the clock', async () => {
    const facts = () => element.shadowRoot?.querySelector<HTMLElement>('.facts')?.textContent ?? '';
    const open = { ...OVERDUE, name: 'Check the fee', via: 'group', identityLinks: [], delegated: false };
    const timed = { ...open, due: '2131-01-10T10:00:00.000Z', escalates: '2131-01-11T12:30:00.000Z' };
    const zone = timeZone.value;
    timeZone.value = 'UTC';
    const factsOf = async (more: object) => {
      task = { ...timed, ...more };
      draw('verva-clock-sample');
      await waitUntil(() => facts() !== '');
      const text = facts();
      element.remove();
      return text;
    };
    const plain = await factsOf({});
    expect(plain).to.match(/Due 10 Jan 2131, 10:00/);
    expect(plain).to.match(/Escalates 11 Jan 2131, 12:30/);
    const untimed = await factsOf({ due: null, escalates: null });
    expect(untimed).to.contain('No due date');
    expect(untimed).not.to.contain('Escalates');
    const until = '2131-01-05T08:00:00.000Z';
    expect(await factsOf({ snoozedUntil: until })).to.match(
      /Snoozed until 5 Jan 2131, 08:00\(the due date and escalation still apply\)/s,
    );
    const mart = { id: 'mart.kask', key: 'mart', name: 'Mart Kask' };
    const stopped = await factsOf({ snoozedUntil: until, clock: { until, by: mart } });
    expect(stopped).to.match(/Mart Kask stopped the clock until 5 Jan 2131, 08:00/);
    expect(stopped).not.to.contain('still apply');
    timeZone.value = zone;
  });

  it('TSK-11 other tasks of the case are shown next to the history: links for users who may open them, names for others', async () => {
    const others = [
      { id: 't2', name: 'Check fee', assignee: { id: 'a', key: 'a', name: 'Andres Ilves' }, due: null, mayOpen: true },
      { id: 't3', name: 'Ask the council', assignee: null, due: null, mayOpen: false },
    ];
    const asked: string[] = [];
    window.fetch = async (input) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input), location.href).pathname);
      return new Response(JSON.stringify(others), { headers: { 'content-type': 'application/json' } });
    };
    draw('verva-others-sample');
    const opened: unknown[] = [];
    element.addEventListener('verva-task-opened', (event) => opened.push(event.detail));
    const rows = () => [...(element.shadowRoot?.querySelectorAll('li') ?? [])];
    await waitUntil(() => rows().length === 2);
    expect(asked.filter((path) => path.includes('active-tasks'))).to.deep.equal(['/api/tasks/t1/active-tasks']);
    expect(rows()[0]?.textContent).to.contain('Andres Ilves');
    expect(rows()[1]?.textContent).to.contain('Ask the council');
    expect(rows()[1]?.querySelector('button')).to.equal(null);
    rows()[0]?.querySelector('button')?.click();
    expect(opened).to.deep.equal([{ taskId: 't2' }]);
    expect(openedHere).to.deep.equal(['t2']);
    element.addEventListener('verva-task-opened', (event) => event.preventDefault());
    rows()[0]?.querySelector('button')?.click();
    expect(opened.length).to.equal(2);
    expect(openedHere, 'the page opens it').to.deep.equal(['t2']);
  });
});
