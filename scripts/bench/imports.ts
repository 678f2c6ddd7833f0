import { sql } from 'kysely';
import { IMPORTS } from '../../src/server/app.ts';
import { workOnImport } from '../../src/server/modules/imports/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { type Kind, openTestDatabase } from '../../test/support/databases.ts';
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts';
import { ensureCluster } from './bench.ts';
import { against, type Line, seconds } from './report.ts';

const TARGET_S = 30;

/** Measures the dry run, the run and the undo of an import of users on both databases, against plain inserts of as many users. */
export async function measureImports(say: (line: string) => void, users: number): Promise<Line[]> {
  await ensureCluster();
  const lines: Line[] = [];
  for (const kind of ['postgres', 'pglite'] as const) {
    say(`importing ${users} users on ${kind} …`);
    const db = await openTestDatabase(kind);
    try {
      lines.push(...(await measureOn(db, kind, users)));
    } finally {
      await db.close();
    }
  }
  return lines;
}

async function measureOn(db: DatabaseHandle, kind: Kind, users: number): Promise<Line[]> {
  const tenant = await createTestTenant(db, 'bench', { ann: ['admin'], bob: ['clerks'] });
  const plain = await createTestTenant(db, 'plain', { eve: ['admin'] }, tenant);
  const baseline = await timed(() => insertPlainly(plain, users));
  const ann = tenant.people.ann!;
  const send = () => ann.send('POST', '/api/records/people/import', fileOf(users), { 'content-type': 'text/csv' });
  const planned = await timed(send);
  const { id } = planned.result.body;
  const work = async (run: string) => {
    await workOnImport(tenant.context, IMPORTS, tenant.tenantId, run, { milliseconds: 600_000 });
    return (await ann.get(`/api/imports/${run}`)).body;
  };
  await ann.post(`/api/imports/${id}/run`);
  const ran = await timed(() => work(id));
  const again = await timed(send);
  const undo = (await ann.post(`/api/imports/${id}/undo`)).body.id;
  const undone = await timed(() => work(undo));
  const isRight = ran.result.done === users && again.result.body.counts.same === users && undone.result.done === users;
  if (!isRight)
    throw new Error(`Not every user was imported and undone: ${JSON.stringify([ran.result, undone.result])}`);
  const line = (what: string, took: number): Line => ({
    what: `${what} of ${users.toLocaleString('en')} users, ${kind}`,
    measured: seconds(took),
    ...against(took / 1000, { most: TARGET_S }, ' s'),
    behind: `${(took / baseline.took).toFixed(1)} times plain inserts in ${seconds(baseline.took)}`,
  });
  return [
    line('Dry run of an import', planned.took),
    line('Import', ran.took),
    line('Second dry run', again.took),
    line('Undo', undone.took),
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly took: number }> {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
}

/** Each tenth user is the manager of the next nine. */
function fileOf(users: number): string {
  const lines = Array.from({ length: users }, (_, index) => {
    const manager = index % 10 === 0 ? '' : `user.${index - (index % 10)}`;
    return `user.${index},User ${index},user.${index}@x.test,clerks,${manager}`;
  });
  return `username,name,email,groups,manager\n${lines.join('\n')}`;
}

const insertPlainly = (tenant: TestTenant, users: number) =>
  tenant.transaction((tx) =>
    sql`INSERT INTO app_user (username, name, email, email_key)
      SELECT 'plain.' || n, 'Plain ' || n, 'plain.' || n || '@x.test', 'plain.' || n || '@x.test'
      FROM generate_series(1, ${users}::int) n`.execute(tx),
  );
