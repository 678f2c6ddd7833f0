import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { LANGUAGES, LOCALES } from '../../../shared/contracts/constants.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

onDatabase('dropdowns', (db) => {
  let root: Person;
  let ann: Person;
  let stranger: Person;
  let tenant: TestTenant;

  before(async () => {
    tenant = await createTestTenant(db(), 'lists', { root: ['admin'], ann: [] });
    const other = await createTestTenant(db(), 'others', { eva: ['admin'] }, tenant);
    ({ root, ann } = tenant.people as Record<'root' | 'ann', Person>);
    stranger = other.people.eva!;
    for (const { transaction } of [tenant, other]) {
      const languages = LANGUAGES.map((id) => ({ language_id: id, name: id, locale: LOCALES[id] }));
      await transaction((tx) => tx.insertInto('language').values(languages).execute());
    }
  });

  const put = (who: Person, url: string, body: object, headers = {}): Promise<Reply> =>
    who.send('PUT', url, JSON.stringify(body), { ...JSON_TYPE, ...headers });
  const remove = (who: Person, url: string, headers = {}) => who.send('DELETE', url, undefined, headers);
  /** Creates a dropdown with options: `a` to `d` unless others are given. */
  const make = async (id: string, ids = ['a', 'b', 'c', 'd']) => {
    assert.equal((await root.post('/api/dropdowns', { id, name: id.toUpperCase() })).status, 201);
    for (const option of ids) {
      const { status } = await root.post(`/api/dropdowns/${id}/options`, { id: option, defaultText: `Text ${option}` });
      assert.equal(status, 201);
    }
  };
  const idsAt = async (url: string, who = ann) => {
    const { status, body } = await who.get(url);
    assert.equal(status, 200, JSON.stringify(body));
    return body.map(({ id }: { id: string }) => id);
  };
  const parameter = ({ status, body }: Reply) => [status, body.code, body.params?.parameter];

  test('ADM-06 a dropdown is created, found, renamed and deleted with version checks', async () => {
    const made = await root.post('/api/dropdowns', { id: 'colours', name: ' Colours ', description: 'Of paint' });
    assert.deepEqual([made.status, made.headers.etag], [201, '"1"']);
    assert.deepEqual(made.body, { id: 'colours', name: 'Colours', description: 'Of paint', options: 0, version: 1 });
    await root.post('/api/dropdowns/colours/options', { id: 'ral5002', defaultText: 'Ultramarine' });
    const found = (await root.get('/api/dropdowns?q=ultramarine')).body;
    assert.deepEqual(
      found.items.map(({ id, options }: { id: string; options: number }) => [id, options]),
      [['colours', 1]],
    );

    const renamed = await put(root, '/api/dropdowns/colours', { ...made.body, name: 'Paints' }, { 'if-match': '"1"' });
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.version], [200, 'Paints', 2]);
    const stale = await put(root, '/api/dropdowns/colours', { name: 'Third' }, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.code, stale.body.current.name], [412, 'edit.conflict', 'Paints']);
    assert.equal((await put(root, '/api/dropdowns/colours', { id: 'hues', name: 'x' })).body.code, 'request.invalid');

    assert.equal((await remove(root, '/api/dropdowns/colours', { 'if-match': '"1"' })).status, 412);
    assert.equal((await remove(root, '/api/dropdowns/colours')).status, 204);
    assert.equal((await root.get('/api/dropdowns/colours')).body.code, 'dropdown.not_found');
  });

  test('ADM-06 API-05 the list of dropdowns has pages, an order and filters', async () => {
    for (const id of ['p-one', 'p-two', 'p-three']) await make(id, []);
    const names = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
    const first = (await root.get('/api/dropdowns?id=startWith:p-&sort=name:desc&limit=2&count=true')).body;
    assert.deepEqual([names(first), first.total, first.previous], [['p-two', 'p-three'], 3, null]);
    const second = await root.get(`/api/dropdowns?id=startWith:p-&sort=name:desc&limit=2&after=${first.next}`);
    assert.deepEqual([names(second.body), second.body.next], [['p-one'], null]);
    const back = await root.get(`/api/dropdowns?id=startWith:p-&sort=name:desc&limit=2&before=${second.body.previous}`);
    assert.deepEqual(names(back.body), ['p-two', 'p-three']);
    assert.equal((await root.get('/api/dropdowns?colour=eq:red')).body.code, 'filter.unknown_field');
  });

  test('ADM-06 an option has a permanent id, a default text, texts by language, properties and a state', async () => {
    await make('sizes', []);
    const sent = {
      id: 's',
      defaultText: 'Small',
      texts: { et: 'Väike', ru: ' ' },
      properties: { width: 40, eu: true },
    };
    const made = await root.post('/api/dropdowns/sizes/options', sent);
    assert.deepEqual(made.body, {
      ...sent,
      texts: { et: 'Väike' },
      text: 'Small',
      position: 0,
      active: true,
      version: 1,
    });
    const [back] = (await root.send('GET', '/api/dropdowns/sizes/options', undefined, { 'accept-language': 'et' }))
      .body;
    assert.equal(back.text, 'Väike');
    // A response can be sent back unchanged; a new text is in the language of the request.
    const same = await put(root, '/api/dropdowns/sizes/options/s', back, { 'accept-language': 'et' });
    assert.deepEqual([same.body.texts, same.body.defaultText], [{ et: 'Väike' }, 'Small']);
    const changed = await put(
      root,
      '/api/dropdowns/sizes/options/s',
      { text: 'Маленький', active: false },
      { 'accept-language': 'ru', 'if-match': `"${same.body.version}"` },
    );
    assert.deepEqual(changed.body.texts, { et: 'Väike', ru: 'Маленький' });
    assert.deepEqual([changed.body.active, changed.body.properties], [false, { width: 40, eu: true }]);
    const stale = await put(root, '/api/dropdowns/sizes/options/s', { text: 'x' }, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.current.id, stale.body.params.name], [412, 's', 'Root']);
    const fewer = await put(root, '/api/dropdowns/sizes/options/s', { texts: { ru: 'М' }, properties: {} });
    assert.deepEqual([fewer.body.texts, fewer.body.properties], [{ ru: 'М' }, {}]);
    assert.equal((await remove(root, '/api/dropdowns/sizes/options/s')).status, 204);
    assert.deepEqual(await idsAt('/api/dropdowns/sizes/options', root), []);
  });

  test('ADM-06 options are reordered; those that are not listed come last', async () => {
    await make('ordered');
    const url = '/api/dropdowns/ordered/options';
    assert.deepEqual(
      (await put(root, url, { positions: ['c', 'a'] })).body.map((one: { id: string }) => one.id),
      ['c', 'a', 'b', 'd'],
    );
    assert.deepEqual(await idsAt('/api/dropdowns/ordered/en/values'), ['c', 'a', 'b', 'd']);
    await remove(root, `${url}/a`);
    await root.post(url, { id: 'e', defaultText: 'Last' });
    assert.deepEqual(await idsAt(url, root), ['c', 'b', 'd', 'e']);
    const unknown = await put(root, url, { positions: ['c', 'nothing'] });
    assert.deepEqual(
      [unknown.status, unknown.body.code, unknown.body.errors[0].pointer],
      [404, 'option.not_found', '/positions/1'],
    );
  });

  test('FRM-03 a field gets the active options in its language, or the default texts', async () => {
    await make('kinds', ['b', 'a', 'old']);
    await put(root, '/api/dropdowns/kinds/options/a', { texts: { et: 'Äri', zh: '商业' } });
    await put(root, '/api/dropdowns/kinds/options/old', { active: false });
    const { body } = await ann.get('/api/dropdowns/kinds/et/values');
    assert.deepEqual(body, [
      { id: 'b', text: 'Text b', defaultText: 'Text b', properties: {}, active: true },
      { id: 'a', text: 'Äri', defaultText: 'Text a', properties: {}, active: true },
    ]);
    assert.equal((await ann.get('/api/dropdowns/kinds/zh-CN/values')).body[1].text, '商业');
    assert.equal((await ann.get('/api/dropdowns/kinds/xx/values')).body[1].text, 'Text a');
    assert.deepEqual(await idsAt(`/api/dropdowns/kinds/et/values?q=${encodeURIComponent('ÄR')}`), ['a']);
    assert.deepEqual(await idsAt('/api/dropdowns/kinds/et/values?q=%25'), []);
    assert.deepEqual(await idsAt('/api/dropdowns/kinds/et/values?limit=1'), ['b']);
    // A chosen option is shown even if it can no longer be chosen.
    assert.deepEqual(await idsAt('/api/dropdowns/kinds/et/values?ids=old,nothing,a'), ['a', 'old']);
  });

  test('FRM-03 I18N-01 the empty option comes first, in the words of the language', async () => {
    await make('empties', ['a']);
    for (const [language, text] of [
      ['en', '(empty)'],
      ['et', '(tühi)'],
      ['ru', '(пусто)'],
      ['zh', '（空）'],
    ]) {
      const { body } = await ann.get(`/api/dropdowns/empties/${language}/values?withEmpty=true`);
      assert.deepEqual([body[0].id, body[0].text, body[1].id], ['emptyValue', text, 'a']);
    }
    assert.deepEqual(await idsAt('/api/dropdowns/empties/en/values?withEmpty=true&q=emp'), ['emptyValue']);
    assert.deepEqual(await idsAt('/api/dropdowns/empties/en/values?withEmpty=true&q=text'), ['a']);
    const reserved = await root.post('/api/dropdowns/empties/options', { id: 'emptyValue', defaultText: 'None' });
    assert.deepEqual([reserved.status, reserved.body.code], [422, 'option.id_reserved']);
  });

  test('FRM-03 options are filtered by their properties', async () => {
    await make('centres', []);
    for (const [id, properties] of [
      ['1', { companyId: 'x', rate: 24 }],
      ['2', { companyId: 'y,z' }],
      ['3', {}],
    ] as const) {
      await root.post('/api/dropdowns/centres/options', { id, defaultText: id, properties });
    }
    const at = (query: string) => idsAt(`/api/dropdowns/centres/en/values?${query}`);
    assert.deepEqual(await at('properties.companyId=eq:x'), ['1']);
    assert.deepEqual(await at('properties.companyId=neq:x'), ['2', '3']);
    assert.deepEqual(await at('properties.companyId=in:x,y%5C,z'), ['1', '2']);
    assert.deepEqual(await at('properties.companyId=eq:'), ['3']);
    assert.deepEqual(await at('properties.rate=eq:24&properties.companyId=eq:x'), ['1']);
    assert.deepEqual(await at('properties.__proto__=eq:x'.replace('__proto__', 'constructor')), []);
    for (const [query, code] of [
      ['properties.companyId=like:x', 'filter.unknown_operator'],
      ['properties.companyId=x', 'filter.malformed'],
      ['properties.__proto__=eq:x', 'request.invalid'],
      ['companyId=eq:x', 'request.invalid'],
      ['limit=0', 'request.invalid'],
      [`ids=${Array.from({ length: 201 }, (_, n) => n)}`, 'filter.bad_value'],
    ]) {
      const { status, body } = await ann.get(`/api/dropdowns/centres/en/values?${query}`);
      assert.deepEqual([status, body.code], [400, code], query);
    }
  });

  test('ERR-04 a missing value is named in the error', async () => {
    await make('needs', ['a']);
    assert.deepEqual(parameter(await ann.get('/api/dropdowns//en/values')), [
      400,
      'request.missing_parameter',
      'dropdownId',
    ]);
    assert.deepEqual(parameter(await ann.get('/api/dropdowns/needs//values'))[2], 'languageId');
    assert.deepEqual(parameter(await root.get('/api/dropdowns//options'))[2], 'dropdownId');
    assert.deepEqual(parameter(await root.post('/api/dropdowns/%20/options', { id: 'x' }))[2], 'dropdownId');
    assert.deepEqual(parameter(await root.post('/api/dropdowns/needs/options', { text: 'x' }))[2], 'id');
    assert.deepEqual(parameter(await root.post('/api/dropdowns/needs/options', { id: 'x' }))[2], 'defaultText');
    assert.deepEqual(parameter(await put(root, '/api/dropdowns/needs/options/', { text: 'x' }))[2], 'optionId');
    assert.deepEqual(parameter(await remove(root, '/api/dropdowns/needs/options/'))[2], 'optionId');
    assert.deepEqual(parameter(await root.post('/api/dropdowns', { name: 'x' }))[2], 'id');
    assert.deepEqual(parameter(await put(root, '/api/dropdowns/', { name: 'x' }))[2], 'id');
    assert.deepEqual(parameter(await remove(root, '/api/dropdowns/'))[2], 'id');
    assert.deepEqual(parameter(await ann.get('/api/forms/%20'))[2], 'formId');
    const { body } = await root.send('GET', '/api/dropdowns//options', undefined, { 'accept-language': 'ru' });
    assert.equal(body.title, 'Не указан обязательный параметр dropdownId');
  });

  test('ADM-06 many options are added and changed at once, after a preview', async () => {
    await make('many', ['a', 'b']);
    await put(root, '/api/dropdowns/many/options/a', { texts: { et: 'Aa' } });
    const options = [
      { id: 'c', defaultText: 'See', texts: { et: 'Tsee' } },
      { id: 'a', defaultText: 'Text a', texts: { ru: 'А' } },
      { id: 'b', defaultText: 'Text b' },
    ];
    const url = '/api/dropdowns/many/options/import';
    const counts = { created: 1, changed: 1, unchanged: 1 };
    assert.deepEqual((await root.post(url, { options, dryRun: true })).body, { dryRun: true, ...counts });
    assert.deepEqual(await idsAt('/api/dropdowns/many/options', root), ['a', 'b']);
    assert.deepEqual((await root.post(url, { options })).body, { dryRun: false, ...counts });
    const [a, , c] = (await root.get('/api/dropdowns/many/options')).body;
    assert.deepEqual([a.texts, c.texts, c.position], [{ et: 'Aa', ru: 'А' }, { et: 'Tsee' }, 2]);
    assert.equal((await root.post(url, { options })).body.unchanged, 3);

    const twice = await root.post(url, { options: [options[0], { ...options[1], texts: { xx: 'x' } }, options[0]] });
    assert.deepEqual(
      twice.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['/options/1/texts/xx', 'field.choice_unknown'],
        ['/options/2/id', 'option.id_taken'],
      ],
    );
  });

  test('ADM-06 ROLE-02 only administrators manage dropdowns, each organisation its own', async () => {
    await make('ours', ['a']);
    for (const attempt of [
      () => ann.get('/api/dropdowns'),
      () => ann.get('/api/dropdowns/ours'),
      () => ann.post('/api/dropdowns', { id: 'x', name: 'x' }),
      () => put(ann, '/api/dropdowns/ours', { name: 'x' }),
      () => remove(ann, '/api/dropdowns/ours'),
      () => ann.get('/api/dropdowns/ours/options'),
      () => put(ann, '/api/dropdowns/ours/options', { positions: [] }),
      () => remove(ann, '/api/dropdowns/ours/options/a'),
      () => remove(ann, '/api/dropdowns/ours/options/'),
      () => ann.get('/api/uses/dropdown/ours'),
    ]) {
      assert.equal((await attempt()).body.code, 'access.denied');
    }
    for (const attempt of [
      () => stranger.get('/api/dropdowns/ours'),
      () => stranger.get('/api/dropdowns/ours/en/values'),
      () => put(stranger, '/api/dropdowns/ours/options/a', { defaultText: 'x' }),
      () => remove(stranger, '/api/dropdowns/ours'),
    ]) {
      assert.equal((await attempt()).body.code, 'dropdown.not_found');
    }
    assert.equal((await stranger.post('/api/dropdowns', { id: 'ours', name: 'Theirs' })).status, 201);
    assert.equal((await root.get('/api/dropdowns/ours')).body.name, 'OURS');
    assert.deepEqual(await idsAt('/api/dropdowns/ours/en/values', stranger), []);
    const taken = await root.post('/api/dropdowns', { id: 'ours', name: 'Again' });
    assert.deepEqual([taken.status, taken.body.code], [409, 'dropdown.id_taken']);
    const again = await root.post('/api/dropdowns/ours/options', { id: 'a', defaultText: 'Again' });
    assert.deepEqual([again.status, again.body.code], [409, 'option.id_taken']);
    assert.equal((await root.post('/api/dropdowns', { id: '../x', name: 'x' })).body.errors[0].code, 'field.pattern');
  });
});
