import { expect } from '@open-wc/testing';
import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { runAxe } from '../../../../test/support/axe.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { call } from '../../../shared/api/index.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { setLanguage, useMessages } from '../../../shared/locale/index.ts';
import { builderMessages } from '../builder.messages.ts';
import { type BuilderStore, createBuilderStore } from '../builder.store.ts';
import { BuilderProvider, createBuilderView } from '../builder-context.ts';
import { Properties } from './properties.tsx';

const BODY: FormBody = {
  formatVersion: 1,
  id: 'purchase-properties',
  title: { en: 'Purchase' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'company', key: 'buyer', label: { en: 'Buyer' } },
      { type: 'dropdown', key: 'centre', label: { en: 'Cost centre' }, source: { dropdownId: 'centres' } },
      { type: 'text', key: 'code', label: { en: 'Code' }, pattern: '[A-Z]{2}\\d+' },
    ],
  },
};
const option = (id: string, properties: object) => ({ id, text: id, defaultText: id, properties, active: true });
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/dropdowns': { items: [{ id: 'centres', name: 'Cost centres', options: 2, version: 1 }], next: null },
  '/api/dropdowns/centres/options': [
    option('7120', { country: 'EE', company: 'port' }),
    option('7130', { country: 'LV', company: 'port' }),
  ],
};

const browserFetch = window.fetch;
const view = createBuilderView();
let page: HTMLElement;
let root: Root;
let store: BuilderStore;
const find = <E extends HTMLElement>(selector: string) => page.querySelector<E>(selector) as E;
const faults = async () => (await runAxe(page)).violations.map(({ id }) => id);
const nodeOf = (key: string) => store.body.value.root.children.find((one) => 'key' in one && one.key === key);

function Side() {
  return (
    <BuilderProvider value={{ store, view, t: useMessages(builderMessages) }}>
      <Properties />
    </BuilderProvider>
  );
}

async function draw(selected: string): Promise<void> {
  const send = (async () => ({ id: BODY.id, body: BODY, version: 1, title: BODY.title, kind: 'task' })) as typeof call;
  store = createBuilderStore({ send, formId: BODY.id });
  await store.load();
  store.select([selected]);
  page = document.body.appendChild(document.createElement('main'));
  root = createRoot(page);
  root.render(
    <Suspense>
      <Side />
    </Suspense>,
  );
}

/** Control whose label starts with the text. */
async function control<E extends HTMLElement = HTMLSelectElement>(label: string): Promise<E> {
  const named = () => [...page.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
  await waitUntil(named, label);
  return find<E>(`#${CSS.escape(named()?.htmlFor ?? '')}`);
}

function put(element: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

describe('the properties of a field in the form builder', () => {
  before(() => {
    window.fetch = async (input) => {
      const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href);
      return Response.json(ANSWERS[pathname] ?? {}, { status: pathname in ANSWERS ? 200 : 404 });
    };
  });
  after(() => {
    window.fetch = browserFetch;
  });
  beforeEach(() => setLanguage('en'));
  afterEach(() => {
    root.unmount();
    page.remove();
    store.stop();
  });

  it('FRM-09 FRM-03 options of a dropdown are filtered by a value or by another field; axe finds no violation', async () => {
    await draw('centre');
    const add = () => [...page.querySelectorAll('button')].find((one) => one.textContent === 'Add condition');
    await waitUntil(add, 'the properties of the options are known');
    add()?.click();
    put(await control('Property 1'), 'country');
    put(await control('Value'), 'LV');
    expect(nodeOf('centre')).to.deep.include({ source: { dropdownId: 'centres', filter: { country: 'LV' } } });
    add()?.click();
    const second = () => page.querySelectorAll('.fb-card')[1]?.querySelectorAll('select')[1];
    await waitUntil(second, 'another condition');
    put(second() as HTMLSelectElement, 'field buyer');
    const filter = { country: 'LV', company: { field: 'buyer' } };
    expect(nodeOf('centre')).to.deep.include({ source: { dropdownId: 'centres', filter } });
    expect(await faults()).to.deep.equal([]);
    find<HTMLButtonElement>('[aria-label="Remove country"]').click();
    await waitUntil(() => page.querySelectorAll('.fb-card').length === 1, 'one is gone');
    find<HTMLButtonElement>('[aria-label="Remove company"]').click();
    expect(nodeOf('centre')).to.deep.include({ source: { dropdownId: 'centres' } });
  });

  it('FRM-09 a pattern is tested with a text, and faults are shown in the language of the builder', async () => {
    await draw('code');
    const trial = await control<HTMLInputElement>('Test text');
    put(trial, 'EE42');
    await waitUntil(() => page.textContent?.includes('“EE42” matches.'), 'it fits');
    put(trial, 'ee42');
    await waitUntil(() => page.textContent?.includes('“ee42” does not match.'), 'it does not');
    expect(await faults()).to.deep.equal([]);
    await setLanguage('ru');
    put(await control<HTMLInputElement>('Шаблон'), '[A-Z');
    await waitUntil(() => page.textContent?.includes('Символ 1: в шаблоне это здесь недопустимо.'), 'the fault');
  });
});
