import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { knownLocale, usualLocale } from '../../src/server/modules/i18n/languages.rules.ts';
import { emailChangedMail } from '../../src/server/modules/users/users.mails.ts';
import { LANGUAGES, LOCALES } from '../../src/shared/contracts/constants.ts';
import { formatDay, formatDayInput, formatNumber, parseDayInput } from '../../src/shared/locale/index.ts';
import { onDatabase } from '../support/databases.ts';
import { CLOSES, OPENS, pseudoLatvian } from '../support/pseudo-latvian.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const LATVIAN = { languageId: 'lv', name: 'Latviešu', locale: 'lv-LV', fallback: 'et' } as const;

test('PRV-06 a language gets its usual locale, and others of the same language are accepted', () => {
  assert.deepEqual(['lv', 'fi', 'de', 'pt'].map(usualLocale), ['lv-LV', 'fi-FI', 'de-DE', 'pt-BR']);
  assert.equal(knownLocale('de-at', 'de'), 'de-AT');
  assert.deepEqual(
    ['lt-LT', 'lv_LV', '', 'qq'].map((locale) => knownLocale(locale, 'lv')),
    [undefined, undefined, undefined, undefined],
  );
});

onDatabase('languages', (db) => {
  let root: Person;
  let boss: Person;
  let provider: Person;
  let tenant: TestTenant;

  before(async () => {
    tenant = await createTestTenant(db(), 'works', { root: ['verva.admin'], boss: ['admin'] });
    const verva = await createTestTenant(db(), 'verva', { grete: ['verva.admin'] }, tenant);
    ({ root, boss } = tenant.people as Record<'root' | 'boss', Person>);
    provider = verva.people.grete!;
    for (const { transaction } of [tenant, verva]) {
      const languages = LANGUAGES.map((id) => ({ language_id: id, name: id, locale: LOCALES[id] }));
      await transaction((tx) => tx.insertInto('language').values(languages).execute());
    }
  });

  const add = (who: Person, body: object) => who.post('/api/i18n/languages', body);
  const change = (who: Person, id: string, body: object, headers = {}) =>
    who.send('PUT', `/api/i18n/languages/${id}`, body, headers);
  const codes = ({ body }: { body: { code: string; errors?: { pointer: string; code: string }[] } }) => [
    body.code,
    ...(body.errors ?? []).map(({ pointer }) => pointer),
  ];

  test('ERR-04 PRV-06 a language needs a code that is known, once', async () => {
    const missing = await add(root, { name: 'Latviešu' });
    assert.deepEqual(
      [missing.status, missing.body.code, missing.body.params],
      [400, 'request.missing_parameter', { parameter: 'languageId' }],
    );
    assert.equal(missing.body.title, 'Missing the required parameter languageId');
    const empty = await root.send('PUT', '/api/i18n/languages', { name: 'x' });
    assert.deepEqual([empty.status, empty.body.title], [400, 'Missing the required parameter languageId']);
    assert.deepEqual(codes(await add(root, { languageId: 'qqq' })), ['language.unknown', '/languageId']);
    assert.deepEqual(codes(await add(root, { languageId: 'EN' })), ['language.unknown', '/languageId']);
    assert.deepEqual(codes(await add(root, { languageId: 'lv', locale: 'de-DE' })), ['language.unknown', '/locale']);
    assert.deepEqual(codes(await add(root, { languageId: 'et' })), ['language.id_taken', '/languageId']);
    assert.equal((await add(boss, { languageId: 'lv' })).status, 403);
    assert.equal((await change(boss, 'et', { enabled: false })).status, 403);
    assert.equal((await root.get('/api/i18n/languages')).body.length, LANGUAGES.length);
  });

  test('PRV-06 a language is added with what is known about it, changed by one editor at a time, and offered or not', async () => {
    const made = await add(root, { languageId: 'fi', enabled: false });
    assert.deepEqual(
      [made.status, made.body],
      [201, { languageId: 'fi', name: 'suomi', locale: 'fi-FI', fallback: 'en', enabled: false, version: 1 }],
    );
    assert.equal((await root.get('/api/session')).body.tenant.languages, undefined, 'not offered');
    const named = await change(root, 'fi', { ...made.body, name: 'Suomi', enabled: true }, { 'if-match': '"1"' });
    assert.deepEqual([named.status, named.body.name, named.body.version, named.headers.etag], [200, 'Suomi', 2, '"2"']);
    const late = await change(root, 'fi', { name: 'Finnish' }, { 'if-match': '"1"' });
    assert.deepEqual([late.status, late.body.code, late.body.current.name], [412, 'edit.conflict', 'Suomi']);
    assert.deepEqual((await root.get('/api/session')).body.tenant.languages, [
      { languageId: 'fi', name: 'Suomi', locale: 'fi-FI', fallback: 'en' },
    ]);
    assert.equal((await change(root, 'fi', { languageId: 'sv' })).body.code, 'request.invalid');
    assert.equal((await change(root, 'sv', { name: 'Svenska' })).body.code, 'language.not_found');
    assert.equal((await change(root, 'et', { name: 'Estonian' })).body.code, 'language.is_shipped');
    assert.equal((await change(root, 'en', { enabled: false })).body.code, 'language.is_shipped');
    assert.equal((await change(root, 'zh', { enabled: false })).body.enabled, false);
    assert.equal((await change(root, 'fi', { enabled: false })).status, 200);
  });

  test('PRV-06 BEY-27 texts of an added language reach pages, problems and e-mails, with its plural forms', async () => {
    for (const who of [provider, root]) assert.equal((await add(who, LATVIAN)).status, 201);
    const template = await provider.get('/api/i18n/translations/export?languageId=lv');
    const texts = await pseudoLatvian();
    assert.deepEqual(Object.keys(template.body.texts).toSorted(), Object.keys(texts).toSorted());
    const unchanged = await provider.post('/api/i18n/translations/import', template.body);
    assert.equal(unchanged.body.changed, 0, 'an untranslated file changes nothing');

    const inEnglish = Object.entries(texts).find(([, { lv }]) => lv.includes('zero'))!;
    const faulty = { [inEnglish[0]]: { lv: inEnglish[1].lv.replaceAll(/zero \{/g, 'few {') } };
    const refused = await provider.post('/api/i18n/translations/import', { texts: faulty });
    assert.deepEqual(refused.body.errors[0].code, 'translation.plural_forms');
    const done = await provider.post('/api/i18n/translations/import', { texts });
    assert.deepEqual(
      [done.status, done.body],
      [200, { dryRun: false, changed: Object.keys(texts).length, unchanged: 0 }],
    );
    const { body: progress } = await provider.get('/api/i18n/translations?missing=lv');
    assert.deepEqual([progress.total, progress.translated.lv], [0, progress.texts]);

    // Other organisations cannot change texts of servers.
    const foreign = { texts: { 'errors.server.error': { lv: '‹x›' } } };
    assert.equal(
      (await root.post('/api/i18n/translations/import', foreign)).body.errors[0].code,
      'translation.unknown_key',
    );

    const { body: session } = await root.get('/api/session');
    assert.deepEqual(
      session.tenant.texts.map((one: string) => one.replace(/&v=.*/, '')),
      ['verva-lv.json?only=own'],
    );
    assert.deepEqual((await boss.get('/api/session')).body.tenant.languages, [LATVIAN]);
    const { payload } = await tenant.app.inject({ url: `/i18n/${session.tenant.texts[0]}` });
    const file = JSON.parse(payload);
    assert.equal(file['ui.dialog.close'], '‹Close›');
    assert.equal(file['errors.server.error'], undefined, 'pages do not load the texts of servers');

    const inLatvian = { 'accept-language': 'lv-LV' };
    const problem = () => root.send('DELETE', '/api/identity/groups/nothing', undefined, inLatvian);
    await waitFor(async () => (await problem()).body.title.slice(0, 1), OPENS);
    const { headers, body } = await problem();
    assert.deepEqual([headers['content-language'], body.title.at(-1)], ['lv', CLOSES]);
    const invalid = await root.send('PUT', '/api/i18n/translations', '[{"key":"x","languageId":"lv","text":"x"}]', {
      ...inLatvian,
      'content-type': 'application/json',
    });
    assert.equal(invalid.body.errors[0].title, '‹The product has no text x.›');

    const user = { ...(await root.get('/api/identity/users/me')).body, languageId: 'lv', email: 'a@b.ee' };
    const mail = emailChangedMail(user, { ...user, email: 'c@b.ee' });
    assert.match(mail.subject ?? '', /^‹.*›$/);
    // Browsers disagree about the last dot.
    assert.match(formatDay('2026-11-05', { language: 'lv' }), /^05\.11\.2026\.?$/);
    assert.equal(formatNumber(1234.5, {}, 'lv'), '1234,5');
    assert.equal(formatDayInput('2026-11-05', 'lv'), '05.11.2026');
    assert.equal(parseDayInput('5.11.26', 'lv'), '2026-11-05');
  });

  test('PRV-06 a language that users have stays offered, and a missing text is in its fallback', async () => {
    const { body: me } = await boss.get('/api/identity/users/me');
    const profile = { name: me.name, email: me.email, phoneNumber: me.phoneNumber, languageId: 'lv' };
    assert.equal((await boss.send('PUT', '/api/identity/users/me', profile)).status, 200);
    const refused = await change(root, 'lv', { enabled: false });
    assert.deepEqual([refused.status, refused.body.code, refused.body.params], [409, 'language.in_use', { count: 1 }]);
    const gone = [{ key: 'errors.group.not_found', languageId: 'lv', text: null }];
    await provider.send('PUT', '/api/i18n/translations', JSON.stringify(gone), { 'content-type': 'application/json' });
    const problem = async () => (await boss.send('DELETE', '/api/identity/groups/nothing')).body.title;
    const inEstonian = await boss.send('DELETE', '/api/identity/groups/nothing', undefined, {
      'accept-language': 'et',
    });
    await waitFor(problem, inEstonian.body.title);
    await boss.send('PUT', '/api/identity/users/me', { ...profile, languageId: 'en' });
    assert.equal((await change(root, 'lv', { enabled: false })).status, 200);
    assert.equal((await root.get('/api/session')).body.tenant.texts.length, 0, 'not offered, not fetched');
  });
});
