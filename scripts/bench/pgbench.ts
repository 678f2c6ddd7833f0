import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresBinaries } from '../../test/support/postgres.ts';

/**
 * Runs a script with prepared statements, with the server's role and plan settings; returns transactions per second
 * without connection time.
 */
export async function pgbench(
  databaseUrl: string,
  script: string,
  {
    clients,
    seconds,
    each,
    variables = {},
  }: { clients: number; seconds?: number; each?: number; variables?: Readonly<Record<string, number>> },
): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'verva-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  const length = seconds === undefined ? ['-t', String(each)] : ['-T', String(seconds)];
  const values = Object.entries({ i: 0, each: each ?? 0, ...variables }).flatMap(([name, value]) => [
    '-D',
    `${name}=${value}`,
  ]);
  const where = ['-h', hostname, '-p', port, '-U', username];
  try {
    const { stdout } = await promisify(execFile)(
      join(postgresBinaries(), 'pgbench'),
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        ...length,
        ...values,
        ...where,
        '-f',
        file,
        pathname.slice(1),
      ],
      {
        env: { ...process.env, PGPASSWORD: password, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
        maxBuffer: 1 << 26,
      },
    );
    const failed = /number of failed transactions: ([1-9]\d*)/.exec(stdout);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (failed || !(perSecond > 0)) throw new Error(`pgbench failed:\n${stdout}`);
    return perSecond;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
