import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Outcome } from '../../shared/contracts/tasks.contract.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { OutcomeBar } from './outcome-bar.tsx';

const OUTCOMES: readonly Outcome[] = [
  { id: 'reject', label: { en: 'Reject' }, style: 'danger', comment: 'required', validate: false },
  { id: 'approve', label: { en: 'Approve' }, style: 'primary', comment: 'none', validate: true },
];

let chosen: string[] = [];
defineWidget('verva-outcome-sample', () => (
  <OutcomeBar
    outcomes={OUTCOMES}
    language="en"
    act={{ status: 'idle' }}
    model={null}
    t={(key) => key}
    onChoose={({ id }) => chosen.push(id)}
    onSave={() => undefined}
  />
));

describe('the outcomes of a task', () => {
  let element: HTMLElement;
  const buttons = () => [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('button') ?? [])];

  beforeEach(async () => {
    chosen = [];
    element = document.body.appendChild(document.createElement('verva-outcome-sample'));
    await waitUntil(() => buttons().length === 2);
  });
  afterEach(() => element.remove());

  it('FRM-02 list the expected one first', () => {
    expect(buttons().map(({ textContent }) => textContent)).to.deep.equal(['Approve', 'Reject']);
    expect(buttons()[0]?.classList.contains('primary')).to.equal(true);
  });

  it('TSK-18 the second half of a double click does not complete the next task', () => {
    const click = (detail: number) =>
      buttons()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail }));
    click(1);
    click(2);
    expect(chosen).to.deep.equal(['approve']);
    // By keyboard, and as a separate click.
    click(0);
    click(1);
    expect(chosen).to.deep.equal(['approve', 'approve', 'approve']);
  });
});
