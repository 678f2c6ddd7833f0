import type { Bench, Counts } from './bench.ts';
import { postEach } from './load.ts';
import { COMPLETION } from './model.ts';
import { completeByOther, waitingState } from './other-engine.ts';
import { pgbench } from './pgbench.ts';
import { against, type Line, mean, ms, perSecond } from './report.ts';
import { pgbenchScript, Renaming, recordTransaction } from './statements.ts';
import { FIRST, type Targets } from './targets.ts';

const CONNECTIONS = 8;

/**
 * Measures completing a task with its process step over HTTP, compared with its own SQL in pgbench and with
 * bpmn-engine.
 */
export async function measureCompletion(bench: Bench, targets: Targets, counts: Counts): Promise<Line[]> {
  const { server, token, say, admin, benchTenant, databaseUrl } = bench;
  let next = 0;
  const take = (count: number) => Array.from({ length: count }, () => next++);
  const post = (count: number) => {
    const paths = take(count).map((number) => `/api/tasks/${targets.taskOf(number)}`);
    return postEach(server.url, token, { paths, body: COMPLETION, connections: Math.min(count, CONNECTIONS) });
  };
  say('completions …');
  await post(counts.warmUp);
  const recorded = next;
  const statements = await recordTransaction(admin, [benchTenant.clerkId, targets.taskOf(recorded)], () => post(1));
  const renaming = () => new Renaming(targets.prefixesOf(recorded), [benchTenant.clerkId]);
  const script = await pgbenchScript(admin, statements, renaming());
  const ours: Awaited<ReturnType<typeof postEach>>[] = [];
  const sql: number[] = [];
  for (let run = 0; run < counts.runs; run += 1) {
    ours.push(await post(counts.each));
    const first = FIRST + take(counts.each)[0]!;
    sql.push(
      await pgbench(databaseUrl, script, {
        clients: CONNECTIONS,
        each: counts.each / CONNECTIONS,
        variables: { first },
      }),
    );
  }
  say('bpmn-engine …');
  const numbers = take(counts.other);
  const state = await waitingState();
  await admin.query('UPDATE process_instance SET state = $1::jsonb WHERE id = ANY($2::uuid[])', [
    state,
    numbers.map(targets.instanceOf),
  ]);
  const other = await completeByOther(databaseUrl, {
    statements,
    renaming: renaming(),
    numbers,
    connections: CONNECTIONS,
  });
  await assertCompleted(bench, targets, [...Array(next).keys()]);
  const own = mean(ours.map((run) => run.perSecond));
  const raw = mean(sql);
  const last = ours.at(-1)!;
  return [
    {
      what: 'Completion with its process step against pgbench',
      measured: (own / raw).toFixed(2),
      ...against(own / raw, { least: 0.6 }),
      behind: `${perSecond(own)} (p50 ${ms(last.p50)}, p99 ${ms(last.p99)}) to ${perSecond(raw)}, ${CONNECTIONS} connections, ${statements.length} round trips`,
    },
    {
      what: 'Completion against bpmn-engine in the same transaction',
      measured: (own / other).toFixed(1),
      ...against(own / other, { least: 10 }),
      behind: `${perSecond(own)} over HTTP to ${perSecond(other)} without`,
    },
  ];
}

/** Asserts that every target was completed once and has its next task; otherwise the measurement is invalid. */
async function assertCompleted({ admin }: Bench, targets: Targets, numbers: readonly number[]): Promise<void> {
  const { rows } = await admin.query<{ completed: number; opened: number }>(
    `SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed, count(*) FILTER (WHERE status = 'open' AND node_id = 'decide')::int AS opened
     FROM task WHERE instance_id = ANY($1::uuid[])`,
    [numbers.map(targets.instanceOf)],
  );
  const { completed, opened } = rows[0]!;
  if (completed !== numbers.length || opened !== numbers.length) {
    throw new Error(`Of ${numbers.length} tasks ${completed} are completed, and ${opened} next ones are open.`);
  }
}
