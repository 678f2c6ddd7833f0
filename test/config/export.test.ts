import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { archiveOf } from '../../src/server/modules/config/archive.rules.ts';
import { readLine } from '../../src/server/modules/config/config.store.ts';
import { readConfiguration } from '../../src/server/modules/config/configuration.query.ts';
import { CONFIG_KINDS } from '../../src/server/modules/config/kinds/index.ts';
import { unpack } from '../../src/server/platform/content/unzip.ts';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { addTenant, onDatabase, openTestDatabase } from '../support/databases.ts';
import { administrator, freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { fillTenant, readCatalogue } from '../tenancy/catalogue.ts';
import { LEFT_OUT, NOT_CONFIGURATION, STAMPS } from './left-out.ts';
import { markSecrets } from './marker.ts';
import { configure } from './sample.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXPORT = '/api/config/export';
const MARKER = 'leaked-marker';

const filesOf = (bytes: Buffer) => {
  const { files, outside } = unpack(bytes, (why) => assert.fail(why) as never);
  assert.deepEqual(outside, []);
  return files;
};

onDatabase('configuration as a file', (db) => {
  let tenant: TestTenant;
  let people: Record<'ann' | 'ada' | 'pia', Person>;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['chiefs'],
      ada: ['admin'],
      pia: ['verva.admin', 'admin'],
    });
    people = tenant.people as typeof people;
    await configure(tenant, people.pia);
  });

  after(() => tenant?.app.close());

  const download = async (who: Person) => {
    const authorization = await who.authorization();
    const reply = await tenant.app.inject({ url: EXPORT, headers: { authorization } });
    assert.equal(reply.statusCode, 200, reply.payload.slice(0, 300));
    return { reply, bytes: reply.rawPayload };
  };
  const read = (files: ReadonlyMap<string, Buffer>, path: string) => {
    assert.ok(files.has(path), `${path} in ${[...files.keys()].join('\n')}`);
    return JSON.parse(files.get(path)!.toString());
  };

  test('BEY-22 BEY-29 the configuration is one file: a small text for each object, named by what is the same everywhere', async () => {
    const { reply, bytes } = await download(people.pia);
    assert.equal(reply.headers['content-type'], 'application/zip');
    assert.equal(reply.headers['content-disposition'], 'attachment; filename="verva-config.zip"');
    const files = filesOf(bytes);
    assert.equal(
      files.get('case-types/parking.json')!.toString(),
      `{
  "defaults": {
    "cost": 12,
    "team": "=requester.department"
  },
  "id": "parking",
  "process": "parking",
  "registry": "places",
  "startForm": "parking",
  "statusMap": [
    {
      "on": "task:hand",
      "status": "deciding"
    },
    {
      "on": "ended:end",
      "status": "given"
    },
    {
      "on": "withdrawn",
      "status": "withdrawn"
    }
  ],
  "title": {
    "en": "Request for a parking place",
    "et": "Parkimiskoha taotlus"
  }
}
`,
    );
    assert.deepEqual(read(files, 'dropdowns/centres.json'), {
      id: 'centres',
      name: 'Centres',
      options: [
        { defaultText: 'Quay', id: '2', texts: { et: 'Kai' } },
        { active: false, defaultText: 'Quay', id: '1' },
      ],
    });
    assert.deepEqual(read(files, 'processes/parking.json'), { key: 'parking' });
    assert.match(files.get('processes/parking.bpmn')!.toString(), /<process id="parking"/);
    assert.equal(read(files, 'forms/parking.json').body.root.children.length, 4);
    assert.deepEqual(read(files, 'registries/places.json').columns, [
      { field: 'title', from: 'plate', filter: false, listed: true, searchable: true },
      { field: 'data.from', from: 'from', filter: true, listed: true, searchable: false },
    ]);
    assert.deepEqual(read(files, 'number-series/parking.json'), { id: 'parking', pattern: 'P-{0000}' });
    assert.deepEqual(read(files, 'texts/et.json'), { language: 'et', texts: { 'ui.dialog.close': 'Pane kinni' } });
    const [tag] = [...files.keys()].filter((path) => path.startsWith('tags/'));
    assert.match(tag!, /^tags\/sadam---kai--1-[0-9a-f]{12}\.json$/);
    assert.deepEqual(read(files, tag!), { name: 'Sadam / kai №1' });
    const menus = [...files]
      .filter(([path]) => path.startsWith('menus/'))
      .map(([, text]) => JSON.parse(text.toString()));
    assert.deepEqual(
      menus.find(({ path }) => path === '/delegations'),
      { path: '/delegations', removed: true },
    );
    const settings = [...files.keys()].filter((path) => path.startsWith('settings/'));
    assert.deepEqual(settings, ['settings/attachmentMaxMb.json', 'settings/helpUrl.json']);
    assert.deepEqual([...files.keys()], [...files.keys()].sort(), 'sorted');
    const manifest = read(files, 'verva.json');
    assert.equal(manifest.format, 1);
    assert.deepEqual(manifest.kinds, CONFIG_KINDS.map(({ id }) => id).sort());
    assert.deepEqual([...Object.keys(manifest.files), 'verva.json'].sort(), [...files.keys()].sort());
  });

  test('BEY-22 exported twice gives the same bytes, whatever order the rows are stored in', async () => {
    const { bytes } = await download(people.pia);
    await tenant.transaction(async (tx) => {
      await sql`UPDATE catalogue_item SET version = version + 1`.execute(tx);
      await sql`UPDATE menu_item SET groups = ARRAY(SELECT g FROM unnest(groups) g ORDER BY g DESC)`.execute(tx);
      await sql`UPDATE app_group SET version = version + 1 WHERE id = 'admin'`.execute(tx);
    });
    const again = (await download(people.pia)).bytes;
    assert.ok(bytes.equals(again));
    await tenant.transaction((tx) => sql`UPDATE app_group SET name = 'Chefs' WHERE id = 'chiefs'`.execute(tx));
    const changed = filesOf((await download(people.pia)).bytes);
    const before = filesOf(bytes);
    const different = [...changed].filter(([path, text]) => !before.get(path)?.equals(text)).map(([path]) => path);
    assert.deepEqual(different, ['groups/chiefs.json', 'verva.json']);
  });

  test('BEY-22 SEC-01 only the provider exports, its own organisation alone, and the audit log says so', async () => {
    for (const who of [people.ann, people.ada]) assert.equal((await who.get(EXPORT)).body.code, 'access.denied');
    const other = await createTestTenant(db(), 'other', { zoe: ['verva.admin', 'admin'] }, tenant);
    const files = filesOf((await download(other.people.zoe!)).bytes);
    assert.equal(files.has('case-types/parking.json'), false);
    assert.notEqual(
      read(files, 'verva.json').line,
      read(filesOf((await download(people.pia)).bytes), 'verva.json').line,
    );
    const { rows } = await other.transaction((tx) =>
      sql`SELECT actor_id, entity FROM audit_log WHERE verb = 'export'`.execute(tx),
    );
    assert.deepEqual(rows, [{ actor_id: other.people.zoe!.userId, entity: 'configuration' }]);
  });

  test('BEY-29 the command writes the same file, and fails without writing one', async () => {
    const { bytes } = await download(people.pia);
    const folder = mkdtempSync(join(tmpdir(), 'verva-config-'));
    try {
      const url = await tenant.app.listen({ port: 0, host: '127.0.0.1' });
      const run = async (who: Person, out: string) => {
        const token = (await who.authorization()).replace('Bearer ', '');
        const env = { ...process.env, VERVA_URL: `${url}/`, VERVA_TOKEN: token };
        const args = ['scripts/config.ts', 'export', '--organisation', 'acme', '--out', join(folder, out)];
        return promisify(execFile)(process.execPath, args, { env, cwd: ROOT });
      };
      await run(people.pia, 'a.zip');
      assert.ok(readFileSync(join(folder, 'a.zip')).equals(bytes));
      await assert.rejects(run(people.ada, 'b.zip'), (error: { code: number; stderr: string }) => {
        assert.deepEqual([error.code, JSON.parse(error.stderr).code], [1, 'access.denied']);
        return true;
      });
      assert.deepEqual(readdirSync(folder), ['a.zip']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('BEY-22 every table is a kind of configuration, or is left out for a reason', async () => {
    const tables = (await readCatalogue(db())).map(({ name }) => name);
    const ofKinds = CONFIG_KINDS.flatMap((kind) => kind.tables);
    assert.deepEqual(
      tables.filter((name) => !ofKinds.includes(name) && !NOT_CONFIGURATION.some(([names]) => names.test(name))),
      [],
      'add a kind, or a reason to left-out.ts',
    );
    assert.deepEqual(
      ofKinds.filter((name) => !tables.includes(name) || NOT_CONFIGURATION.some(([names]) => names.test(name))),
      [],
    );
    for (const [names] of NOT_CONFIGURATION)
      assert.ok(
        tables.some((name) => names.test(name)),
        String(names),
      );
  });

  test('BEY-22 every column of a kind is in the file, or is left out for a reason', async () => {
    const folder = join(ROOT, 'src/server/modules/config/kinds');
    const source = globSync('*.ts', { cwd: folder })
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes('tables: ['));
    const tables = await readCatalogue(db());
    const columns = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    assert.deepEqual(
      Object.keys(LEFT_OUT).filter((one) => !columns.includes(one)),
      [],
    );
    const missing = columns.filter((one) => {
      const [table, column] = one.split('.') as [string, string];
      const kind = source.find((text) => new RegExp(`tables: \\[[^\\]]*'${table}'`).test(text));
      const isExpected = kind !== undefined && !STAMPS.includes(column) && !(one in LEFT_OUT);
      return isExpected && !new RegExp(`\\b${column}\\b`).test(kind);
    });
    assert.deepEqual(missing, []);
  });
});

test('BEY-22 SEC-01 nothing of any other table or column is in the file: all of them filled with a marker', async (t) => {
  const { db, superuser } = await openBoth(t);
  const tables = await readCatalogue(db);
  const filled = await addTenant(db, 'filled');
  const written = await fillTenant(db, tables, filled);
  assert.ok(written.size > 60);
  const marked = await markSecrets(superuser, tables, filled.tenantId, MARKER);
  for (const one of ['embed_client.name', 'outbox.payload', 'tenant.name', 'process.draft_xml', 'form.draft']) {
    assert.ok(marked.includes(one), `${one} in ${marked}`);
  }
  assert.ok(marked.length > 100, String(marked.length));
  const archive = await db.tenantTransaction(filled, async (tx) =>
    archiveOf(await readLine(tx), await readConfiguration(tx)),
  );
  assert.ok(filesOf(archive).size > 10);
  assert.equal(archive.includes(MARKER), false);
  assert.equal(archive.includes(Buffer.from(MARKER).toString('hex')), false);
  assert.equal(archive.includes(Buffer.from(MARKER).toString('base64').slice(0, 16)), false);
});

/** Opens a database, and the same one as its superuser, who writes past checks of foreign keys. */
async function openBoth(t: TestContext): Promise<{ db: DatabaseHandle; superuser: DatabaseHandle }> {
  const databaseUrl = hasPostgres ? await freshDatabase() : undefined;
  const db = databaseUrl ? await openDatabase({ databaseUrl }) : await openTestDatabase('pglite');
  t.after(() => db.close());
  if (!databaseUrl) return { db, superuser: db };
  const admin = new URL(await administrator());
  admin.pathname = new URL(databaseUrl).pathname;
  const superuser = await openDatabase({ databaseUrl: admin.href, poolSize: 1 });
  t.after(() => superuser.close());
  return { db, superuser };
}
