import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type ReactNode, Suspense, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { runAxe } from '../../../../test/support/axe.ts';
import { KIND, purchaseForm } from '../../../../test/support/purchase-form.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { call } from '../../../shared/api/index.ts';
import type { Condition, FormBody } from '../../../shared/forms/index.ts';
import { setLanguage } from '../../../shared/locale/index.ts';
import { type BuilderStore, createBuilderStore } from '../builder.store.ts';
import { ConditionField } from './condition-field.tsx';
import { ExpressionField } from './expression-field.tsx';

const BODY = purchaseForm({ type: 'number', key: 'total', label: { en: 'Total', et: 'Kokku' } }, KIND, {
  type: 'text',
  key: 'reason',
  label: { en: 'Reason' },
});

let page: HTMLElement;
let root: Root;
let latest: { condition: Condition | undefined; expression: string };

async function storeOf(body: FormBody): Promise<BuilderStore> {
  const send = (async () => ({ id: body.id, body, version: 1, title: body.title, kind: 'task' })) as typeof call;
  const store = createBuilderStore({ send, formId: body.id });
  await store.load();
  return store;
}

function Both({ store }: { readonly store: BuilderStore }): ReactNode {
  const [condition, setCondition] = useState<Condition | undefined>(undefined);
  const [expression, setExpression] = useState('');
  latest = { condition, expression };
  return (
    <Suspense>
      <ConditionField
        store={store}
        label="Shown"
        value={condition}
        onChange={setCondition}
        node="reason"
        error={undefined}
      />
      <ExpressionField
        store={store}
        label="Calculation"
        value={expression}
        onChange={setExpression}
        node="reason"
        error={undefined}
      />
    </Suspense>
  );
}

const find = <E extends HTMLElement = HTMLElement>(selector: string) => page.querySelector<E>(selector) as E;
const byLabel = (label: string) => find<HTMLSelectElement>(`[aria-label="${label}"]`);
const press = (key: string) => sendKeys({ press: key });

async function choose(label: string, value: string): Promise<void> {
  const select = byLabel(label);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await waitUntil(() => byLabel(label)?.value === value, label);
}

describe('the editors of conditions and expressions', () => {
  beforeEach(async () => {
    await setLanguage('en');
    page = document.createElement('main');
    document.body.append(page);
    root = createRoot(page);
    root.render(<Both store={await storeOf(BODY)} />);
    await waitUntil(() => find('textarea'), 'the editors');
  });
  afterEach(() => {
    root.unmount();
    page.remove();
  });

  it('FRM-09 a condition is built and moved by keyboard, and shown as a sentence; axe finds no violation', async () => {
    find('[data-add]').focus();
    await press('Enter');
    await waitUntil(() => document.activeElement === byLabel('Field of condition 1'), 'the focus in the new condition');
    await choose('Operator of condition 1', 'gt');
    (byLabel('Value of condition 1') as unknown as HTMLInputElement).select();
    await sendKeys({ type: '5000' });
    await waitUntil(() => find('.cnd-sentence').textContent === 'Total greater than 5,000', 'the sentence');

    find('[data-add]').focus();
    await press('Enter');
    await waitUntil(() => byLabel('Field of condition 2'), 'a second condition');
    await choose('Field of condition 2', 'kind');
    await choose('Operator of condition 2', 'in');
    const [, service] = page.querySelectorAll<HTMLInputElement>('.cnd-ticks input');
    service?.click();
    await waitUntil(
      () => /and Kind any of Service/.test(find('.cnd-sentence').textContent ?? ''),
      'the second in words',
    );

    byLabel('Field of condition 2').focus();
    await sendKeys({ down: 'Alt' });
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ up: 'Alt' });
    await waitUntil(() => byLabel('Field of condition 1').value === 'kind', 'the order');
    expect(document.activeElement).to.equal(byLabel('Field of condition 1'));
    expect(latest.condition).to.deep.equal({
      all: [
        { field: 'kind', op: 'in', value: ['service'] },
        { field: 'total', op: 'gt', value: 5000 },
      ],
    });
    expect((await runAxe(page)).violations.map(({ id }) => id)).to.deep.equal([]);
  });

  it('FRM-09 an expression is completed by keyboard, and faults are shown while typing; axe finds no violation', async () => {
    const area = find<HTMLTextAreaElement>('textarea');
    area.focus();
    await sendKeys({ type: 'to' });
    await waitUntil(() => find('[role=option]'), 'suggestions');
    expect(area.getAttribute('aria-activedescendant')).to.equal(find('[role=option]').id);
    expect((await runAxe(page)).violations.map(({ id }) => id)).to.deep.equal([]);
    await press('Enter');
    await waitUntil(() => latest.expression === 'total', 'the field');
    await waitUntil(() => !find('[role=option]'), 'no more suggestions');
    expect(find('.fx-sample').textContent).to.equal('With the sample data: 3');
    await sendKeys({ type: ' * nothere' });
    await waitUntil(() => find('.error'), 'the fault');
    expect(find('.error').textContent).to.equal('Character 9: There is no field “nothere”.');
    expect(find('.fx-fault').textContent).to.equal('nothere');
    expect(area.getAttribute('aria-invalid')).to.equal('true');
  });
});
