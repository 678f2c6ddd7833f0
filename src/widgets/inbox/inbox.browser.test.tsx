import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import './index.ts';

it('EMB-05 TSK-11 a page is notified once about a task opened from the form inside an inbox', async () => {
  const inbox = document.body.appendChild(document.createElement('verva-inbox'));
  const events: (readonly [EventTarget | null, unknown])[] = [];
  const listener = ({ target, detail }: CustomEvent) => events.push([target, detail]);
  document.addEventListener('verva-task-opened', listener);
  const lead = () =>
    inbox.shadowRoot?.querySelector('.verva-root')?.dispatchEvent(
      new CustomEvent('verva-task-opened', {
        detail: { taskId: 't2' },
        bubbles: true,
        composed: true,
        cancelable: true,
      }),
    );
  try {
    // The inbox or the page opens it; the form is notified that it need not.
    await waitUntil(() => {
      events.length = 0;
      return lead() === false;
    });
    expect(events).to.deep.equal([[inbox, { taskId: 't2' }]]);
  } finally {
    document.removeEventListener('verva-task-opened', listener);
    inbox.remove();
  }
});
