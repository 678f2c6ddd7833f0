import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { defineWidget } from '../../../shared/define-widget/define-widget.tsx';
import { WhyDialog } from './why-dialog.tsx';

const MART = { id: 'mart.kask', key: 'mart', name: 'Mart Kask' };
const JURI = { id: 'juri.lepik', key: 'juri', name: 'Jüri Lepik' };
const DELEGATION = { code: 'delegation', since: null, user: JURI, from: '2026-06-02', until: '2026-06-14' };
const realFetch = window.fetch;
let answer: object = {};
let element: HTMLElement;
defineWidget('verva-why-sample', () => <WhyDialog taskId="t1" onClose={() => undefined} />);

async function linesOf(more: object): Promise<string[]> {
  answer = { user: MART, listed: true, reasons: [DELEGATION], missing: [], ...more };
  element = document.body.appendChild(document.createElement('verva-why-sample'));
  const lines = () => [...(element.shadowRoot?.querySelectorAll('.reasons li') ?? [])];
  await waitUntil(() => lines()[0]?.textContent, 'the reasons');
  const texts = lines().flatMap((line) => [...line.childNodes].map(({ textContent }) => textContent ?? ''));
  element.remove();
  return texts;
}

describe('why a task is visible', () => {
  before(() => {
    window.fetch = async () =>
      new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  after(() => {
    window.fetch = realFetch;
  });

  it('BEY-09 says who delegated it, when, and where to change it; not where the task has ended', async () => {
    const sentence = 'Jüri Lepik delegated tasks to you from 2 Jun 2026 to 14 Jun 2026.';
    expect(await linesOf({})).to.deep.equal([sentence, 'Jüri Lepik can change it under Delegations.']);
    const [first, ...rest] = await linesOf({ missing: [{ code: 'ended' }] });
    expect(first).to.equal(sentence);
    expect(rest).to.deep.equal(['The task has ended.']);
  });
});
