import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import { TranslationsPage } from './translations-page.tsx';

const CLOSE = {
  key: 'ui.dialog.close',
  product: { en: 'Close {count}', et: 'Sulge {count}', ru: 'Закрыть {count}', zh: '关闭{count}' },
  own: { et: 'Pane {count} kinni' },
  stale: ['et'],
};

const LATVIAN = { languageId: 'lv', name: 'Latviešu', locale: 'lv-LV', fallback: 'et', enabled: false, version: 1 };

const { draw, find, all, named, says, offences } = renderHarness();
let sent: { method: string; path: string; body?: unknown; query?: unknown }[];

const answer = async (
  { method, path }: { method: string; path: string },
  { body, query }: { body?: { text: string | null }[] & { dryRun?: boolean }; query?: object } = {},
) => {
  sent.push({ method, path, ...(body && { body }), ...(query && { query }) });
  if (path === '/api/i18n/languages') return method === 'GET' ? [LATVIAN] : { ...LATVIAN, version: 2 };
  if (path.startsWith('/api/i18n/languages/')) return { ...LATVIAN, version: 2 };
  if (path.endsWith('/import')) return { dryRun: body?.dryRun, changed: 3, unchanged: 1 };
  if (method === 'GET')
    return {
      items: [CLOSE],
      next: null,
      previous: null,
      total: 1,
      parts: ['inbox', 'ui'],
      texts: 5000,
      translated: { lv: 1234 },
    };
  if (body?.some(({ text }) => text?.includes('{broken')))
    throw new ApiError('translation.invalid', 422, {
      problem: { errors: [{ pointer: '/2/text', code: 'translation.icu_invalid', title: 'An error at 1.' }] },
    } as never);
  return null;
};

const field = (language: string) => find<HTMLTextAreaElement>(`dialog textarea[lang=${language}]`)!;

describe('settings of translations', () => {
  beforeEach(async () => {
    sent = [];
    draw(<TranslationsPage send={answer as unknown as typeof call} />);
    await waitUntil(() => find('.i18n-table') !== null, 'the list is there');
  });

  it('PRV-06 the four languages are shown side by side, each marked with its language, and outdated texts are marked', async () => {
    const cells = all('tbody td [lang]');
    expect(cells.map(({ lang, textContent }) => [lang, textContent])).to.deep.equal([
      ['en', 'Close {count}'],
      ['et', 'Pane {count} kinni'],
      ['ru', 'Закрыть {count}'],
      ['zh', '关闭{count}'],
      ['lv', ''],
    ]);
    expect(says('Out of date')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Changed texts').click();
    await waitUntil(() => sent.length === 3);
    expect(sent[2]?.query).to.deep.equal({ own: true });
  });

  it('PRV-06 a text is changed by keyboard, validated at its field, and reset', async () => {
    named('Edit ui.dialog.close').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog textarea') !== null, 'the dialog is there');
    expect(await offences()).to.deep.equal([]);
    field('ru').focus();
    await sendKeys({ type: '{broken' });
    named('Save').click();
    await waitUntil(() => says('An error at 1.'), 'the fault is told');
    expect(field('ru').getAttribute('aria-invalid')).to.equal('true');
    expect(field('en').getAttribute('aria-invalid')).not.to.equal('true');
    named('Use the product’s texts').click();
    await waitUntil(() => field('ru').value === '' && field('et').value === '', 'the fields are empty');
    named('Save').click();
    await waitUntil(() => find('dialog') === null, 'the dialog is gone');
    expect(sent.at(-1)?.body).to.deep.equal(
      ['en', 'et', 'ru', 'zh', 'lv'].map((languageId) => ({ key: CLOSE.key, languageId, text: null })),
    );
    expect(find('tbody td [lang=et]')?.textContent).to.equal('Sulge {count}');
  });

  it('PRV-06 a language without a release is added and changed, and the texts it lacks are listed', async () => {
    expect(says('1,234 of 5,000 texts translated')).to.equal(true);
    expect(says('Not offered')).to.equal(true);
    named('Missing in Latviešu').click();
    await waitUntil(() => sent.some(({ query }) => (query as { missing?: string })?.missing === 'lv'));
    named('Edit Latviešu').click();
    await waitUntil(() => find('dialog .check') !== null, 'the dialog is there');
    expect(await offences()).to.deep.equal([]);
    find('dialog .check')!.click();
    named('Save').click();
    await waitUntil(() => find('dialog') === null, 'the dialog is gone');
    const { languageId, name, locale, fallback } = LATVIAN;
    expect(sent.find(({ method }) => method === 'PUT')).to.deep.equal({
      method: 'PUT',
      path: '/api/i18n/languages/{languageId}',
      body: { languageId, name, locale, fallback, enabled: true },
    });
    named('Add language').click();
    await waitUntil(() => find('dialog input') !== null, 'the dialog is there');
    named('Save').click();
    await waitUntil(() => find('dialog .error') !== null, 'a code is required');
    find('dialog input')!.focus();
    await sendKeys({ type: 'lt' });
    named('Save').click();
    await waitUntil(() => find('dialog') === null, 'the dialog is gone');
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/api/i18n/languages')?.body).to.deep.equal({
      languageId: 'lt',
      fallback: 'en',
      enabled: false,
    });
  });

  it('PRV-06 a file is imported after a preview of its changes, and invalid files are refused', async () => {
    named('Import').click();
    await waitUntil(() => find('dialog input[type=file]') !== null, 'the dialog is there');
    const choose = (content: string) => {
      const files = new DataTransfer();
      files.items.add(new File([content], 'texts.json'));
      const input = find<HTMLInputElement>('dialog input[type=file]')!;
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('hello');
    await waitUntil(() => find('dialog .error') !== null, 'it is refused');
    choose(JSON.stringify({ texts: { 'ui.dialog.close': { en: 'Shut' } } }));
    await waitUntil(() => says('3 texts would change.'), 'it is said');
    expect(await offences()).to.deep.equal([]);
    find('dialog footer .primary')!.click();
    await waitUntil(() => find('dialog') === null, 'the dialog is gone');
    expect(sent.filter(({ path }) => path.endsWith('/import')).map(({ body }) => body)).to.deep.equal(
      [true, false].map((dryRun) => ({ texts: { 'ui.dialog.close': { en: 'Shut' } }, dryRun })),
    );
  });
});
