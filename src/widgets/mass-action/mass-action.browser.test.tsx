import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { setLanguage, useMessages } from '../../shared/locale/index.ts';
import { massActionMessages } from './mass-action.messages.ts';
import { createWizard, type Wizard } from './wizard.store.ts';
import { WizardView } from './wizard.tsx';

const label = (en: string) => ({ en });
const KIND = {
  processKey: 'purchase',
  processName: 'Purchase',
  taskKey: 'approve',
  taskName: 'Approve',
  formId: 'f',
  outcomes: [
    { id: 'yes', label: label('Approve'), style: 'primary', comment: 'optional', validate: true },
    { id: 'no', label: label('Reject'), style: 'danger', comment: 'required', validate: true },
  ],
  fields: [
    { key: 'until', type: 'date', label: label('Valid until') },
    { key: 'fee', type: 'money', label: label('Fee'), currency: 'EUR', scale: 2 },
  ],
  count: 412,
  columns: [{ field: 'due', type: 'instant', sortable: true }],
};
const task = (n: number) => ({
  id: `t${n}`,
  name: `Approve crane ${n}`,
  businessKey: `PO-${n}`,
  assignee: null,
  via: 'group',
  created: '2026-11-20T09:00:00.000Z',
  due: null,
  dueDate: null,
});
const DRY = {
  created: '2026-11-21T11:00:00.000Z',
  ended: '2026-11-21T11:00:02.000Z',
  action: { action: 'complete' },
  id: 'dry',
  mode: 'dry',
  state: 'done',
  total: 412,
  done: 410,
  failed: 2,
  outcomeLabel: label('Reject'),
};
const REFUSED = [
  {
    taskId: 't1',
    state: 'failed',
    ok: false,
    name: 'Approve crane 1',
    businessKey: 'PO-1',
    at: null,
    code: 'form.invalid',
    title: 'Field Sum should be filled out.',
  },
  {
    taskId: 't9',
    state: 'failed',
    ok: false,
    name: null,
    businessKey: null,
    at: null,
    code: 'task.not_found',
    title: 'This task does not exist, or you do not have access to it.',
  },
];

const SUMMARY = {
  sums: [
    { key: 'total', label: label('Total'), amount: 18430240, currency: 'EUR', scale: 2, count: 410 },
    { key: 'fee', label: label('Fee'), amount: 1500, currency: 'SEK', scale: 0, count: 1 },
  ],
  refusals: [
    { code: 'form.invalid', title: 'Field Sum should be filled out.', count: 2 },
    { code: 'task.not_found', title: 'This task does not exist, or you do not have access to it.', count: 1 },
  ],
};

let wizard: Wizard;
let sent: Record<string, unknown>[];
let opened: string[];
let started: string[];
let element: HTMLElement;

function Sample() {
  const t = useMessages(massActionMessages);
  return <WizardView wizard={wizard} onStarted={(id) => started.push(id)} onOpenTask={(id) => opened.push(id)} t={t} />;
}
defineWidget('verva-mass-sample', Sample);

const all = <T extends HTMLElement = HTMLElement>(selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<T>(selector) ?? []),
];
const one = (selector: string) => all(selector)[0] as HTMLElement;
const named = (text: string | RegExp) =>
  all('button').find((button) =>
    (button.getAttribute('aria-label') ?? button.textContent)?.trim().match(text),
  ) as HTMLElement;

async function press(target: HTMLElement, key: string): Promise<void> {
  target.focus();
  await sendKeys({ press: key });
}

async function draw(width = 900): Promise<void> {
  await setViewport({ width, height: 800 });
  [sent, opened, started] = [[], [], []];
  const send = async (
    { method, path }: { method: string; path: string },
    { body, query }: { body?: Record<string, unknown>; query?: Record<string, unknown> },
  ) => {
    if (path.endsWith('/config')) return [KIND];
    if (path.endsWith('/{b}')) return { items: [task(1), task(2)], next: 'more', previous: null, total: 412 };
    if (path.endsWith('/summary')) return SUMMARY;
    if (path.endsWith('/items')) return { items: query?.state === 'failed' ? REFUSED : [], next: null, previous: null };
    if (method !== 'POST') return DRY;
    sent.push(body ?? {});
    return body?.dryRun ? DRY : { ...DRY, id: 'run', mode: 'run', state: 'held' };
  };
  wizard = createWizard(send as unknown as typeof call);
  await wizard.choosing.loadKinds();
  element = document.body.appendChild(document.createElement('verva-mass-sample'));
  await waitUntil(() => all('tbody tr').length === 2, 'the tasks are drawn');
}

async function axeFinds(): Promise<string[]> {
  // Waits for transitions: intermediate colours do not matter for contrast.
  await Promise.all(element.shadowRoot!.getAnimations().map(({ finished }) => finished));
  const { violations } = await runAxe(element, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('a new mass action', () => {
  before(() => setLanguage('en'));
  afterEach(() => element.remove());

  for (const width of [900, 390]) {
    it(`BEY-05 TSK-14 goes from all matches to the run by keyboard only, at ${width} px`, async () => {
      await draw(width);
      expect(named('^Next$').getAttribute('aria-disabled')).to.equal('true');
      await press(one('thead input[type=checkbox]'), 'Space');
      await waitUntil(() => named('Select all 412 matching tasks'), 'all that match are offered');
      await press(named('Select all 412 matching tasks'), 'Enter');
      await waitUntil(() => one('#mass-why').textContent === '412 tasks selected', 'all are counted');
      expect(await axeFinds()).to.deep.equal([]);

      await press(named('^Next$'), 'Enter');
      // The first one takes the focus shortly after rendering.
      await waitUntil(() => all('input[type=radio]')[0]?.matches(':focus'), 'the outcomes are drawn');
      expect(all('input[type=radio]').length).to.equal(2);
      await press(named('^Check$'), 'Enter');
      await waitUntil(() => one('.error')?.textContent?.includes('Choose an outcome.'), 'it says what is missing');
      await press(all('input[type=radio]')[1] as HTMLElement, 'Space');
      await waitUntil(() => one('textarea'), 'the comment is asked for');
      expect(one('.error').textContent).to.contain('A comment is required.');
      one('textarea').focus();
      await sendKeys({ type: 'Too dear' });
      expect(await axeFinds()).to.deep.equal([]);
      await press(named('^Check$'), 'Enter');
      await waitUntil(() => one('.meter') && all('tbody tr').length >= 2, 'the result is drawn');
      expect(sent[0]).to.deep.equal({
        filter: { processKey: 'purchase', taskKey: 'approve', query: 'sort=due:asc' },
        action: { action: 'complete', outcome: 'no', comment: 'Too dear' },
        dryRun: true,
      });
      expect(one('h2').textContent).to.equal('Reject: 410 of 412 tasks can be completed');
      await waitUntil(() => all('.legend .sum').length === 2, 'the sums are drawn');
      expect(all('.legend .sum').map((entry) => entry.textContent)).to.deep.equal([
        'Total, 410 tasks€184,302.40',
        'Fee, 1 taskkr\u00a01,500',
      ]);
      expect(all('.mass-card li').map((entry) => entry.textContent)).to.deep.equal([
        '2 × Field Sum should be filled out.',
        '1 × This task does not exist, or you do not have access to it.',
      ]);
      expect(all('.why').map((cell) => cell.textContent)).to.contain('Field Sum should be filled out.');
      expect(await axeFinds()).to.deep.equal([]);
      await press(named('^Open Approve crane 1$'), 'Enter');
      expect(opened).to.deep.equal(['t1']);

      await press(named('^Reject 410 tasks$'), 'Enter');
      await waitUntil(() => started.length === 1, 'it has started');
      expect(sent[1]).to.deep.equal({ checked: 'dry' });
    });
  }

  it('BEY-05 fits a phone in every language', async () => {
    for (const language of ['et', 'ru', 'zh'] as const) {
      setLanguage(language);
      await draw(390);
      wizard.choosing.tickAll();
      await waitUntil(() => one('.mass-choice'), 'the choice is said');
      for (const step of ['choose', 'outcome'] as const) {
        wizard.step.value = step;
        await waitUntil(() => (step === 'choose' ? one('.mass-choose') : one('.mass-outcomes')), `${step} is drawn`);
        expect(one('.page').scrollWidth, `${language} ${step}`).to.be.at.most(390);
        expect(one('.outcomes').scrollWidth, `${language} ${step}`).to.be.at.most(390);
      }
      if (language !== 'zh') element.remove();
    }
    setLanguage('en');
  });

  it('BEY-05 a value for all tasks is added, typed as a day or an amount and removed again', async () => {
    await draw();
    await press(one('tbody input[type=checkbox]'), 'Space');
    await press(named('^Next$'), 'Enter');
    await waitUntil(() => one('.mass-add select'), 'values can be added');
    const add = one('.mass-add select') as HTMLSelectElement;
    add.value = 'until';
    add.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => one('.mass-value input'), 'the field is drawn');
    one('.mass-value input').focus();
    await sendKeys({ type: '24/12/2026' });
    expect(wizard.values.value).to.deep.equal({ until: '2026-12-24' });
    await press(named('^Remove Valid until$'), 'Enter');
    await waitUntil(() => all('.mass-value').length === 0, 'it is gone');
    expect(wizard.values.value).to.deep.equal({});
    add.value = 'fee';
    add.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => one('.mass-value input'), 'the amount is drawn');
    one('.mass-value input').focus();
    await sendKeys({ type: '1,250.5' });
    expect(wizard.values.value).to.deep.equal({ fee: { amount: 125050, currency: 'EUR' } });
    await sendKeys({ type: '55' });
    expect(wizard.values.value, 'as it was typed, so that the check can say what is wrong').to.deep.equal({
      fee: '1,250.555',
    });
  });
});
