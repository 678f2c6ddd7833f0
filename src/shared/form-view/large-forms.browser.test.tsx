import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import {
  definitionOf,
  longTable,
  manyFields,
  ownValues,
  type SampleForm,
} from '../../../test/support/form-page/sample.ts';
import { takeRenders } from '../../../test/support/renders.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { createFormModel, type FormModel } from '../forms/index.ts';
import { setLanguage } from '../locale/index.ts';
import { FormView } from './index.ts';

let model: FormModel;
let element: HTMLElement;
defineWidget('verva-large-form', () => <FormView model={model} />);

const find = <T extends Element>(selector: string) => element.shadowRoot?.querySelector<T>(selector) as T;

async function draw(sample: SampleForm): Promise<void> {
  await setViewport({ width: 1280, height: 800 });
  model = createFormModel(definitionOf(sample), { languageId: 'en', today: '2026-11-21', values: ownValues(sample) });
  element = document.body.appendChild(document.createElement('verva-large-form'));
  await waitUntil(() => find('.form-view'), 'the form is drawn');
}

/** Types into an input; returns the rerendered fields and cells, and anything else rerendered. */
async function drawnBy(box: HTMLInputElement, text: string): Promise<string[]> {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  takeRenders();
  await sendKeys({ type: text });
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return [...new Set(takeRenders().map((name) => name.replace(/^\w+ of /, '')))].sort();
}

describe('large forms', () => {
  before(() => setLanguage('en'));
  afterEach(() => element.remove());

  it('FRM-02 a key in a form of 300 fields re-renders that field and its dependents', async () => {
    const sample = manyFields(300);
    await draw(sample);
    expect(element.shadowRoot?.querySelectorAll('.field').length).to.be.at.least(300);
    const id = (key: string) => `input[id$="-${key}"]`;
    expect(await drawnBy(find(id('f2')), 'x')).to.deep.equal(['f2']);
    expect(await drawnBy(find(id('f1')), '2')).to.deep.equal(['f1', 's1']);
    expect(find('output[id$="-s1"]').textContent).to.equal('18');
    // Above its limit another field becomes required.
    expect(await drawnBy(find(id('f1')), '3')).to.deep.equal(['f1', 'f3', 's1']);
    expect(find(id('f3'))).not.to.equal(null);
    const isDrawn = (key: string) => find(id(key)).checkVisibility({ contentVisibilityAuto: true });
    expect(isDrawn('f1')).to.equal(true);
    // Far below, nothing is laid out or painted until scrolled to.
    expect(isDrawn('f296')).to.equal(false);
    find<HTMLInputElement>(id('f296')).focus();
    await waitUntil(() => isDrawn('f296'), 'the field that has the focus is drawn');
  });

  it("FRM-02 a key in a table of 500 rows re-renders its cell, the row's amount and the total, and only visible rows", async () => {
    await draw(longTable(500));
    const rows = () => element.shadowRoot?.querySelectorAll('tbody tr[data-row]').length;
    expect(rows()).to.be.within(10, 60);
    const quantity = find<HTMLInputElement>('[aria-label="Quantity, line 4"]');
    expect(await drawnBy(quantity, '1')).to.deep.equal(['lines.r4.amount', 'lines.r4.qty', 'total']);
    // The browser, which reads all inputs of a form on each key press, finds only this one; and Enter submits nothing.
    expect([...(quantity.form?.elements ?? [])]).to.deep.equal([quantity]);
    const { href } = location;
    await sendKeys({ press: 'Enter' });
    expect(location.href).to.equal(href);
    const item = find<HTMLInputElement>('[aria-label="Item, line 4"]');
    expect(await drawnBy(item, 'x')).to.deep.equal(['lines.r4.item']);
    expect([quantity.form, ...(item.form?.elements ?? [])]).to.deep.equal([null, item]);
    find('.lines').scrollTop = 1e6;
    await waitUntil(() => find('[aria-label="Item, line 500"]'), 'the last row is drawn');
    expect(rows()).to.be.within(10, 60);
  });
});
