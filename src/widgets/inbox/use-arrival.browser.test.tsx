import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useRef } from 'react';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { inboxMessages } from './inbox.messages.ts';
import { createInboxStore, type InboxStore } from './inbox.store.ts';
import { Keys } from './keys.tsx';
import { TaskList } from './task-list.tsx';
import { useArrival } from './use-arrival.ts';
import type { ListHandle } from './virtual-list.tsx';

let store: InboxStore;
let element: HTMLElement;
let opened: string[] = [];
let takesFocus = false;

const task = (index: number) => ({
  id: `t${index}`,
  name: index === 2 ? 'Approve leave: Jüri Lepik' : `Task ${index}`,
  ...(index === 2 ? { step: 'Approve leave' } : {}),
  process: { key: 'leave', name: 'Leave request', shortName: 'Leave', version: 1 },
  businessKey: `LR-2026-0000000${index}`,
  unread: true,
  hasDraft: false,
  assignee: null,
  priority: 50,
  created: '2026-11-01T10:00:00.000Z',
  due: '2999-11-01T10:00:00.000Z',
  dueDate: null,
  via: 'group',
  comments: 0,
});
const serve = async ({ path }: { path: string }) =>
  path === '/api/tasks' ? { items: [0, 1, 2].map(task), next: null } : [];

function Sample() {
  const t = useMessages(inboxMessages);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  useArrival(store, list, null, takesFocus);
  const onOpen = (id: string) => void opened.push(id);
  return (
    <div className="split alone" ref={box}>
      <Keys box={box} list={list} store={store} open={null} onOpen={onOpen} onHelp={() => undefined} t={t} />
      <section className="list-pane" aria-label="Inbox">
        <input type="search" aria-label="Search" />
        <TaskList store={store} t={t} open={null} onOpen={onOpen} handle={list} />
      </section>
    </div>
  );
}
defineWidget('verva-arrival-sample', Sample);

const row = (id: string) => element.shadowRoot?.querySelector<HTMLElement>(`[data-task="${id}"]`);
const focused = () => (element.shadowRoot?.activeElement as HTMLElement | null)?.dataset.task;

async function draw(isApplication: boolean): Promise<void> {
  takesFocus = isApplication;
  opened = [];
  store = createInboxStore(serve as unknown as typeof call);
  element = document.createElement('verva-arrival-sample');
  element.style.cssText = 'display: block; height: 500px; width: 320px';
  document.body.append(element);
  await waitUntil(() => element.shadowRoot?.querySelector('input[type=search]'), 'the list without rows');
}

async function loadRows(): Promise<void> {
  await store.adopt({ group: 'none' });
  await waitUntil(() => row('t2'), 'the rows');
}

/** The focus moves in the frame after the rows are there. */
const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

describe('arriving at the inbox', () => {
  afterEach(() => {
    store.stop();
    element.remove();
  });

  it('TSK-17 in the application the keys work at once, and the ring shows with the first of them', async () => {
    await draw(true);
    await loadRows();
    await waitUntil(() => focused() === 't0', 'the first row has the focus');
    expect(getComputedStyle(row('t0')!).outlineStyle).to.equal('none');
    await sendKeys({ press: 'j' });
    await waitUntil(() => focused() === 't1', 'j works at once');
    expect(getComputedStyle(row('t1')!).outlineStyle).to.equal('solid');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => opened.length > 0);
    expect(opened).to.deep.equal(['t1']);
    await sendKeys({ press: '/' });
    await waitUntil(() => element.shadowRoot?.activeElement?.matches('input[type=search]'), 'the search');
  });

  it('TSK-17 the focus stays on a page of others, and where the user has put it', async () => {
    await draw(false);
    await loadRows();
    await frames();
    expect(document.activeElement?.localName).to.equal('body');
    element.remove();

    await draw(true);
    const field = document.body.appendChild(document.createElement('input'));
    field.id = 'own';
    field.focus();
    await loadRows();
    await frames();
    expect(document.activeElement?.id).to.equal('own');
    field.remove();
  });

  it('TSK-17 the focus stays with what the user opens or enters before the rows are there', async () => {
    await draw(true);
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await loadRows();
    await frames();
    expect(document.activeElement?.localName).to.equal('body');
    element.remove();

    await draw(true);
    const host = document.body.appendChild(document.createElement('div'));
    host.attachShadow({ mode: 'open' }).innerHTML = '<input>';
    host.shadowRoot?.querySelector('input')?.focus();
    await loadRows();
    await frames();
    expect(document.activeElement).to.equal(host);
    host.remove();
    element.remove();

    // A menu of the frame is opened before the list's own code has come.
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    await draw(true);
    await loadRows();
    await frames();
    expect(document.activeElement).to.equal(button);
    button.remove();
  });

  it('TSK-17 the link that led to the inbox gives the focus to the list', async () => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = '/inbox';
    link.focus();
    await draw(true);
    await loadRows();
    await waitUntil(() => focused() === 't0', 'the first row has the focus');
    link.remove();
  });
});
