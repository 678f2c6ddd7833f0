import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { unpack } from '../../src/server/platform/content/unzip.ts';
import { zipOf } from '../../src/server/platform/content/zip.ts';
import { onDatabase } from '../support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { configure, prepareEmpty } from './sample.ts';

type Files = Map<string, string>;

/** The files of an archive as texts. */
const open = (bytes: Buffer): Files =>
  new Map([...unpack(bytes, (why) => assert.fail(why) as never).files].map(([path, text]) => [path, text.toString()]));
const pack = (files: Files): Buffer => zipOf([...files].map(([name, text]) => ({ name, content: Buffer.from(text) })));
/** The files without the line and the digests, which differ between organisations. */
const contentOf = (bytes: Buffer): Files => {
  const files = open(bytes);
  files.delete('verva.json');
  return files;
};

onDatabase('applying a configuration', (db) => {
  let source: TestTenant;
  let pia: Person;
  let count = 0;

  before(async () => {
    source = await createTestTenant(db(), 'acme', { ann: ['chiefs'], ada: ['admin'], pia: ['verva.admin', 'admin'] });
    pia = source.people.pia!;
    await configure(source, pia);
  });
  after(() => source?.app.close());

  const download = async (who: Person): Promise<Buffer> => {
    const authorization = await who.authorization();
    const reply = await source.app.inject({ url: '/api/config/export', headers: { authorization } });
    assert.equal(reply.statusCode, 200, reply.payload.slice(0, 300));
    return reply.rawPayload;
  };
  const sendFile = (who: Person, bytes: Buffer, query = '') =>
    who.send('POST', `/api/config/plan${query}`, bytes, { 'content-type': 'application/zip' });
  const plan = async (who: Person, bytes: Buffer, query = '') => {
    const { status, body } = await sendFile(who, bytes, query);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const apply = async (who: Person, id: string, choices: object[] = []) => {
    const { status, body } = await who.post(`/api/config/${id}/apply`, { choices });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const rollBack = async (who: Person, id: string) => {
    const { status, body } = await who.post(`/api/config/${id}/rollback`, {});
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  /** Another organisation on the same server, with what every organisation has. */
  const empty = async () => {
    count += 1;
    const target = await createTestTenant(db(), `target${count}`, { zoe: ['verva.admin', 'admin'] }, source);
    await target.transaction(prepareEmpty);
    return { target, zoe: target.people.zoe! };
  };
  const stepsOf = ({ steps }: { steps: { kind: string; key: string; action: string }[] }) =>
    steps.map(({ kind, key, action }) => `${action} ${kind}/${key}`);
  const edited = (bytes: Buffer, edit: (files: Files) => void): Buffer => {
    const files = open(bytes);
    edit(files);
    return pack(files);
  };
  const json = (files: Files, path: string, change: (content: Record<string, unknown>) => void) => {
    const content = JSON.parse(files.get(path)!);
    change(content);
    files.set(path, JSON.stringify(content));
  };

  test('BEY-22 BEY-29 an export applied to an empty organisation exports the same content again', async () => {
    const { zoe } = await empty();
    const file = await download(pia);
    const planned = await plan(zoe, file);
    assert.deepEqual(planned.faults, []);
    assert.deepEqual(contentOf(await download(zoe)).has('case-types/parking.json'), false, 'a plan changes nothing');
    const applied = await apply(zoe, planned.id);
    assert.equal(applied.state, 'applied');
    const [wanted, got] = [contentOf(file), contentOf(await download(zoe))];
    assert.deepEqual([...got.keys()], [...wanted.keys()]);
    for (const [path, text] of wanted) assert.equal(got.get(path), text, path);
  });

  test('BEY-22 the plan of an unchanged file is empty', async () => {
    const planned = await plan(pia, await download(pia));
    assert.deepEqual([planned.steps, planned.faults], [[], []]);
    assert.ok(planned.unchanged > 15);
    assert.deepEqual(planned.counts, {});
  });

  const GROUP = 'groups/chiefs.json';
  const TYPE = 'case-types/parking.json';

  test('BEY-22 each object that differs is a step with its differences, and a plan changes nothing', async () => {
    const file = await download(pia);
    const changed = edited(file, (files) => {
      json(files, GROUP, (group) => Object.assign(group, { name: 'Chefs' }));
      json(files, TYPE, (type) => Object.assign(type.title as object, { et: 'Koht autole' }));
      files.set('groups/cooks.json', '{"id": "cooks", "name": "Cooks"}');
      files.delete('tags/sadam---kai--1-59a1b7c1c4e7.json');
    });
    const planned = await plan(pia, changed);
    assert.deepEqual(stepsOf(planned), ['conflict groups/chiefs', 'add groups/cooks', 'conflict case-types/parking']);
    const [group, , type] = planned.steps;
    assert.deepEqual(group.changes, [{ pointer: '/name', before: 'chiefs', after: 'Chefs' }]);
    const [title] = type.changes;
    assert.deepEqual(title, { pointer: '/title/et', before: 'Parkimiskoha taotlus', after: 'Koht autole' });
    assert.ok((await download(pia)).equals(file));
    const { body: texts } = await pia.get(`/api/config/${planned.id}/step?kind=groups&key=chiefs`);
    assert.deepEqual(texts, {
      before: '{\n  "id": "chiefs",\n  "name": "chiefs"\n}\n',
      after: '{\n  "id": "chiefs",\n  "name": "Chefs"\n}\n',
    });
  });

  test('BEY-22 after a file was applied, the next one changes what it changed, and keeps what was changed here', async () => {
    const { target, zoe } = await empty();
    const first = await download(pia);
    await apply(zoe, (await plan(zoe, first)).id);
    assert.deepEqual(stepsOf(await plan(zoe, first)), []);
    const group = async (set: object) => {
      const reply = await zoe.send('PUT', '/api/identity/groups/chiefs', JSON.stringify(set), {
        'content-type': 'application/json',
      });
      assert.equal(reply.status, 200);
    };
    await group({ name: 'Here' });
    assert.deepEqual(stepsOf(await plan(zoe, first)), ['keep groups/chiefs']);
    assert.deepEqual(stepsOf(await plan(zoe, first, '?overwrite=true')), ['change groups/chiefs']);
    const described = edited(first, (files) =>
      json(files, GROUP, (one) => Object.assign(one, { description: 'File' })),
    );
    const merged = await plan(zoe, described);
    assert.deepEqual(stepsOf(merged), ['merged groups/chiefs']);
    const renamed = edited(first, (files) => json(files, GROUP, (one) => Object.assign(one, { name: 'File' })));
    const conflict = await plan(zoe, renamed);
    assert.deepEqual(stepsOf(conflict), ['conflict groups/chiefs']);
    assert.deepEqual(conflict.steps[0].conflicts, ['/name']);
    const refused = await zoe.post(`/api/config/${conflict.id}/apply`, {});
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.conflicts],
      [422, 'config.conflict', [{ kind: 'groups', key: 'chiefs' }]],
    );
    const take = { kind: 'groups', key: 'chiefs' };
    await apply(zoe, merged.id);
    const name = async () => {
      const { rows } = await target.transaction((tx) =>
        sql<{ name: string; description: string }>`SELECT name, description FROM app_group WHERE id = 'chiefs'`.execute(
          tx,
        ),
      );
      return rows[0]!;
    };
    assert.deepEqual(await name(), { name: 'Here', description: 'File' });
    const again = await plan(zoe, renamed);
    await apply(zoe, again.id, [{ ...take, take: 'here' }]);
    assert.deepEqual(await name(), { name: 'Here', description: 'File' });
    const decided = await plan(
      zoe,
      edited(first, (files) => json(files, GROUP, (one) => Object.assign(one, { name: 'Later' }))),
    );
    await apply(zoe, decided.id, [{ ...take, take: 'file' }]);
    assert.equal((await name()).name, 'Later');
  });

  test('BEY-22 what a later file no longer has is removed only on request, dependents first', async () => {
    const { zoe } = await empty();
    const first = await download(pia);
    await apply(zoe, (await plan(zoe, first)).id);
    const kept = ['menus/', 'languages/', 'groups/', 'texts/', 'verva.json'];
    const less = edited(first, (files) => {
      for (const path of [...files.keys()]) if (!kept.some((one) => path.startsWith(one))) files.delete(path);
      for (const path of ['menus/office-due', 'menus/office']) {
        const [found] = [...files.keys()].filter((one) => one.startsWith(`menus/-${path.slice(6)}-`));
        files.delete(found!);
      }
    });
    assert.ok(stepsOf(await plan(zoe, less)).every((step) => step.startsWith('keep ')));
    const planned = await plan(zoe, less, '?prune=true');
    assert.deepEqual(planned.faults, []);
    assert.ok(
      stepsOf(planned).every((step) => step.startsWith('remove ')),
      stepsOf(planned).join(),
    );
    const applied = await apply(zoe, planned.id);
    const left = [...contentOf(await download(zoe)).keys()].filter((path) => !kept.some((one) => path.startsWith(one)));
    assert.deepEqual(left, []);
    await apply(zoe, (await rollBack(zoe, applied.id)).id);
    const [wanted, got] = [contentOf(first), contentOf(await download(zoe))];
    assert.deepEqual([...got], [...wanted]);
  });

  test('BEY-22 an object that is used is not removed: the plan names its uses', async () => {
    const { zoe } = await empty();
    const first = await download(pia);
    await apply(zoe, (await plan(zoe, first)).id);
    const gone = [
      ['forms/parking.json', 'form.in_use'],
      ['number-series/parking.json', 'config.in_use'],
      ['registries/places.json', 'registry.in_use'],
      ['groups/chiefs.json', 'group.in_use'],
      ['catalogue-categories/office.json', 'catalogue.category_in_use'],
      ['case-types/parking.json', 'case_type.in_use'],
      ['languages/et.json', 'language.in_use'],
    ] as const;
    for (const [path, code] of gone) {
      const planned = await plan(
        zoe,
        edited(first, (files) => files.delete(path)),
        '?prune=true',
      );
      assert.deepEqual([planned.faults[0]?.code, planned.steps.length], [code, 1], path);
      assert.equal(planned.faults[0].pointer, `/${path.replace('.json', '')}`);
      const refused = await zoe.post(`/api/config/${planned.id}/apply`, {});
      assert.deepEqual([refused.status, refused.body.code, refused.body.errors[0].code], [422, 'config.invalid', code]);
    }
    const process = edited(first, (files) => {
      files.delete('processes/parking.json');
      files.delete('processes/parking.bpmn');
    });
    const planned = await plan(zoe, process, '?prune=true');
    assert.deepEqual(planned.faults[0].usedBy, [
      { kind: 'caseType', id: 'parking', title: 'Request for a parking place' },
    ]);
    assert.deepEqual([...contentOf(await download(zoe))], [...contentOf(first)]);
  });

  test('BEY-22 a plan names every reference that does not exist and every invalid object by its file', async () => {
    const { zoe } = await empty();
    const first = await download(pia);
    const broken = edited(first, (files) => {
      json(files, TYPE, (type) => Object.assign(type, { registry: 'nowhere', startGroups: ['gone'] }));
      json(files, 'registries/places.json', (one) => Object.assign(one, { numberSeries: 'none' }));
      json(
        files,
        'forms/parking.json',
        ({ body }) => ((body as { root: { children: object[] } }).root.children[0] = { type: 'text' }),
      );
      json(files, 'number-series/parking.json', (one) => Object.assign(one, { pattern: 'P' }));
      files.set('processes/parking.bpmn', '<definitions/>');
    });
    const { faults } = await plan(zoe, broken);
    const found = faults.map(({ pointer, code }: { pointer: string; code: string }) => `${code} ${pointer}`);
    for (const one of [
      'registry.pattern_invalid /number-series/parking/pattern',
      'field.required /forms/parking/body/root/children/0/key',
      'field.choice_unknown /registries/places/numberSeries',
      'field.choice_unknown /case-types/parking/registry',
      'field.choice_unknown /case-types/parking/startGroups/0',
    ])
      assert.ok(found.includes(one), `${one} in ${found.join(', ')}`);
    assert.ok(
      found.some((one: string) => one.startsWith('process.')),
      found.join(),
    );
  });

  test('BEY-22 a file that is no configuration is refused as a whole', async () => {
    const file = await download(pia);
    const refused = async (bytes: Buffer) => {
      const { status, body } = await sendFile(pia, bytes);
      return [
        status,
        body.code,
        ...(body.errors ?? []).map((one: { code: string; pointer: string }) => `${one.code} ${one.pointer}`),
      ];
    };
    assert.deepEqual(await refused(Buffer.from('no zip')), [422, 'config.unreadable']);
    assert.deepEqual(await refused(Buffer.alloc(0)), [422, 'config.unreadable']);
    assert.deepEqual(await refused(pack(new Map([['a.json', '{}']]))), [
      422,
      'config.invalid',
      'config.file_missing /verva.json',
    ]);
    const edits = edited(file, (files) => {
      files.set('groups/other.json', files.get(GROUP)!);
      files.set('groups/broken.json', '{');
      files.set('groups/open.json', '{"id": "open", "name": "Open", "members": []}');
      files.set('groups/deep.json', `{"id":"deep","name":${'['.repeat(100)}${']'.repeat(100)}}`);
      files.set('strangers/a.json', '{}');
      files.set('README.md', '# Ours');
    });
    assert.deepEqual(await refused(edits), [
      422,
      'config.invalid',
      'config.file_name /groups/other.json',
      'config.file_malformed /groups/broken.json',
      'field.unknown /groups/open.json/members',
      'request.invalid /groups/deep.json',
      'config.file_unknown /strangers/a.json',
    ]);
    assert.equal((await sendFile(pia, file, '?only=nothing')).body.code, 'request.invalid');
    assert.deepEqual(
      stepsOf(
        await plan(
          pia,
          edited(file, (files) => files.delete('tags/x')),
          '?only=tags,forms',
        ),
      ),
      [],
    );
  });

  test('BEY-22 SEC-01 only the provider plans, reads and applies, and no other organisation sees a plan', async () => {
    const file = await download(pia);
    const { id } = await plan(pia, file);
    for (const who of [source.people.ann!, source.people.ada!]) {
      assert.equal((await sendFile(who, file)).body.code, 'access.denied');
      for (const url of ['/api/config', `/api/config/${id}`, `/api/config/${id}/step?kind=a&key=b`]) {
        assert.equal((await who.get(url)).body.code, 'access.denied');
      }
      for (const verb of ['apply', 'rollback']) {
        assert.equal((await who.post(`/api/config/${id}/${verb}`, {})).body.code, 'access.denied');
      }
    }
    const { zoe } = await empty();
    assert.equal((await zoe.get(`/api/config/${id}`)).body.code, 'config.not_found');
    assert.equal((await zoe.post(`/api/config/${id}/apply`, {})).body.code, 'config.not_found');
    assert.deepEqual((await zoe.get('/api/config')).body, []);
    assert.equal((await zoe.get('/api/config/none')).body.code, 'config.not_found');
  });

  test('BEY-22 BEY-29 a plan is refused after another change, after a week, and when it was applied', async () => {
    const { target, zoe } = await empty();
    const file = await download(pia);
    const { id } = await plan(zoe, file);
    await zoe.post('/api/identity/tags', { name: 'Between' });
    const late = await zoe.post(`/api/config/${id}/apply`, {});
    assert.deepEqual([late.status, late.body.code], [409, 'config.changed_since_plan']);
    const second = await plan(zoe, file);
    await apply(zoe, second.id);
    assert.equal((await zoe.post(`/api/config/${second.id}/apply`, {})).body.code, 'config.not_planned');
    const old = await plan(zoe, file);
    await target.transaction((tx) =>
      sql`UPDATE config_change SET created_at = created_at - interval '8 days' WHERE id = ${old.id}::uuid`.execute(tx),
    );
    assert.equal((await zoe.post(`/api/config/${old.id}/apply`, {})).body.code, 'config.not_planned');
    const { rows } = await target.transaction((tx) =>
      sql`SELECT verb, after ->> 'change' AS change FROM audit_log WHERE entity = 'configuration' ORDER BY id`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [{ verb: 'config-applied', change: second.id }]);
    const { rows: events } = await db().systemTransaction((tx) =>
      sql`SELECT payload -> 'data' ->> 'what' AS what FROM outbox
        WHERE tenant_id = ${target.tenantId} AND payload ->> 'type' = 'config.changed'`.execute(tx),
    );
    assert.deepEqual(events, [{ what: 'configuration' }]);
    const { body: history } = await zoe.get('/api/config');
    assert.deepEqual(
      history.map(({ state, canRollBack }: { state: string; canRollBack: boolean }) => [state, canRollBack]),
      [
        ['planned', false],
        ['applied', true],
        ['planned', false],
      ],
    );
  });

  test('BEY-22 BEY-29 rolling back restores what a change replaced, and keeps later edits of other objects', async () => {
    const { zoe } = await empty();
    const untouched = contentOf(await download(zoe));
    const file = await download(pia);
    const applied = await apply(zoe, (await plan(zoe, file)).id);
    assert.equal((await zoe.post('/api/identity/tags', { name: 'Later' })).status, 201);
    const put = { 'content-type': 'application/json' };
    await zoe.send('PUT', '/api/identity/groups/chiefs', '{"name": "Later"}', put);
    const planned = await rollBack(zoe, applied.id);
    const conflicts = stepsOf(planned).filter((step) => !step.startsWith('remove '));
    assert.deepEqual(conflicts, ['conflict groups/chiefs', 'add menus//delegations']);
    const done = await apply(zoe, planned.id, [{ kind: 'groups', key: 'chiefs', take: 'here' }]);
    assert.equal(done.rollbackOf, applied.id);
    const now = contentOf(await download(zoe));
    const added = [...now].filter(([path, text]) => untouched.get(path) !== text).map(([path]) => path);
    assert.deepEqual(added, ['groups/chiefs.json', 'tags/Later.json']);
    assert.deepEqual(
      [...untouched.keys()].filter((path) => !now.has(path)),
      [],
    );
    assert.equal((await zoe.get(`/api/config/${applied.id}`)).body.state, 'rolledBack');
    assert.equal((await zoe.post(`/api/config/${applied.id}/rollback`, {})).body.code, 'config.not_applied');
    assert.ok(stepsOf(await plan(zoe, file)).includes('add forms/parking'), 'the base is what it was before');
  });

  test('BEY-22 a new version of a process leaves running cases on theirs, also when it is rolled back', async () => {
    const { target, zoe } = await empty();
    const first = await download(pia);
    await apply(zoe, (await plan(zoe, first)).id);
    const { instanceId } = await target.startInstance({ key: 'parking' });
    const versions = async () => {
      const { rows } = await target.transaction((tx) =>
        sql<{ running: number; active: number }>`SELECT i.number AS running, p.active_number AS active
          FROM process_instance i JOIN process p ON p.key = i.process_key WHERE i.id = ${instanceId}::uuid`.execute(tx),
      );
      return rows[0];
    };
    assert.deepEqual(await versions(), { running: 1, active: 1 });
    const changed = edited(first, (files) => {
      const model = files.get('processes/parking.bpmn')!;
      files.set('processes/parking.bpmn', `${model}<!-- changed -->`);
    });
    const planned = await plan(zoe, changed);
    assert.deepEqual([stepsOf(planned), planned.faults], [['change processes/parking'], []]);
    assert.deepEqual(planned.steps[0].effects, [{ code: 'cases', count: 1 }]);
    const applied = await apply(zoe, planned.id);
    assert.deepEqual(await versions(), { running: 1, active: 2 });
    await apply(zoe, (await rollBack(zoe, applied.id)).id);
    assert.deepEqual(await versions(), { running: 1, active: 3 });
    assert.deepEqual([...contentOf(await download(zoe))], [...contentOf(first)]);
  });

  test('BEY-22 a plan counts what its steps mean for tasks, records and drafts', async () => {
    const { target, zoe } = await empty();
    const first = await download(pia);
    await apply(zoe, (await plan(zoe, first)).id);
    await target.transaction(async (tx) => {
      await sql`INSERT INTO task (name, form_id, form_number) VALUES ('Open', 'parking', 1)`.execute(tx);
      await sql`INSERT INTO record (registry_id, title, form_number, data) VALUES ('places', 'A', 1, '{}')`.execute(tx);
      await sql`UPDATE form SET draft = jsonb_set(draft, '{title,en}', '"Draft"') WHERE id = 'parking'`.execute(tx);
    });
    const changed = edited(first, (files) => {
      json(files, 'forms/parking.json', ({ body }) =>
        Object.assign((body as { title: object }).title, { en: 'Place' }),
      );
      json(files, 'registries/places.json', (registry) => Object.assign(registry, { columns: [] }));
    });
    const { steps } = await plan(zoe, changed, '?overwrite=true');
    const effects = Object.fromEntries(
      steps.map(({ kind, effects: found }: { kind: string; effects: object[] }) => [kind, found]),
    );
    assert.deepEqual(effects, {
      forms: [
        { code: 'tasks', count: 1 },
        { code: 'draft', count: 1 },
      ],
      registries: [{ code: 'records', count: 1 }],
    });
  });
});
