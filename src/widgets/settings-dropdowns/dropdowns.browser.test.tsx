import { expect } from '@open-wc/testing';
import { useSignals } from '@preact/signals-react/runtime';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import type { Option } from '../../shared/contracts/dropdowns.contract.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { useStyles } from '../../shared/element/use-styles.ts';
import { setLanguage, useMessages } from '../../shared/locale/index.ts';
import styles from '../../shared/ui/styles/dropdowns.css?inline';
import foldingStyles from '../../shared/ui/styles/folding.css?inline';
import tableStyles from '../../shared/ui/styles/table.css?inline';
import { DropdownEditor } from './dropdown-editor.tsx';
import { dropdownsMessages } from './dropdowns.messages.ts';
import { createDropdowns, type DropdownsStore } from './dropdowns.store.ts';

const option = (id: string, texts: Record<string, string>): Option => ({
  id,
  text: texts.en ?? id,
  defaultText: texts.en ?? id,
  texts,
  properties: { company: 'PS' },
  position: 0,
  active: true,
  version: 1,
});

let store: DropdownsStore;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let element: HTMLElement;

function Sample() {
  useStyles(tableStyles);
  useStyles(foldingStyles);
  useStyles(styles);
  useSignals();
  const t = useMessages(dropdownsMessages);
  const { value } = store.opened;
  return value.status === 'ready' ? (
    <DropdownEditor opened={value} store={store} onClose={() => undefined} t={t} />
  ) : null;
}
defineWidget('verva-dropdown-sample', Sample);

const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const order = () => all('tr.option .option-id').map((cell) => cell.textContent);

async function draw(width: number): Promise<void> {
  await setViewport({ width, height: 900 });
  sent = [];
  let options = [
    option('q', { en: 'Quays', et: 'Kaid' }),
    option('d', { en: 'Dredging' }),
    option('c', { en: 'Cranes', et: 'Kraanad' }),
  ];
  const send = async (
    { method, path }: { method: string; path: string },
    { body }: { body?: { positions?: string[] } } = {},
  ) => {
    if (method !== 'GET') sent.push({ method, path, body: body ?? {} });
    if (path === '/api/i18n/languages') {
      return ['en', 'et'].map((languageId) => ({ languageId, name: languageId.toUpperCase(), enabled: true }));
    }
    if (path.startsWith('/api/uses')) {
      const use = { kind: 'form', id: 'leave', title: 'Leave', place: '/root', number: 2, current: true };
      return [use];
    }
    if (path === '/api/dropdowns') return { items: [], next: null, previous: null, total: 0 };
    if (path === '/api/dropdowns/{id}') {
      return { id: 'centres', name: 'Centres', description: null, options: 3, version: 1 };
    }
    if (body?.positions) options = body.positions.map((id) => options.find((one) => one.id === id)!);
    else if (method === 'PUT') return { ...options[1], ...body, version: 2 };
    return options;
  };
  store = createDropdowns({ send: send as unknown as typeof call });
  await store.load();
  await store.open('centres');
  element = document.body.appendChild(document.createElement('verva-dropdown-sample'));
  await waitUntil(() => order().length === 3, 'the options are drawn');
}

async function findings(): Promise<string[]> {
  const { violations } = await runAxe(element, {
    rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

describe('the options of a dropdown', () => {
  afterEach(() => {
    store.stop();
    element.remove();
  });

  for (const width of [1100, 390]) {
    it(`ADM-06 are moved by the arrow keys of the handle, which is announced, at ${width} pixels`, async () => {
      setLanguage('en');
      await draw(width);
      const handle = all('tr.option .handle')[0]!;
      handle.focus();
      await sendKeys({ press: 'ArrowDown' });
      await waitUntil(() => order().join('') === 'dqc', 'it has moved');
      expect(all('[role=status]').some((one) => one.textContent === 'Quays: moved to position 2 of 3')).to.equal(true);
      await waitUntil(() => handle.matches(':focus'), 'the focus stays with it');
      await sendKeys({ press: 'End' });
      await waitUntil(() => order().join('') === 'dcq', 'it is the last');
      await waitUntil(() => sent.length === 2, 'both were sent');
      expect(sent[1]!.body).to.deep.equal({ positions: ['d', 'c', 'q'] });
      expect(await findings()).to.deep.equal([]);
    });
  }

  for (const width of [820, 390]) {
    it(`ADM-06 LAY-16 show name and menu in one line and all other values below, at ${width} pixels`, async () => {
      setLanguage('en');
      await draw(width);
      const row = all('tr.option')[0]!;
      const boxOf = (selector: string) => row.querySelector(selector)!.getBoundingClientRect();
      const [name, menu] = [boxOf('.fold-name'), boxOf('.fold-actions')];
      expect(menu.top < name.bottom && menu.left >= name.right).to.equal(true);
      const others = [...row.querySelectorAll('td:not(.fold-name, .fold-actions, .grip)')];
      expect(others.map(({ textContent }) => textContent)).to.deep.equal(['Quays', 'Kaid', 'company PS']);
      for (const other of others) expect(other.getBoundingClientRect().top >= name.bottom).to.equal(true);
      const table = row.closest('table')!;
      expect(table.scrollWidth <= table.clientWidth).to.equal(true);
    });
  }

  it('ADM-06 a search announces what it found, not the move before it', async () => {
    setLanguage('en');
    await draw(1100);
    const says = () => all('[role=status]').map((one) => one.textContent);
    all('tr.option .handle')[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => says().includes('Quays: moved to position 2 of 3'), 'the move');
    all('input[type=search]').at(-1)!.focus();
    await sendKeys({ type: 'Quays' });
    await waitUntil(() => order().length === 1, 'found');
    expect(says()).to.include('1 option found').and.to.not.include('Quays: moved to position 2 of 3');
  });

  it('ADM-06 a handle is dragged by the pointer', async () => {
    setLanguage('en');
    await draw(1100);
    const handle = all('tr.option .handle')[2]!;
    const at = (row: number, type: string) => {
      const { top, height, left } = all('tr.option')[row]!.getBoundingClientRect();
      const where = { clientX: left + 10, clientY: top + height / 2, pointerId: 1, bubbles: true, composed: true };
      handle.dispatchEvent(new PointerEvent(type, where));
    };
    handle.setPointerCapture = () => undefined;
    handle.releasePointerCapture = () => undefined;
    at(2, 'pointerdown');
    at(0, 'pointermove');
    await waitUntil(() => all('tr.option.above').length === 1, 'it is shown where it would lie');
    at(0, 'pointerup');
    await waitUntil(() => order().join('') === 'cqd', 'it lies there');
    expect(all('tr.above, tr.dragged').length).to.equal(0);
  });

  it('ADM-06 missing texts of a language are marked, and edited next to the other texts', async () => {
    setLanguage('en');
    await draw(1100);
    expect(all('tr.option .badge').map((one) => one.textContent)).to.deep.equal(['Missing']);
    all('button.chip')[0]!.click();
    await waitUntil(() => order().join('') === 'd', 'only what is missing is shown');
    all('tr.option .option-text button')[0]!.click();
    await waitUntil(() => all('.option-form input[lang=et]').length === 1, 'the option is open');
    expect(await findings()).to.deep.equal([]);
    all('.option-form input[lang=et]')[0]!.focus();
    await sendKeys({ type: 'Süvendamine' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => sent.length === 1, 'it is sent');
    expect(sent[0]!.body.texts).to.deep.equal({ en: 'Dredging', et: 'Süvendamine' });
    await waitUntil(() => order().join('') === 'qdc', 'nothing is missing any more, and all are shown');
  });

  it('ADM-06 an option of a dropdown in use is deactivated instead of deleted', async () => {
    setLanguage('en');
    await draw(1100);
    all('tr.option .more button')[1]!.click();
    all('tr.option')[1]!.querySelector<HTMLElement>('[role=menuitem].tone-red')!.click();
    await waitUntil(() => all('dialog .uses li').length === 1, 'what uses it is said');
    expect(all('dialog footer button').map((one) => one.textContent)).to.deep.equal(['Close', 'Make inactive']);
    all('dialog footer button')[1]!.click();
    await waitUntil(() => sent.length === 1, 'it is sent');
    expect(sent[0]).to.deep.include({ method: 'PUT', body: { active: false } });
  });
});
