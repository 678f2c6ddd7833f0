import type { Bench } from './bench.ts';
import { launch } from './launch.ts';
import { type Latency, sequential, throughput } from './load.ts';
import { pgbench } from './pgbench.ts';
import { against, type Line, mean, ms, perSecond } from './report.ts';
import { at } from './scale.ts';
import { pgbenchScript, Renaming, recordTransaction } from './statements.ts';

const ROWS = 50;
const LIST = `/api/tasks?limit=${ROWS}`;

/** Measures the first page of the inbox while the organisation grows: the time must stay flat. */
export async function measureFlatness(
  { server, token, say, scale }: Bench,
  sizes: readonly number[],
  grow: (to: number) => Promise<void>,
  /** Further measurements at each size. */
  also: (size: number) => Promise<Line[]> = async () => [],
): Promise<Line[]> {
  const lines: Line[] = [];
  const measured: Latency[] = [];
  let size = 0;
  for (const to of sizes) {
    say(`${to.toLocaleString('en')} tasks …`);
    await grow(to);
    size = to;
    const latency = await sequential(server.url + LIST, token, at(scale, 1000, 300, 5), ROWS);
    measured.push(latency);
    lines.push({
      what: `List of ${ROWS} rows at ${to.toLocaleString('en')} tasks`,
      measured: `p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}`,
    });
    lines.push(...(await also(size)));
  }
  const ratio = measured.at(-1)!.p50 / measured[0]!.p50;
  lines.push({ what: `p50 of the list, last to first`, measured: ratio.toFixed(2), ...against(ratio, { most: 1.5 }) });
  return lines;
}

/**
 * Measures the list under load, compared with the same transaction without framework and verification, and with pgbench
 * alone.
 */
export async function measureThroughput(bench: Bench): Promise<Line[]> {
  const { server, token, say, scale, admin, benchTenant, databaseUrl } = bench;
  say('list throughput …');
  let answer = { next: null as string | null };
  const list = async () => {
    const response = await fetch(server.url + LIST, { headers: { authorization: `Bearer ${token}` } });
    answer = (await response.json()) as typeof answer;
  };
  // The token's user is read from time to time; that is excluded from the recording.
  await list();
  const statements = await recordTransaction(admin, [benchTenant.clerkId], list);
  const bare = await launch('scripts/bench/bare-server.ts', {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    BARE_STATEMENTS: JSON.stringify(statements),
    BARE_USER: benchTenant.clerkId,
    ...(answer.next === null ? {} : { BARE_NEXT: answer.next }),
  });
  const duration = at(scale, 4, 2, 1);
  const rounds = at(scale, 3, 1, 1);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const url of [server.url, bare.url]) await throughput(url + LIST, token, at(scale, 2, 2, 1));
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await throughput(server.url + LIST, token, duration));
    theirs.push(await throughput(bare.url + LIST, token, duration));
  }
  await bare.stop();
  const script = await pgbenchScript(admin, statements, new Renaming(new Map(), [benchTenant.clerkId]));
  const sql = await pgbench(databaseUrl, script, { clients: 10, seconds: duration, variables: { first: 0 } });
  const [own, raw] = [mean(ours), mean(theirs)];
  return [
    {
      what: 'List against bare node:http',
      measured: (own / raw).toFixed(2),
      ...against(own / raw, { least: 0.85 }),
      behind: `${perSecond(own)} to ${perSecond(raw)}, 10 connections`,
    },
    {
      what: 'List against pgbench',
      measured: (own / sql).toFixed(2),
      ...against(own / sql, { least: 0.3 }),
      behind: `${perSecond(own)} to ${perSecond(sql)}, ${statements.length} round trips`,
    },
  ];
}
