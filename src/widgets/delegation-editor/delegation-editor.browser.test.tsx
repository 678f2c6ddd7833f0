import { expect } from '@open-wc/testing';
import { useSignals } from '@preact/signals-react/runtime';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { setLanguage, useMessages } from '../../shared/locale/index.ts';
import { CardForm } from './card-form.tsx';
import { delegationEditorMessages } from './delegation-editor.messages.ts';
import { createDelegationEditor, type DelegationEditorStore } from './delegation-editor.store.ts';

const MART = { id: 'mart.kask', key: 'mart-key', name: 'Mart Kask' };
const KADRI = { id: 'kadri.magi', key: 'kadri-key', name: 'Kadri Mägi' };
const task = (id: string) => ({ id, name: `Task ${id}`, businessKey: `PO-${id}`, process: { name: 'Purchase' } });
const found = {
  moves: 3,
  tasks: [task('1'), task('2')],
  notVisible: 2,
  confidentialStay: 1,
  stays: { fourEyes: [task('3')], groups: [], confidential: [task('4')] },
  gaps: [{ startDate: '2026-12-28', endDate: '2026-12-30' }],
  alternative: KADRI,
  conflicts: [
    { code: 'own_request', params: { count: 1, task: 'Task 3' } },
    { code: 'delegate_absent', params: { name: 'Liis Saar', from: '2026-12-28', until: '2026-12-30' } },
    { code: 'chain', params: { name: 'Liis Saar', from: '2026-12-01', until: '2026-12-03' } },
  ],
};

let store: DelegationEditorStore;
let sent: Record<string, unknown>[];
/** Ids of opened tasks, and `incoming`. */
let opened: string[];
let element: HTMLElement;

function Sample() {
  useSignals();
  const t = useMessages(delegationEditorMessages);
  const card = store.current.value;
  if (!card) return null;
  return (
    <CardForm
      card={card}
      store={store}
      person="anna-key"
      owner="Anna Tamm"
      onSave={() => void store.save(card.key)}
      onRemove={() => void store.remove(card.key)}
      onOpenTask={(id) => void opened.push(id)}
      onShowIncoming={() => void opened.push('incoming')}
      t={t}
    />
  );
}
defineWidget('verva-delegation-sample', Sample);

const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const days = () => all('input[inputmode=numeric]') as HTMLInputElement[];
const texts = (selector: string) => all(selector).map((one) => one.textContent?.trim());

async function draw(userId = 'me'): Promise<void> {
  await setViewport({ width: 900, height: 900 });
  sent = [];
  opened = [];
  const send = async (endpoint: { method: string; path: string }, { body }: { body?: Record<string, unknown> }) => {
    if (endpoint.path.endsWith('/preview')) return found;
    if (endpoint.method === 'GET') return [];
    sent.push(body ?? {});
    return { ...body, id: 'new', delegate: MART, user: MART, version: 1, state: 'coming' };
  };
  store = createDelegationEditor({ send: send as unknown as typeof call, userId, changed: () => undefined });
  await store.load();
  store.add();
  element = document.body.appendChild(document.createElement('verva-delegation-sample'));
  await waitUntil(() => days().length === 2, 'the card is drawn');
}

async function type(field: HTMLInputElement, text: string): Promise<void> {
  field.focus();
  field.select();
  await sendKeys({ type: text });
  await sendKeys({ press: 'Tab' });
}

describe('a card of the delegation editor', () => {
  afterEach(() => {
    store.stop();
    element.remove();
    setLanguage('en');
  });

  for (const [language, typed, hint] of [
    ['en', '21/12/2026', 'DD/MM/YYYY'],
    ['et', '21.12.2026', 'PP.KK.AAAA'],
    ['ru', '21.12.2026', 'ДД.ММ.ГГГГ'],
    ['zh', '2026-12-21', '年-月-日'],
  ] as const) {
    it(`DEL-09 a day is formatted for ${language}, and the week begins on Monday`, async () => {
      await setLanguage(language);
      await draw();
      const [start] = days();
      expect(start!.placeholder).to.equal(hint);
      await type(start!, typed);
      expect(store.current.value?.draft.startDate).to.equal('2026-12-21');
      expect(days()[0]!.value).to.equal(typed);
      all('.control .btn.icon')[0]!.click();
      await waitUntil(() => all('.calendar [data-day]').length > 0, 'the month is open');
      const row = all('.calendar tr').find((one) => one.querySelector('[data-day="2026-12-21"]'));
      expect(row?.querySelector('[data-day]')?.getAttribute('data-day'), '21 December 2026 is a Monday').to.equal(
        '2026-12-21',
      );
      await sendKeys({ press: 'ArrowRight' });
      await sendKeys({ press: 'Enter' });
      expect(store.current.value?.draft.startDate).to.equal('2026-12-22');
    });
  }

  it('DEL-07 DEL-08 errors are shown at their fields and nothing is sent; an invalid day stays as typed', async () => {
    setLanguage('en');
    await draw();
    all('button[type=submit]')[0]!.click();
    await waitUntil(() => all('.error').length === 3, 'what is missing is said');
    store.change(store.selected.value!, { delegate: MART });
    await type(days()[0]!, '31/02/2026');
    await waitUntil(() => texts('.error').includes('This is not a date. Example: 31/12/2026'), 'it is no day');
    expect(days()[0]!.value).to.equal('31/02/2026');
    await type(days()[0]!, '22/12/2026');
    await type(days()[1]!, '21/12/2026');
    await waitUntil(() => texts('.error').includes('The start date cannot be after the end date.'), 'it is reversed');
    all('button[type=submit]')[0]!.click();
    expect(sent).to.deep.equal([]);
  });

  it('DEL-01 BEY-01 the comment length is counted, and the effects are shown before saving', async () => {
    setLanguage('en');
    await draw();
    store.change(store.selected.value!, { delegate: MART, startDate: '2026-12-21', endDate: '2027-01-03' });
    const comment = all('input:not([role]):not([inputmode]):not([type=checkbox])')[0] as HTMLInputElement;
    await type(comment, 'x'.repeat(101));
    await waitUntil(() => texts('.label').some((label) => label?.endsWith('101 of 100')), 'it is counted');
    expect(texts('.error')).to.deep.equal(['The comment can have at most 100 characters.']);
    await type(comment, 'Holiday');
    await waitUntil(() => texts('.effects > li').length === 6, 'what will happen is said');
    const effects = texts('.effects > li').join(' ');
    expect(effects).to.contain('3 open tasks will move to Mart Kask on 21 Dec 2026');
    expect(effects).to.contain('3 days without cover (28 Dec 2026 to 30 Dec 2026): Mart Kask is also away');
    expect(effects).to.contain('You’re covering for Liis Saar, 1 Dec 2026 to 3 Dec 2026.');
    expect(effects).to.contain('1 confidential task stays with you.');
    const { violations } = await runAxe(element, {
      rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
    all('button[type=submit]')[0]!.click();
    await waitUntil(() => sent.length === 1, 'it is sent');
    expect(sent[0]!.comment).to.equal('Holiday');
  });

  it('ADM-07 BEY-01 the effects of a delegation of another user name that user', async () => {
    setLanguage('en');
    await draw('anna-key');
    store.change(store.selected.value!, { delegate: MART, startDate: '2026-12-21', endDate: '2027-01-03' });
    await waitUntil(() => texts('.effects > li').length === 6, 'what will happen is said');
    const effects = texts('.effects > li').join(' ');
    expect(effects).to.contain('unfinished tasks come back to Anna Tamm');
    expect(effects).to.contain('Anna Tamm is covering for Liis Saar');
    expect(effects).to.contain('1 confidential task stays with Anna Tamm.');
    expect(effects).to.not.match(/\byou/i);
  });

  it('BEY-01 each point of the preview has an action, and the timeline shows days without cover', async () => {
    setLanguage('en');
    await draw();
    store.change(store.selected.value!, { delegate: MART, startDate: '2026-12-21', endDate: '2027-01-03' });
    await waitUntil(() => texts('.effects > li').length === 6, 'what will happen is shown');
    expect(texts('.timeline .sr li')).to.deep.equal([
      'Anna Tamm: Away, 21 Dec 2026 to 3 Jan 2027',
      'Mart Kask: Covered, 21 Dec 2026 to 27 Dec 2026',
      'Mart Kask: No cover, 28 Dec 2026 to 30 Dec 2026',
      'Mart Kask: Covered, 31 Dec 2026 to 3 Jan 2027',
    ]);
    expect(texts('.tl-legend .row')).to.deep.equal(['Away', 'Covered', 'No cover']);
    const button = (text: string) => all('.effects .btn').find((one) => one.textContent?.trim() === text)!;
    expect(texts('.effects .btn')).to.deep.equal(['Show 3', 'Add Kadri Mägi', 'Show 1', 'Show', 'Show 1']);
    button('Show 3').click();
    await waitUntil(() => texts('.moving li').length === 3, 'the tasks are listed');
    expect(texts('.moving li')).to.deep.equal(['Task 1PO-1 · Purchase', 'Task 2PO-2 · Purchase', 'and 1 more']);
    all('.moving .link')[1]!.click();
    button('Show').click();
    expect(opened).to.deep.equal(['2', 'incoming']);
    button('Hide').click();
    await waitUntil(() => all('.moving').length === 0, 'the tasks are hidden');
    button('Add Kadri Mägi').click();
    await waitUntil(() => texts('h2')[0] === 'Delegate: Kadri Mägi', 'the card of the days without cover is open');
    expect(texts('.commit .btn')).to.deep.equal(['Save all 3', 'Discard changes']);
    expect(days().map(({ value }) => value)).to.deep.equal(['28/12/2026', '30/12/2026']);
    store.change(store.selected.value!, { replaceVerva: false });
    await waitUntil(() => button('Cover in Verva') !== undefined, 'the delegate is only named');
    button('Cover in Verva').click();
    await waitUntil(() => button('Cover in Verva') === undefined, 'the delegate covers');
    expect(store.current.value?.draft.replaceVerva).to.equal(true);
  });
});
