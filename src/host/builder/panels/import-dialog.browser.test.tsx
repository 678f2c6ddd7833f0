import { expect } from '@open-wc/testing';
import axe from 'axe-core';
import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../../shared/api/index.ts';
import { setLanguage } from '../../../shared/locale/index.ts';
import { ImportFormDialog } from './import-dialog.tsx';

const SCHEMA = {
  type: 'default',
  schemaVersion: 18,
  id: 'invoice',
  components: [
    { type: 'textfield', key: 'creditor', label: 'Creditor' },
    { type: 'image', id: 'i', source: 'https://example.org/a.png' },
    { type: 'select', key: 'team', label: 'Team', valuesKey: 'teams' },
  ],
};

let page: HTMLElement;
let root: Root;
let sent: Record<string, unknown>[];
let created: string | null;

async function draw(send: (body: Record<string, unknown>) => unknown): Promise<void> {
  await setLanguage('en');
  [sent, created] = [[], null];
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
  const answer = (async (_: unknown, { body }: { body: Record<string, unknown> }) => {
    sent.push(body);
    return send(body);
  }) as unknown as typeof call;
  root.render(
    <Suspense>
      <ImportFormDialog
        send={answer}
        onClose={() => undefined}
        onCreated={({ id }) => {
          created = id;
        }}
      />
    </Suspense>,
  );
  await waitUntil(() => page.querySelector('textarea') !== null, 'the dialog is there');
}

function paste(text: string): void {
  const area = page.querySelector('textarea')!;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

const button = (name: string) => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!;

describe('import of a form', () => {
  afterEach(() => {
    root.unmount();
    page.remove();
  });

  it('FRM-09 shows what is carried over and creates the form as a draft', async () => {
    await draw((body) => ({ id: body.id }));
    paste(JSON.stringify(SCHEMA));
    await waitUntil(() => page.querySelectorAll('li').length === 2, 'the report is there');
    expect(page.querySelector('[role=status]')?.textContent).to.contain(
      'Of 3 components 1 were carried over fully, 1 in part, 1 not.',
    );
    expect(page.textContent).to.contain('There is nothing like it here; left out.');
    const { violations } = await axe.run(page, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).to.deep.equal([]);
    button('Create the form').click();
    await waitUntil(() => created !== null, 'the form was created');
    expect(created).to.equal('invoice');
    expect(sent.map(({ id }) => id)).to.deep.equal(['invoice']);
  });

  it('FRM-09 ERR-04 what is no JSON or no form is told at once, and a refusal of the server stays to be read', async () => {
    await draw(() => {
      throw new ApiError('form.id_taken', 409);
    });
    paste('{');
    await waitUntil(
      () => page.querySelector('[role=alert]')?.textContent?.includes('This is not JSON.') === true,
      'it is told',
    );
    paste('{"a": 1}');
    await waitUntil(() => page.textContent?.includes('This format is not known.') === true, 'it is told');
    button('Create the form').click();
    expect(sent).to.deep.equal([]);
    paste(JSON.stringify(SCHEMA));
    await waitUntil(() => page.querySelectorAll('li').length === 2, 'the report is there');
    button('Create the form').click();
    await waitUntil(() => page.querySelector('[role=alert]') !== null, 'the refusal is told');
    expect(created).to.equal(null);
    expect(page.querySelector('textarea')?.value).to.contain('creditor');
  });
});
