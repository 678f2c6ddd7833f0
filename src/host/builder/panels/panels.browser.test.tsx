import { expect } from '@open-wc/testing';
import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { runAxe } from '../../../../test/support/axe.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { call } from '../../../shared/api/index.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { setLanguage } from '../../../shared/locale/index.ts';
import { type BuilderStore, createBuilderStore } from '../builder.store.ts';
import { JsonPanel } from './json-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TextsPanel } from './texts-panel.tsx';

const BODY: FormBody = {
  formatVersion: 1,
  id: 'purchase-panels',
  title: { en: 'Purchase', et: 'Ost', ru: 'Покупка', zh: '采购' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label: { en: 'Subject', et: 'Teema' }, required: true },
      { type: 'number', key: 'qty', label: { en: 'Quantity' } },
      { type: 'number', key: 'double', label: { en: 'Double' }, computed: 'qty * 2' },
    ],
  },
  outcomes: [{ id: 'approve', label: { en: 'Approve', et: 'Kinnita' }, style: 'primary' }],
};

let page: HTMLElement;
let root: Root;
let store: BuilderStore;
const find = <E extends HTMLElement = HTMLElement>(selector: string) => page.querySelector<E>(selector) as E;
const faults = async () => (await runAxe(page)).violations.map(({ id }) => id);

async function draw(panel: (store: BuilderStore) => ReactNode): Promise<void> {
  await setLanguage('en');
  const send = (async () => ({ id: BODY.id, body: BODY, version: 1, title: BODY.title, kind: 'task' })) as typeof call;
  store = createBuilderStore({ send, formId: BODY.id });
  await store.load();
  page = document.createElement('main');
  document.body.append(page);
  root = createRoot(page);
  root.render(<Suspense>{panel(store)}</Suspense>);
}

function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('the panels of the form builder', () => {
  afterEach(() => {
    root.unmount();
    page.remove();
    store.stop();
  });

  it('FRM-09 texts are shown side by side with the number missing, and writing one is one step; axe finds no violation', async () => {
    let shown: string | null = '';
    await draw((one) => <TextsPanel store={one} show={(node) => (shown = node)} />);
    await waitUntil(() => find('.pn-texts'), 'the texts');
    const header = () => [...page.querySelectorAll('thead th')].map((one) => one.textContent?.trim());
    expect(header()).to.deep.equal([
      'Location',
      'English',
      'Eesti 2 missing',
      'Русский 4 missing',
      '简体中文 4 missing',
    ]);
    type(find<HTMLTextAreaElement>('[aria-label="Quantity, Label: Eesti"]'), 'Kogus');
    await waitUntil(() => header()[2] === 'Eesti 1 missing', 'the count');
    expect(store.undo()).to.equal(true);
    await waitUntil(() => header()[2] === 'Eesti 2 missing', 'undone');
    find<HTMLButtonElement>('tbody button.link').click();
    expect(shown).to.equal('subject');
    expect(await faults()).to.deep.equal([]);
  });

  it('FRM-09 publishing names the languages that lack texts, leads to them, and stays possible; axe finds no violation', async () => {
    let asked = '';
    let isClosed = false;
    await draw((one) => (
      <PublishDialog
        store={one}
        show={() => undefined}
        showMissing={(languageId) => (asked = languageId)}
        onClose={() => (isClosed = true)}
      />
    ));
    await waitUntil(() => find('.pn-lacking'), 'what is missing');
    const links = [...page.querySelectorAll<HTMLButtonElement>('.pn-lacking button')];
    expect(links.map(({ textContent }) => textContent)).to.deep.equal([
      'Eesti: 2 texts',
      'Русский: 4 texts',
      '简体中文: 4 texts',
    ]);
    expect(find('.btn.primary').ariaDisabled).to.equal(null);
    expect(await faults()).to.deep.equal([]);
    links[1]!.click();
    expect([asked, isClosed]).to.deep.equal(['ru', true]);
  });

  it('FRM-09 the texts that are missing in a language can be shown first', async () => {
    await draw((one) => <TextsPanel store={one} show={() => undefined} missing="et" />);
    await waitUntil(() => find('.pn-texts'), 'the texts');
    expect(find<HTMLSelectElement>('select').value).to.equal('et');
    expect(page.querySelectorAll('tbody tr').length).to.equal(2);
  });

  it('FRM-09 a definition edited as JSON is checked by line and applied as one step; axe finds no violation', async () => {
    await draw((one) => <JsonPanel store={one} show={() => undefined} />);
    await waitUntil(() => find('textarea'), 'the text');
    const area = () => find<HTMLTextAreaElement>('textarea');
    const apply = () => find<HTMLButtonElement>('.pn-tools .btn.primary');
    type(
      area(),
      area().value.replace('"type": "number",\n        "key": "qty"', '"type": "nomber",\n        "key": "qty"'),
    );
    await waitUntil(() => find('.pn-faults li'), 'the fault');
    const line =
      area()
        .value.split('\n')
        .findIndex((one) => one.includes('nomber')) + 1;
    expect(find('.pn-faults li button').textContent).to.equal(`Line ${line}`);
    type(area(), '{');
    await waitUntil(() => apply().ariaDisabled === 'true', 'nothing to apply');
    expect(await faults()).to.deep.equal([]);
    type(area(), JSON.stringify({ ...BODY, title: { en: 'Order' } }));
    await waitUntil(() => apply().ariaDisabled !== 'true', 'a sound one');
    apply().click();
    expect(store.body.peek().title).to.deep.equal({ en: 'Order' });
    expect(store.undo()).to.equal(true);
    expect(store.body.peek().title).to.deep.equal(BODY.title);
  });

  it('BEY-23 a draft is previewed with sample data in another language, and shows what would be submitted; axe finds no violation', async () => {
    await draw((one) => <PreviewPanel store={one} show={() => undefined} />);
    await waitUntil(() => find('.form-view'), 'the form');
    const submitted = () => JSON.parse(find<HTMLTextAreaElement>('.pn-values').value) as Record<string, unknown>;
    expect(submitted()).to.deep.equal({ subject: 'Subject', qty: 3, double: 6 });
    expect(await faults()).to.deep.equal([]);
    store.languageId.value = 'et';
    await waitUntil(() => find('.form-view')?.textContent?.includes('Teema'), 'the form in Estonian');
    expect(find('.outcomes .btn').textContent).to.equal('Kinnita');
    expect(find('.pn-submitted h3').textContent, 'the rest stays').to.equal('Data to submit');
    [...page.querySelectorAll<HTMLButtonElement>('.pn-tools .btn')].at(-1)?.click();
    await waitUntil(() => submitted().subject === null, 'no data');
    find<HTMLButtonElement>('.outcomes .btn').click();
    await waitUntil(() => find('.form-view [aria-invalid="true"]'), 'the fault at the field');
    expect(find('.pn-issues').textContent).to.include('field.required');
  });
});
