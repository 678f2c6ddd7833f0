import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { ConfigText } from '../../shared/contracts/config-texts.contract.ts';
import { TranslationsPage } from './translations-page.tsx';

const APPROVE: ConfigText = {
  ...{ kind: 'processes', owner: 'leave', part: 'node:approve', place: 'Leave request', replaces: true },
  ...{ source: 'Approve leave', sourceLanguage: 'en', document: { et: 'Kinnita puhkus' }, own: {}, outdated: [] },
};
const REASON: ConfigText = {
  ...{ kind: 'forms', owner: 'leave-form', part: 'reason.label', place: 'Leave', replaces: false },
  ...{ source: 'Reason', sourceLanguage: 'en', document: { en: 'Reason', et: 'Põhjus' }, own: {}, outdated: [] },
};
const CHECK: ConfigText = {
  ...APPROVE,
  ...{ part: 'node:check', source: 'Check', document: {}, own: { et: 'Vaata üle' }, outdated: ['et'] },
};

const { draw, find, all, named, says, offences } = renderHarness();
let sent: { method: string; path: string; body?: unknown; query?: unknown }[];
let isRefused: boolean;

const answer = async (
  { method, path }: { method: string; path: string },
  { body, query }: { body?: unknown; query?: object } = {},
) => {
  sent.push({ method, path, ...(body !== undefined && { body }), ...(query && { query }) });
  if (path.endsWith('/completeness'))
    return { texts: 1234, translated: { et: 1200, ru: 3 }, outdated: { et: 1, ru: 0 }, kinds: {} };
  if (path.endsWith('/export')) return 'kind,owner';
  if (path.endsWith('/import')) return { dryRun: true, changed: 2, unchanged: 1 };
  if (method === 'GET') return { items: [APPROVE, REASON, CHECK], next: null, previous: null, total: 3 };
  if (!isRefused) return null;
  const errors = [{ pointer: '/0/text', code: 'config_text.unknown', title: 'The text is gone.' }];
  throw new ApiError('translation.invalid', 422, { problem: { errors } } as never);
};

const fields = () => all<HTMLTextAreaElement>('tbody textarea');
const saves = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const lists = () => sent.filter(({ path }) => path === '/api/i18n/configuration').map(({ query }) => query);
const texts = (part: string, text: string | null) => [
  { kind: 'processes', owner: 'leave', part, languageId: 'et', text },
];

describe('translations of the configuration', () => {
  beforeEach(async () => {
    sent = [];
    isRefused = false;
    history.replaceState(null, '', '?of=organisation');
    draw(<TranslationsPage send={answer as unknown as typeof call} />);
    await waitUntil(() => fields().length === 2, 'the grid is there');
  });
  afterEach(() => history.replaceState(null, '', location.pathname));

  it('BEY-27 texts are beside their translations; one that its object has is changed there', async () => {
    expect(fields().map(({ value, lang }) => [value, lang])).to.deep.equal([
      ['Kinnita puhkus', 'et'],
      ['Vaata üle', 'et'],
    ]);
    expect(says('Change this text where it was entered.')).to.equal(true);
    await waitUntil(() => says('1,200 of 1,234 translated'), 'the progress is there');
    expect(says('1 outdated')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Missing').click();
    await waitUntil(() => lists().length === 2);
    expect(lists()[1]).to.deep.equal({ state: 'missing', languageId: 'et' });
    const [, language] = all<HTMLSelectElement>('thead select');
    language!.value = 'ru';
    language!.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => lists().length === 3);
    expect(lists()[2]).to.deep.equal({ state: 'missing', languageId: 'ru' });
    expect(location.search).to.equal('?of=organisation&state=missing&language=ru');
  });

  it('BEY-27 a translation is saved when the field is left, and Enter goes to the next one', async () => {
    const [approve, check] = fields();
    approve!.select();
    await sendKeys({ type: 'Kinnita see' });
    await sendKeys({ press: 'Enter' });
    expect(check!.matches(':focus')).to.equal(true);
    await waitUntil(() => says('Replaces: Kinnita puhkus'), 'the row is changed');
    expect(saves()).to.deep.equal([texts('node:approve', 'Kinnita see')]);
    approve!.select();
    await sendKeys({ press: 'Delete' });
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => approve!.value === 'Kinnita puhkus', 'the text of the drawing is back');
    expect(saves()[1]).to.deep.equal(texts('node:approve', null));
  });

  it('BEY-27 an outdated translation is confirmed by one press', async () => {
    expect(says('The text has changed since.')).to.equal(true);
    named('Still correct').click();
    await waitUntil(() => !says('The text has changed since.'), 'it is no longer outdated');
    expect(saves()).to.deep.equal([texts('node:check', 'Vaata üle')]);
  });

  it('BEY-27 a refused translation keeps what was typed, and can be saved again', async () => {
    isRefused = true;
    const [approve] = fields();
    approve!.select();
    await sendKeys({ type: 'Kinnita see' });
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => says('The text is gone.'), 'the fault is shown');
    expect([approve!.value, approve!.getAttribute('aria-invalid')]).to.deep.equal(['Kinnita see', 'true']);
    expect(await offences()).to.deep.equal([]);
    isRefused = false;
    named('Try again').click();
    await waitUntil(() => !says('The text is gone.'), 'it is saved');
    expect(find<HTMLTextAreaElement>('tbody textarea')!.value).to.equal('Kinnita see');
  });

  it('BEY-27 a file is imported after a preview of its changes', async () => {
    named('Import').click();
    await waitUntil(() => says('with translations into this language: Eesti'), 'the dialog is shown');
    const files = new DataTransfer();
    files.items.add(new File(['kind,owner'], 'texts.csv'));
    const input = find<HTMLInputElement>('input[type=file]')!;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => says('2 texts'), 'the preview is shown');
    expect(await offences()).to.deep.equal([]);
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog') === null, 'the file is taken');
    const taken = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const file = { languageId: 'et', content: 'kind,owner' };
    expect(taken).to.deep.equal([
      { ...file, dryRun: true },
      { ...file, dryRun: false },
    ]);
    await waitUntil(() => lists().length === 2, 'the list is loaded again');
  });
});
