import { expect } from '@open-wc/testing';
import { waitUntil } from '../test/support/wait-until.ts';
import { configureVerva, observe } from './loader.ts';
import { apiBase, setApiBase } from './shared/api/base.ts';
import { language, setLanguage } from './shared/locale/language.ts';

const TAG = 'verva-inbox';
const defined = () => customElements.get(TAG) !== undefined;

describe('loader', () => {
  it('EMB-01 loads an element when it first appears, and not before', async () => {
    expect(defined()).to.equal(false);
    const other = document.body.appendChild(document.createElement('verva-no-such-thing'));
    const host = document.body.appendChild(document.createElement('section'));
    host.innerHTML = `<div><${TAG}></${TAG}></div>`;
    await waitUntil(defined, 'the element was not defined');
    await waitUntil(() => host.querySelector(TAG)?.shadowRoot);
    host.remove();
    other.remove();
  });

  it('sees elements inside of shadow roots it was told of', async () => {
    const outer = document.body.appendChild(document.createElement('div'));
    const root = outer.attachShadow({ mode: 'open' });
    observe(root);
    root.innerHTML = '<verva-task-form></verva-task-form>';
    await waitUntil(() => customElements.get('verva-task-form') !== undefined, 'not defined');
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

  it('a second script tag does nothing', async () => {
    const atWork = () => (globalThis as unknown as Record<symbol, unknown>)[Symbol.for('verva.loader')];
    const first = atWork();
    const again = (await import(
      /* @vite-ignore */ `${location.origin}/src/loader.ts?again`
    )) as typeof import('./loader.ts');
    expect(again.observe).not.to.equal(observe);
    expect(first).to.be.an('object');
    expect(atWork()).to.equal(first);
  });
});
