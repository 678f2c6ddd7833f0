import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';

onDatabase('writing manuals', (db) => {
  let tenant: TestTenant;
  let kadri: Person;
  let vera: Person;
  let root: Person;
  let ann: Person;
  let stranger: Person;
  let groupId: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'writers', {
      root: ['admin'],
      kadri: ['manualsgroup'],
      vera: ['manualsviewer'],
      ann: ['crane'],
      ben: ['crane', 'night'],
    });
    const other = await createTestTenant(db(), 'others', { eva: ['manualsgroup', 'admin'] }, tenant);
    ({ root, kadri, vera, ann } = tenant.people as Record<'root' | 'kadri' | 'vera' | 'ann', Person>);
    stranger = other.people.eva!;
    await tenant.transaction((tx) =>
      tx
        .insertInto('language')
        .values(['en', 'et', 'ru'].map((id) => ({ language_id: id, name: id, locale: id })))
        .execute(),
    );
    groupId = (await kadri.post('/api/manuals/groups', { name: { en: 'Safety', et: 'Ohutus' } })).body.id;
  });

  const send = (who: Person, method: 'PUT' | 'DELETE', url: string, body?: object, headers = {}) =>
    who.send(method, url, body && JSON.stringify(body), {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    });
  const make = async (code: string, more: object = {}) => {
    const { status, body } = await kadri.post('/api/manuals', { code, groupId, title: `About ${code}`, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };

  test('MAN-01 groups of manuals are an ordered tree without circles, and only empty ones can be removed', async () => {
    const add = async (name: string, parentId: string | null, position?: number) =>
      (
        await kadri.post('/api/manuals/groups', {
          name: { en: name },
          parentId,
          ...(position === undefined ? {} : { position }),
        })
      ).body;
    const top = await add('Port', null);
    const crane = await add('Cranes', top.id);
    const quay = await add('Quays', top.id, 0);
    const below = async () =>
      (await vera.get('/api/manuals/groups')).body
        .filter(({ parentId }: { parentId: string }) => parentId === top.id)
        .map(({ name }: { name: { en: string } }) => name.en);
    assert.deepEqual(await below(), ['Quays', 'Cranes']);
    const fresh = (await kadri.get('/api/manuals/groups')).body.find(({ id }: { id: string }) => id === crane.id);
    const moved = await send(kadri, 'PUT', `/api/manuals/groups/${crane.id}`, {
      name: { en: 'Cranes' },
      position: 0,
      version: fresh.version,
    });
    assert.equal(moved.status, 200);
    assert.deepEqual(await below(), ['Cranes', 'Quays']);
    const circle = await send(kadri, 'PUT', `/api/manuals/groups/${top.id}`, {
      name: { en: 'Port' },
      parentId: quay.id,
    });
    assert.equal(circle.body.code, 'manual_group.cycle');
    const stale = await send(
      kadri,
      'PUT',
      `/api/manuals/groups/${top.id}`,
      { name: { en: 'x' } },
      { 'if-match': '"99"' },
    );
    assert.deepEqual([stale.status, stale.body.current.name], [412, { en: 'Port' }]);
    assert.equal((await send(kadri, 'DELETE', `/api/manuals/groups/${top.id}`)).body.code, 'manual_group.in_use');
    assert.equal((await send(kadri, 'DELETE', `/api/manuals/groups/${quay.id}`)).status, 204);
    assert.deepEqual(await below(), ['Cranes']);
  });

  test('MAN-04 manualsgroup writes manuals and manualsviewer sees them; no other users or organisations do', async () => {
    const { id } = await make('SEEN-1');
    const asked = [
      () => vera.post('/api/manuals', { code: 'X', groupId }),
      () => send(vera, 'PUT', `/api/manuals/${id}/audience`, { rules: [] }),
      () => ann.get(`/api/manuals/${id}`),
      () => ann.get('/api/manuals/groups'),
      () => ann.get('/api/identity/tags'),
      () => send(kadri, 'PUT', '/api/identity/users/me/tags', { tags: ['x'] }),
    ];
    for (const ask of asked) assert.equal((await ask()).body.code, 'access.denied');
    assert.equal((await vera.get(`/api/manuals/${id}`)).body.code, 'SEEN-1');
    assert.equal((await stranger.get(`/api/manuals/${id}`)).body.code, 'manual.not_found');
    assert.equal((await stranger.post('/api/manuals', { code: 'X', groupId })).body.code, 'manual_group.not_found');
  });

  test('MAN-02 a manual has a unique code, an owner, a state and a due rule, and is edited with version checks', async () => {
    const made = await make('SAF-1', { ownerId: 'ben.writers', fallbackLanguageId: 'et' });
    assert.deepEqual(
      [
        made.title,
        made.owner.name,
        made.status,
        made.number,
        made.draftNumber,
        made.languages,
        made.due,
        made.group.name,
      ],
      ['About SAF-1', 'Ben', '1_active', null, 1, ['et'], { kind: 'days', days: 14 }, 'Safety'],
    );
    const url = `/api/manuals/${made.id}`;
    const { code, status, due, remindDays, escalateDays, requireScroll } = made;
    const body = {
      code,
      groupId,
      status,
      due,
      remindDays,
      escalateDays,
      requireScroll,
      ownerId: 'me',
      fallbackLanguageId: 'et',
    };
    const changed = await send(kadri, 'PUT', url, { ...body, status: '2_inactive', version: 1 });
    assert.deepEqual(
      [changed.status, changed.body.status, changed.body.owner.name, changed.headers.etag],
      [200, '2_inactive', 'Kadri', '"2"'],
    );
    const stale = await send(kadri, 'PUT', url, body, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.params.name, stale.body.current.status], [412, 'Kadri', '2_inactive']);

    const refused = async (more: object) => (await send(kadri, 'PUT', url, { ...body, ...more })).body.code;
    await make('SAF-2');
    assert.equal(await refused({ code: ' SAF-2 ' }), 'manual.code_taken');
    assert.equal((await kadri.post('/api/manuals', { code: 'SAF-2', groupId })).body.errors[0].pointer, '/code');
    assert.equal(await refused({ ownerId: 'nobody.here' }), 'user.not_found');
    assert.equal(await refused({ fallbackLanguageId: 'fi' }), 'language.not_found');
    assert.equal(await refused({ due: { kind: 'date', date: '2020-01-01' } }), 'manual.due_past');
    assert.equal(await refused({ status: '3_lost' }), 'request.invalid');

    assert.equal((await send(kadri, 'DELETE', url)).status, 204);
    assert.equal((await kadri.get(url)).body.code, 'manual.not_found');
    await make('SAF-1');
  });

  test('MAN-01 the audience consists of groups, departments with sub-departments, companies, tags and users, without excluded ones', async () => {
    const { id } = await make('AUD-1');
    const ids = await tenant.transaction(async (tx) => {
      const company = await tx
        .insertInto('company')
        .values({ code: 'P', name: 'Port' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [works, quay] = await tx
        .insertInto('department')
        .values([
          { code: 'W', name: 'Works' },
          { code: 'Q', name: 'Quay' },
        ])
        .returning('id')
        .execute();
      const closure = [
        [works!.id, works!.id, 0],
        [quay!.id, quay!.id, 0],
        [works!.id, quay!.id, 1],
      ] as const;
      await tx
        .insertInto('department_closure')
        .values(closure.map(([ancestor_id, descendant_id, depth]) => ({ ancestor_id, descendant_id, depth })))
        .execute();
      await tx.insertInto('user_department').values({ user_id: ann.userId, department_id: quay!.id }).execute();
      await tx.updateTable('app_user').set({ company_id: company.id }).where('id', '=', vera.userId).execute();
      return { company: company.id, works: works!.id };
    });
    const tags = await send(root, 'PUT', '/api/identity/users/ben.writers/tags', { tags: ['First aid', 'Night'] });
    assert.deepEqual(
      tags.body.map(({ name, people }: { name: string; people: number }) => [name, people]),
      [
        ['First aid', 1],
        ['Night', 1],
      ],
    );
    await send(root, 'PUT', '/api/identity/users/ben.writers/tags', { tags: ['First aid'] });
    const listed = (await kadri.get('/api/identity/tags')).body;
    assert.deepEqual(
      listed.map(({ name, people }: { name: string; people: number }) => [name, people]),
      [
        ['First aid', 1],
        ['Night', 0],
      ],
    );

    const url = `/api/manuals/${id}/audience`;
    const preview = async (...rules: [kind: string, ref: string, excluded?: boolean][]) => {
      const body = { rules: rules.map(([kind, ref, excluded = false]) => ({ kind, ref, excluded })) };
      const answer = await send(kadri, 'PUT', `${url}?preview=true`, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.people;
    };
    assert.equal(await preview(['all', '']), 5);
    assert.equal(await preview(['group', 'crane']), 2);
    assert.equal(await preview(['department', ids.works]), 1);
    assert.equal(await preview(['company', ids.company], ['tag', listed[0].id]), 2);
    assert.equal(await preview(['all', ''], ['group', 'crane', true], ['user', kadri.userId.toUpperCase(), true]), 2);
    assert.equal((await kadri.get(url)).body.people, 0);

    const saved = await send(kadri, 'PUT', url, {
      rules: [
        { kind: 'department', ref: ids.works },
        { kind: 'group', ref: 'crane' },
        { kind: 'user', ref: ann.userId, excluded: true },
      ],
    });
    assert.deepEqual(
      [
        saved.body.people,
        saved.body.rules.map(({ name, people, excluded }: { name: string; people: number; excluded: boolean }) => [
          name,
          people,
          excluded,
        ]),
      ],
      [
        1,
        [
          ['Works', 1, false],
          ['crane', 2, false],
          ['Ann', 1, true],
        ],
      ],
    );
    for (const ref of ['0190f3b4-0000-7000-8000-000000000000', 'x', "'--"]) {
      const unknown = await send(kadri, 'PUT', url, { rules: [{ kind: 'tag', ref }] });
      assert.deepEqual(
        [unknown.status, unknown.body.code, unknown.body.errors[0].pointer],
        [422, 'manual.audience_unknown', '/rules/0/ref'],
      );
    }
    assert.equal((await kadri.get(url)).body.people, 1);
  });
});
