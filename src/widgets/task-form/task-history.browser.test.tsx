import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { HistoryItem } from '../../shared/contracts/tasks.contract.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { panelMessages } from './collaboration/panels.messages.ts';
import { taskFormMessages } from './task-form.messages.ts';
import { TaskHistory } from './task-history.tsx';

const DONE: HistoryItem = {
  id: '01990000-0000-7000-8000-000000000001',
  at: '2026-11-18T10:00:00.000Z',
  kind: 'completed',
  by: { id: 'mari.maasikas', key: '01990000-0000-7000-8000-000000000002', name: 'Mari Maasikas' },
};
const THROUGH: HistoryItem = {
  ...DONE,
  id: '01990000-0000-7000-8000-000000000003',
  client: { id: '01990000-0000-7000-8000-000000000004', name: 'Dock portal', origin: 'https://portal.example' },
};

defineWidget('verva-history-sample', () => (
  <TaskHistory items={[DONE, THROUGH]} t={useMessages(taskFormMessages)} p={useMessages(panelMessages)} />
));

describe('the history of a task', () => {
  let element: HTMLElement;
  const rows = () => [...(element.shadowRoot?.querySelectorAll('li') ?? [])];

  beforeEach(async () => {
    element = document.body.appendChild(document.createElement('verva-history-sample'));
    await waitUntil(() => rows().length === 2);
  });
  afterEach(() => element.remove());

  it('BEY-20 names the client through which a task was completed, and the origin of the page', () => {
    const [latest, before] = rows();
    expect(latest!.textContent).to.contain('Mari Maasikas').and.contain('through Dock portal');
    expect(latest!.querySelector('[title="https://portal.example"]')).to.not.equal(null);
    expect(before!.textContent).to.not.contain('through');
  });
});
