import { expect } from '@open-wc/testing';
import { Suspense } from 'react';
import { renderHarness } from '../../../../test/support/render-harness.ts';
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

const { draw, find, all, named, says, offences } = renderHarness();
let sent: Record<string, unknown>[];
let created: string | null;

async function show(send: (body: Record<string, unknown>) => unknown): Promise<void> {
  [sent, created] = [[], null];
  const answer = (async (_: unknown, { body }: { body: Record<string, unknown> }) => {
    sent.push(body);
    return send(body);
  }) as unknown as typeof call;
  draw(
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
  await waitUntil(() => find('textarea') !== null, 'the dialog is there');
}

function paste(text: string): void {
  const area = find<HTMLTextAreaElement>('textarea')!;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('import of a form', () => {
  afterEach(async () => setLanguage('en'));

  it("FRM-09 I18N-01 explains in the page's language why something could not be carried over", async () => {
    await setLanguage('et');
    await show(() => null);
    const code = { type: 'textfield', key: 'code', label: 'Code', validate: { pattern: '(?=a)b' } };
    paste(JSON.stringify({ ...SCHEMA, components: [code] }));
    await waitUntil(() => all('li').length === 1, 'the report is there');
    expect(find('li')?.textContent).to.match(/\(\?=a\)b.* Märk 4: rühmad on siin ainult/);
    expect(await offences()).to.deep.equal([]);
  });

  it('FRM-09 shows the imported parts and creates the form as a draft', async () => {
    await show((body) => ({ id: body.id }));
    paste(JSON.stringify(SCHEMA));
    await waitUntil(() => all('li').length === 2, 'the report is there');
    expect(find('[role=status]')?.textContent).to.contain('3 components: 1 imported, 1 partly imported, 1 skipped.');
    expect(says('Not supported; skipped.')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Create form').click();
    await waitUntil(() => created !== null, 'the form was created');
    expect(created).to.equal('invoice');
    expect(sent.map(({ id }) => id)).to.deep.equal(['invoice']);
  });

  it('FRM-09 ERR-04 invalid JSON or an unknown format is reported at once, and an error of the server stays visible', async () => {
    await show(() => {
      throw new ApiError('form.id_taken', 409);
    });
    paste('{');
    await waitUntil(() => find('[role=alert]')?.textContent?.includes('This is not JSON.') === true, 'it is told');
    paste('{"a": 1}');
    await waitUntil(() => says('This format is unknown.'), 'it is told');
    named('Create form').click();
    expect(sent).to.deep.equal([]);
    paste(JSON.stringify(SCHEMA));
    await waitUntil(() => all('li').length === 2, 'the report is there');
    named('Create form').click();
    await waitUntil(() => find('[role=alert]') !== null, 'the refusal is told');
    expect(created).to.equal(null);
    expect(find<HTMLTextAreaElement>('textarea')?.value).to.contain('creditor');
  });
});
