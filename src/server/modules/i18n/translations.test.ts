import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { LANGUAGES, LOCALES } from '../../../shared/contracts/constants.ts';
import { readCatalogue } from './catalogue.ts';
import { faultOf } from './translations.rules.ts';

const TASKS = {
  en: '{count, plural, one {# task} other {# tasks}}',
  et: '{count, plural, one {# ülesanne} other {# ülesannet}}',
  ru: '{count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
  zh: '{count, plural, other {#个任务}}',
};
const LINKED = { en: '{name}: <link>help</link>', et: '{name}', ru: '{name}', zh: '{name}' };

test('PRV-06 own texts name existing keys, have the plural forms of the language and contain no markup', () => {
  const code = (text: string, language: 'en' | 'ru' = 'en', product = TASKS) => faultOf(text, product, language)?.code;
  assert.equal(code('Jobs: {count}'), undefined);
  assert.equal(code('{count, plural, =0 {No jobs} one {A job} other {# jobs}}'), undefined);
  assert.equal(code('{count, number} jobs'), 'translation.arguments');
  assert.equal(code('Jobs'), 'translation.arguments');
  assert.equal(code('{count} jobs of {name}'), 'translation.arguments');
  assert.equal(code('{count, select, a {x} other {y}}'), 'translation.arguments');
  assert.equal(code('{count, plural, one {# дело} other {# дела}}', 'ru'), 'translation.plural_forms');
  assert.equal(code('<b>{count}</b>'), 'translation.markup');
  assert.equal(code('<img src=x onerror=alert(1)>{count}'), 'translation.markup');
  assert.equal(code('{name}, <link>our help</link>', 'en', LINKED), undefined);
  assert.deepEqual(faultOf('Jobs: {count', TASKS, 'en'), {
    code: 'translation.icu_invalid',
    params: { position: 7, near: '{count' },
  });
  assert.deepEqual(faultOf('Jobs', TASKS, 'en')?.params, { expected: '{count, plural, …}' });
});

onDatabase('translations', (db) => {
  let root: Person;
  let boss: Person;
  let other: Person;
  let provider: Person;
  let testTenant: TestTenant;

  before(async () => {
    testTenant = await createTestTenant(db(), 'works', { root: ['verva.admin'], boss: ['admin'] });
    const neighbours = await createTestTenant(db(), 'near', { eva: ['verva.admin'] }, testTenant);
    const verva = await createTestTenant(db(), 'verva', { grete: ['verva.admin'] }, testTenant);
    ({ root, boss } = testTenant.people as Record<'root' | 'boss', Person>);
    other = neighbours.people.eva!;
    provider = verva.people.grete!;
    for (const { transaction } of [testTenant, neighbours, verva]) {
      const languages = LANGUAGES.map((id) => ({ language_id: id, name: id, locale: LOCALES[id] }));
      await transaction((tx) => tx.insertInto('language').values(languages).execute());
    }
  });

  type Text = { key: string; languageId: string; text: string | null };
  const put = (who: Person, ...texts: Text[]) =>
    who.send('PUT', '/api/i18n/translations', JSON.stringify(texts), { 'content-type': 'application/json' });
  const file = async (name: string, headers = {}) => {
    const { statusCode, body, headers: answered } = await testTenant.app.inject({ url: `/i18n/${name}`, headers });
    return { status: statusCode, body: body && JSON.parse(body), headers: answered };
  };
  const filesOf = async (who: Person) =>
    (await who.get('/api/session')).body.tenant.texts.map((one: string) => one.split('?')[0]);
  const close = (languageId: string, text: string | null): Text => ({ key: 'ui.dialog.close', languageId, text });

  test('PRV-06 I18N-01 texts of all languages are listed together and found by key and content', async () => {
    const { body } = await root.get('/api/i18n/translations?q=ui.dialog.close');
    assert.deepEqual(body.items, [
      { key: 'ui.dialog.close', product: { en: 'Close', et: 'Sulge', ru: 'Закрыть', zh: '关闭' }, own: {}, stale: [] },
    ]);
    assert.ok(body.parts.includes('inbox') && body.parts.includes('ui'));
    const keys = async (query: string) =>
      (await root.get(`/api/i18n/translations?${query}`)).body.items.map(({ key }: Text) => key);
    assert.ok((await keys('q=закрыть&limit=200')).includes('ui.dialog.close'));
    const first = await root.get('/api/i18n/translations?part=inbox&limit=3');
    const rest = await root.get(`/api/i18n/translations?part=inbox&limit=200&after=${first.body.next}`);
    const paged = [...first.body.items, ...rest.body.items];
    assert.equal(paged.length, first.body.total);
    assert.ok(paged.every(({ key }) => key.startsWith('inbox.')));
    assert.equal((await root.get('/api/i18n/translations?after=nothing')).body.code, 'page.cursor_mismatch');
  });

  test('PRV-06 an own text is published for the organisation only, and can be reset', async () => {
    assert.equal((await put(root, close('en', 'Shut'), close('et', 'Pane kinni'))).status, 204);
    const published = await file('works-en.json');
    assert.deepEqual([published.status, published.body], [200, { 'ui.dialog.close': 'Shut' }]);
    assert.deepEqual((await file('works-et.json')).body, { 'ui.dialog.close': 'Pane kinni' });
    assert.deepEqual((await file('near-en.json')).body, {});
    const again = await file('works-en.json', { 'if-none-match': published.headers.etag });
    assert.deepEqual([again.status, again.body], [304, '']);
    assert.deepEqual(await filesOf(root), ['works-en.json', 'works-et.json']);
    assert.deepEqual(await filesOf(other), []);

    const [first] = (await root.get('/api/session')).body.tenant.texts;
    await put(root, close('en', 'Shut it'), close('et', 'Sulge'));
    const [second] = (await root.get('/api/session')).body.tenant.texts;
    assert.notEqual(first, second, 'browsers see that the texts are others');
    assert.deepEqual(await filesOf(root), ['works-en.json'], 'a text of the product is none of its own');
    const own = await root.get('/api/i18n/translations?own=true');
    assert.deepEqual(
      own.body.items.map((one: { key: string; own: object }) => [one.key, one.own]),
      [['ui.dialog.close', { en: 'Shut it' }]],
    );
    await put(root, close('en', null));
    assert.deepEqual((await file('works-en.json')).body, {});
  });

  test('PRV-06 the provider’s texts apply to every organisation, below its own texts', async () => {
    await put(provider, close('ru', 'Убрать'));
    await put(root, close('ru', 'Спрятать'));
    assert.deepEqual(await filesOf(other), ['verva-ru.json']);
    assert.deepEqual(await filesOf(root), ['verva-ru.json', 'works-ru.json']);
    assert.deepEqual((await file('verva-ru.json?only=own')).body, { 'ui.dialog.close': 'Убрать' });
    const whole = (await file('verva-ru.json')).body;
    assert.equal(whole['ui.dialog.close'], 'Убрать');
    assert.deepEqual(Object.keys(whole).toSorted(), [...(await readCatalogue()).keys()].toSorted());
    assert.deepEqual((await file('verva-ru-RU.json')).body, whole);
    await put(provider, close('ru', null));
    await put(root, close('ru', null));
  });

  test('I18N-04 PRV-06 a message with arguments reaches browsers parsed; an invalid one is omitted', async () => {
    const left = { key: 'ui.told.problem', languageId: 'en', text: '' };
    const { body } = await root.get('/api/i18n/translations?q=%7Bcount, plural&limit=1');
    const [{ key, product }] = body.items;
    assert.equal((await put(root, { ...left, key, text: `${product.en} !` })).status, 204);
    assert.ok(Array.isArray((await file('works-en.json')).body[key]));
    await testTenant.transaction((tx) =>
      tx
        .insertInto('translation')
        .values([
          { language_id: 'en', key: 'ui.dialog.close', text: 'Close {what}' },
          { language_id: 'en', key: 'gone.for.good', text: 'Gone' },
        ])
        .execute(),
    );
    assert.deepEqual(Object.keys((await file('works-en.json')).body), [key]);
    const listed = (await root.get('/api/i18n/translations?own=true')).body.items;
    const stale = listed.filter((one: { stale: string[] }) => one.stale.includes('en'));
    assert.deepEqual(stale.map((one: Text) => one.key).sort(), ['gone.for.good', 'ui.dialog.close']);
    const removed = ['gone.for.good', 'ui.dialog.close', key].map((one) => ({ ...left, key: one, text: null }));
    assert.equal((await put(root, ...removed)).status, 204);
    assert.deepEqual(await filesOf(root), []);
  });

  test('PRV-06 API-05 every error is reported with its position, and nothing is changed', async () => {
    const { status, body } = await put(
      root,
      close('en', 'Good'),
      close('et', '{broken'),
      { key: 'no.such', languageId: 'en', text: 'x' },
      close('fi', 'Sulje'),
    );
    assert.deepEqual([status, body.code], [422, 'translation.invalid']);
    assert.deepEqual(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/1/text', 'translation.icu_invalid'],
        ['/2/text', 'translation.unknown_key'],
        ['/3/text', 'translation.unknown_language'],
      ],
    );
    assert.match(body.errors[0].title, /\{broken/);
    assert.deepEqual(await filesOf(root), []);
  });

  test('PRV-06 own texts are transferred to another organisation as a file', async () => {
    await put(root, close('en', 'Shut'), close('zh', '关'));
    const { body, headers } = await root.get('/api/i18n/translations/export');
    assert.deepEqual(body, { texts: { 'ui.dialog.close': { en: 'Shut', zh: '关' } } });
    assert.match(String(headers['content-disposition']), /translations\.json/);
    const tried = await other.post('/api/i18n/translations/import', { ...body, dryRun: true });
    assert.deepEqual(tried.body, { dryRun: true, changed: 2, unchanged: 0 });
    assert.deepEqual(await filesOf(other), []);
    assert.equal((await other.post('/api/i18n/translations/import', body)).body.changed, 2);
    assert.equal((await other.post('/api/i18n/translations/import', body)).body.unchanged, 2);
    const broken = await other.post('/api/i18n/translations/import', { texts: { 'ui.dialog.close': { et: '<a>' } } });
    assert.deepEqual(broken.body.errors[0].pointer, '/texts/ui.dialog.close/et');
    assert.deepEqual(await filesOf(other), ['near-en.json', 'near-zh.json']);
  });

  test('RTE-07 an organisation administrator without provider rights cannot change texts', async () => {
    assert.equal((await put(boss, close('en', 'Shut'))).status, 403);
    assert.equal((await boss.get('/api/i18n/translations')).status, 403);
    assert.equal((await boss.get('/api/i18n/translations/export')).status, 403);
    assert.equal((await boss.post('/api/i18n/translations/import', { texts: {} })).status, 403);
  });
});
