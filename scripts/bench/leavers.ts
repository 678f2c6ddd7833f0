import { sql } from 'kysely';
import { handOverRun } from '../../src/server/modules/leaving/index.ts';
import { workOnRun } from '../../src/server/modules/runs/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { bpmn, end, sequence, start, userTask } from '../../test/support/bpmn.ts';
import { type Kind, openTestDatabase } from '../../test/support/databases.ts';
import { openMany } from '../../test/support/many-tasks.ts';
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts';
import { ensureCluster } from './bench.ts';
import { against, type Line, ms, seconds } from './report.ts';

/** Seconds. */
const DEACTIVATED = 1;
const HANDED_OVER = 120;
const USERS = '/api/identity/users';

/** Measures the preview, the deactivation and the hand-over of a user with this many open tasks, on both databases. */
export async function measureLeavers(say: (line: string) => void, tasks: number): Promise<Line[]> {
  await ensureCluster();
  const lines: Line[] = [];
  for (const kind of ['postgres', 'pglite'] as const) {
    say(`a leaver with ${tasks} open tasks on ${kind} …`);
    const db = await openTestDatabase(kind);
    try {
      lines.push(...(await measureOn(db, kind, tasks)));
    } finally {
      await db.close();
    }
  }
  return lines;
}

async function measureOn(db: DatabaseHandle, kind: Kind, tasks: number): Promise<Line[]> {
  const tenant = await createTestTenant(db, 'bench', { boss: ['admin'], leaver: [], lead: [] });
  const { boss, leaver, lead } = tenant.people as Record<'boss' | 'leaver' | 'lead', TestTenant['people'][string]>;
  await assignTasks(tenant, leaver, tasks);
  const path = `${USERS}/${leaver.username}`;
  const preview = await timed(() => boss.get(`${path}/dependents`));
  if (preview.result.body.tasks !== tasks) throw new Error(`The preview counts ${preview.result.body.tasks} tasks.`);
  const left = await timed(() => boss.send('DELETE', `${path}?reassign=${lead.username}`));
  if (left.result.status !== 204) throw new Error(JSON.stringify(left.result.body));
  const { id } = (await boss.get(`${path}/hand-over`)).body;
  const moved = await timed(() =>
    workOnRun(tenant.context, [handOverRun], tenant.tenantId, id, { milliseconds: 600_000 }),
  );
  const { body: run } = await boss.get(`${path}/hand-over`);
  if (run.state !== 'done' || run.done !== tasks)
    throw new Error(`Not every task was handed over: ${JSON.stringify(run)}`);
  const of = `a user with ${tasks.toLocaleString('en')} open tasks, ${kind}`;
  const perTask = ms(moved.took / tasks);
  return [
    { what: `Preview before deactivating ${of}`, measured: ms(preview.took) },
    {
      what: `Deactivation of ${of}`,
      measured: ms(left.took),
      ...against(left.took / 1000, { most: DEACTIVATED }, ' s'),
    },
    {
      what: `Hand-over of the tasks of ${of}`,
      measured: seconds(moved.took),
      ...against(moved.took / 1000, { most: HANDED_OVER }, ' s'),
      behind: `${perTask} each, with history and inbox`,
    },
  ];
}

/** Assigns that many tasks of a process to the user. */
async function assignTasks(tenant: TestTenant, { userId, username }: TestTenant['people'][string], tasks: number) {
  const task = userTask('decide', 'verva:assignee="=who" verva:outcomes="approve,reject"');
  await tenant.deploy(bpmn('work', sequence(start, task, end)));
  const first = await tenant.startInstance({ key: 'work', businessKey: null, variables: { who: username } });
  const taskId = first.tasks[0]!.id;
  const copies = await openMany(tenant, taskId, tasks - 1);
  await tenant.transaction(async (tx) => {
    await sql`UPDATE task SET assignee_id = ${userId}::uuid WHERE id = ANY(${copies}::uuid[])`.execute(tx);
    await sql`UPDATE task_inbox SET taken = true WHERE task_id = ANY(${copies}::uuid[])`.execute(tx);
  });
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly took: number }> {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
}
