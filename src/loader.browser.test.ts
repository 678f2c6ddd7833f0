import { expect } from '@open-wc/testing';
import { waitUntil } from '../test/support/wait-until.ts';
import { configureVerva, observe } from './loader.ts';
import { apiBase, setApiBase } from './shared/api/base.ts';
import { language, setLanguage } from './shared/locale/language.ts';

const TAG = 'verva-inbox';
const defined = (tag = TAG) => customElements.get(tag) !== undefined;
const loader = () =>
  (globalThis as unknown as Record<symbol, { sources: { version: string }[] }>)[Symbol.for('verva.loader')];
const section = () => document.body.appendChild(document.createElement('section'));

describe('loader', () => {
  it('EMB-01 loads an element when it first appears, and not before', async () => {
    expect(defined()).to.equal(false);
    const other = document.body.appendChild(document.createElement('verva-no-such-thing'));
    const host = section();
    host.innerHTML = `<template><verva-notifications></verva-notifications></template><div><${TAG}></${TAG}></div>`;
    await waitUntil(defined, 'the element was not defined');
    await waitUntil(() => host.querySelector(TAG)?.shadowRoot);
    expect(defined('verva-notifications')).to.equal(false);
    // The content of a template appears when it is used.
    const { content } = host.querySelector('template')!;
    host.append(content.cloneNode(true));
    const used = host.lastElementChild as HTMLElement;
    await waitUntil(() => used.shadowRoot?.querySelector('.verva-root'));
    host.remove();
    other.remove();
  });

  it('EMB-01 sees an element that is put in, taken out and put back at once, and one that comes from a frame', async () => {
    const host = section();
    const element = document.createElement('verva-profile');
    host.append(element);
    element.remove();
    host.append(element);
    const frame = host.appendChild(document.createElement('iframe'));
    const inside = frame.contentDocument!;
    const moved = inside.body.appendChild(inside.createElement('verva-delegation-editor'));
    host.append(document.adoptNode(moved));
    await waitUntil(() => element.shadowRoot?.querySelector('.verva-root'));
    await waitUntil(() => host.querySelector('verva-delegation-editor')?.shadowRoot?.querySelector('.verva-root'));
    host.remove();
  });

  it('EMB-01 sees elements inside of shadow roots it was told of, closed ones too', async () => {
    const outer = section();
    const root = outer.attachShadow({ mode: 'closed' });
    observe(root);
    root.innerHTML = '<verva-task-form></verva-task-form>';
    await waitUntil(() => root.firstElementChild?.shadowRoot?.querySelector('.verva-root'));
    outer.remove();
  });

  it('EMB-02 one call sets server and language of the whole page', async () => {
    const before = { base: apiBase.value, language: language.value };
    await configureVerva({ apiBase: 'https://tasks.example.ee/', locale: 'et-EE' });
    expect(apiBase.value).to.equal('https://tasks.example.ee');
    await waitUntil(() => language.value === 'et');
    setApiBase(before.base);
    await setLanguage(before.language);
  });

  it('BEY-21 a second script tag leaves the page to the first one, and says nothing', async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (...words) => warnings.push(words);
    const first = loader();
    const again = (await import(
      /* @vite-ignore */ `${location.origin}/src/loader.ts?again`
    )) as typeof import('./loader.ts');
    console.warn = warn;
    expect(again.observe).not.to.equal(observe);
    expect(loader()).to.equal(first);
    expect(first?.sources.map(({ version }) => version)).to.have.length(2);
    expect(warnings).to.deep.equal([]);
    // Calls of the second loader apply to the page.
    const outer = section();
    const root = outer.attachShadow({ mode: 'open' });
    again.observe(root);
    root.innerHTML = '<verva-manual-reader></verva-manual-reader>';
    await waitUntil(() => root.firstElementChild?.shadowRoot?.querySelector('.verva-root'));
    outer.remove();
  });
});
