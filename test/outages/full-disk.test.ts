import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { deployBpmn, startInstance } from '../../src/server/modules/processes/index.ts';
import { type DatabaseHandle, migrate, openDatabase } from '../../src/server/platform/database.ts';
import { bpmn, end, sequence, start, userTask } from '../support/bpmn.ts';
import { MASTER_KEY, PUBLIC_URL } from '../support/identity.ts';
import { client } from '../support/identity-client.ts';
import { emptyDatabase, freshDatabase, hasPostgres, openCluster } from '../support/postgres.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';
import { startVerva } from '../support/verva.ts';

const NOTE = bpmn('note', sequence(start, userTask('read', 'camunda:candidateGroups="clerks"'), end));

interface Disk {
  readonly folder: string;
  fill(): void;
  free(): void;
}

/** Mounts a file system of this many megabytes; undefined if this process may not mount. */
function mountDisk(t: TestContext, megabytes: number): Disk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'verva-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    t.skip('mounting a file system needs root');
    return undefined;
  }
  // Lazily: a database or a server may still have open files.
  process.once('exit', () => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      for (const size of [1_048_576, 4096]) {
        try {
          while (writeSync(file, Buffer.alloc(size)) === size);
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
  };
}

async function openTask(db: DatabaseHandle): Promise<{ tenant: TestTenant; taskId: string }> {
  const tenant = await createTestTenant(db, 'acme', { ann: ['clerks'] });
  const { tasks } = await tenant.transaction(async (tx) => {
    const scope = { db, tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null, now: tenant.clock.now };
    await deployBpmn(tx, scope, NOTE);
    return startInstance(tx, scope, { key: 'note' });
  });
  return { tenant, taskId: tasks[0]!.id };
}

const limits = { timeout: 240_000 };

/** Writes until the disk is full, and again with space: each response is complete or 507. */
async function assertOutlivesFullDisk(db: DatabaseHandle, disk: Disk): Promise<void> {
  const { tenant, taskId } = await openTask(db);
  const comment = () => tenant.people.ann!.post(`/api/tasks/${taskId}/comments`, { text: 'x'.repeat(1000) });
  const comments = async () => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM comment`.execute(tx),
    );
    return rows[0]!.n;
  };
  assert.equal((await comment()).status, 201);
  let written = 1;
  const refusals: unknown[] = [];
  disk.fill();
  // Pages with free space accept some more rows.
  for (let attempt = 0; attempt < 500 && refusals.length === 0; attempt += 1) {
    const { status, body } = await comment();
    if (status === 201) written += 1;
    else refusals.push([status, body.code]);
  }
  assert.deepEqual(refusals, [[507, 'storage.full']]);
  assert.equal(await comments(), written);
  assert.equal((await tenant.people.ann!.get('/api/tasks')).status, 200, 'what is there can be read');
  disk.free();
  assert.equal((await comment()).status, 201);
  assert.equal(await comments(), written + 1);
}

test('a full disk of PostgreSQL is answered with 507 and leaves nothing incomplete; with space again it continues', {
  ...limits,
  skip: !hasPostgres,
}, async (t) => {
  const disk = mountDisk(t, 128);
  if (!disk) return;
  const cluster = await openCluster();
  const databaseUrl = await emptyDatabase(cluster.url);
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  // PostgreSQL requires a folder owned by its own account.
  const { rows } = await admin.query<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
  const { uid, gid } = statSync(rows[0]!.data);
  chownSync(disk.folder, uid, gid);
  chmodSync(disk.folder, 0o700);
  await admin.query(`CREATE TABLESPACE tiny LOCATION '${disk.folder}'`);
  await admin.query(`ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET TABLESPACE tiny`);
  await admin.end();
  const db = await openDatabase({ databaseUrl });
  t.after(() => db.close());
  await migrate(db);
  await assertOutlivesFullDisk(db, disk);
});

test(
  'a full disk of PGlite is answered with 507 and leaves nothing incomplete; with space again it continues',
  limits,
  async (t) => {
    const disk = mountDisk(t, 160);
    if (!disk) return;
    const db = await openDatabase({ dataDir: join(disk.folder, 'data') });
    t.after(() => db.close());
    await migrate(db);
    await assertOutlivesFullDisk(db, disk);
  },
);

test(
  'a full disk of files is answered with 507 and leaves no part of the upload; smaller files still fit',
  limits,
  async (t) => {
    if (!hasPostgres) return t.skip('the server needs PostgreSQL beside the test');
    const disk = mountDisk(t, 2);
    if (!disk) return;
    const databaseUrl = await freshDatabase();
    const db = await openDatabase({ databaseUrl });
    t.after(() => db.close());
    const { tenant, taskId } = await openTask(db);
    const env = {
      DATABASE_URL: databaseUrl,
      MASTER_KEY,
      PUBLIC_URL,
      DATA_DIR: disk.folder,
      VERVA_DEMO: '0',
      LOG_LEVEL: 'silent',
    };
    const server = await startVerva(env);
    t.after(() => server.stop());
    const call = client(server.url, (await tenant.people.ann!.authorization()).slice('Bearer '.length));
    const upload = async (bytes: number) => {
      const form = new FormData();
      form.set('file', new Blob(['Rope '.repeat(bytes / 5)], { type: 'text/plain' }), 'notes.txt');
      const { status, body } = await call('POST', `/api/attachments/${taskId}`, form);
      return [status, body.code];
    };
    assert.deepEqual(await upload(4_000_000), [507, 'storage.full']);
    assert.deepEqual(readdirSync(join(disk.folder, 'files/.incoming')), []);
    const asJson = { fileName: 'notes.txt', data: Buffer.alloc(3_000_000, 'Rope ').toString('base64') };
    const { status, body } = await call('POST', `/api/attachments/${taskId}`, asJson);
    assert.deepEqual([status, body.code], [507, 'storage.full']);
    assert.deepEqual(readdirSync(join(disk.folder, 'files/.incoming')), []);
    assert.deepEqual(await upload(5000), [201, undefined]);
  },
);
