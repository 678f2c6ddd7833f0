import type { Bench } from './bench.ts';
import { memoryOf } from './launch.ts';
import { against, type Line, megabytes } from './report.ts';

const LOOK_MS = 100;

/** Measures the CSV export of all tasks over HTTP: rows per second, and the server's memory growth. */
export async function measureFile({ server, say }: Bench, token: string): Promise<Line[]> {
  say('exporting all tasks …');
  const made = await fetch(`${server.url}/api/downloads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ list: '/api/tasks/all', query: 'sort=created:asc' }),
  });
  const { url } = (await made.json()) as { url: string };
  const before = memoryOf(server);
  let peak = before ?? 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server) ?? 0);
  }, LOOK_MS);
  const began = performance.now();
  const response = await fetch(server.url + url);
  let rows = -1;
  let bytes = 0;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) rows += 1;
  }
  const took = (performance.now() - began) / 1000;
  clearInterval(timer);
  const grown = before === undefined ? undefined : peak - before;
  return [
    {
      what: `All ${rows.toLocaleString('en')} tasks as CSV`,
      measured: `${Math.round(rows / took).toLocaleString('en')} rows/s`,
      behind: `${megabytes(bytes / 1e6)} in ${took.toFixed(1)} s`,
    },
    {
      what: 'Growth of the server while it writes the file',
      measured: megabytes(grown),
      ...(grown === undefined ? {} : against(grown, { most: 100 }, ' MB')),
    },
  ];
}
