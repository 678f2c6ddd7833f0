import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/platform/database.ts';
import { identityToken } from '../../test/support/identity-client.ts';
import { CLERK, createBenchTenant } from './bench-tenant.ts';
import { type Launched, launchVerva, memoryOf } from './launch.ts';
import { postEach, sequential } from './load.ts';
import { COMPLETION } from './model.ts';
import { against, type Line, megabytes, seconds } from './report.ts';
import { prepareTargets } from './targets.ts';

/** Number of tasks in each listing. */
const ROWS = 50;

/**
 * Measures start time and memory with the embedded database: the first start, as a rule with the demo, the second, and
 * memory after work.
 */
export async function measurePglite(times: number, withDemo: boolean): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'verva-bench-data-'));
  const cache = await mkdtemp(join(tmpdir(), 'verva-bench-cache-'));
  const env = {
    NODE_ENV: 'development',
    VERVA_DEMO: withDemo ? '1' : '0',
    DEMO_PORT: '0',
    DEMO_PORTAL_PORT: '0',
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: cache,
  };
  try {
    const first = await launchVerva(env);
    const memoryFirst = memoryOf(first);
    await first.stop();
    const db = await openDatabase({ dataDir });
    const { tenantId } = await createBenchTenant(db);
    const { taskOf } = await prepareTargets(db, tenantId, Math.max(times, ROWS) + 1);
    await db.close();
    const second = await launchVerva(env);
    const memorySecond = memoryOf(second);
    const memory = await work(second, taskOf, times);
    await second.stop();
    return [
      {
        what: withDemo ? 'First start on PGlite, with the demo' : 'First start on PGlite',
        measured: seconds(first.readyMs),
        ...against(first.readyMs / 1000, { most: 20 }, ' s'),
        behind: `memory ${megabytes(memoryFirst)}`,
      },
      {
        what: 'Second start on PGlite',
        measured: seconds(second.readyMs),
        ...against(second.readyMs / 1000, { most: 3 }, ' s'),
        behind: `memory ${megabytes(memorySecond)}`,
      },
      memoryLine('PGlite', memory, 600, times),
    ];
  } finally {
    for (const folder of [dataDir, cache]) await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the memory of a fresh server on PostgreSQL; completes the targets from `first` on. */
export async function measurePostgres(
  databaseUrl: string,
  taskOf: (number: number) => string,
  first: number,
  times: number,
): Promise<Line[]> {
  const server = await launchVerva({ DATABASE_URL: databaseUrl });
  const memory = await work(server, (number) => taskOf(first + number), times);
  await server.stop();
  return [
    { what: 'Start on PostgreSQL', measured: seconds(server.readyMs) },
    memoryLine('PostgreSQL', memory, 250, times),
  ];
}

async function work(server: Launched, taskOf: (number: number) => string, times: number): Promise<number | undefined> {
  const token = await identityToken(server.url, CLERK.username, CLERK.password);
  await sequential(`${server.url}/api/tasks?limit=${ROWS}`, token, times, ROWS);
  const paths = Array.from({ length: times }, (_, number) => `/api/tasks/${taskOf(number)}`);
  await postEach(server.url, token, { paths, body: COMPLETION, connections: 8 });
  return memoryOf(server);
}

function memoryLine(kind: string, memory: number | undefined, most: number, times: number): Line {
  const what = `Memory after ${times} listings and ${times} completions on ${kind}`;
  return { what, measured: megabytes(memory), ...(memory === undefined ? {} : against(memory, { most }, ' MB')) };
}
