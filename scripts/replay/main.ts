// Drives the cases of an event log through the API as its users, and compares the server's histories with the log:  npm
// run replay -- LOG.csv   (docs/replay.md)
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from './client.ts';
import { delegate } from './delegate.ts';
import { drive } from './drive.ts';
import { plannedKills } from './kills.ts';
import { type Log, readLog } from './log.ts';
import { drawModel } from './model.ts';
import { type ReplayOptions, readOptions, USAGE } from './options.ts';
import { percentile, progress } from './progress.ts';
import { ServerChild } from './server.ts';
import { createOrganisation, type Organisation } from './setup.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(options: ReplayOptions): Promise<number> {
  const log = await readLog(options.file);
  const until = options.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(options.until);
  const name = basename(options.file).replace(/\.[^.]*$/, '');
  const model = drawModel(log, `p-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`, name);
  const events = log.cases.reduce((sum, one) => sum + one.events.filter(({ at }) => at <= until).length, 0);
  say(
    `${log.cases.length} cases, ${log.tasks.length} tasks, ${log.people.length} people, ${log.groups.length} groups; ${events} completions to make`,
  );

  const temporary = mkdtempSync(join(tmpdir(), 'verva-replay-'));
  const dataDir = options.dataDir ?? join(temporary, 'data');
  mkdirSync(dataDir, { recursive: true });
  const where = options.databaseUrl ? { databaseUrl: options.databaseUrl } : { dataDir };
  const servers: ServerChild[] = [];
  try {
    const organisation = await createOrganisation(where, log, model, name);
    say(`Organisation ${organisation.slug}`);
    const place = { ...where, dataDir };
    for (let index = 0; !options.url && index < options.servers; index++) {
      const publicUrl = servers[0] ? { publicUrl: servers[0].url } : {};
      servers.push(
        await ServerChild.start({ ...place, ...publicUrl, logFile: join(temporary, `server-${index}.log`) }),
      );
    }
    const client = new Client(options.url ?? servers.map(({ url }) => url));
    for (const account of [organisation.operator, ...organisation.people.values()]) await client.signIn(account);
    say(`${organisation.people.size} people have signed in`);
    await client.expect(organisation.operator, 'POST', `/api/processes/${model.key}/deploy`, {
      body: { xml: model.xml },
    });

    const victim = servers.at(-1);
    const kills = victim ? plannedKills(victim, options.kill, events) : undefined;
    const shown = progress(events, () => (options.kill > 0 ? `, killed ${kills?.killed()} times` : ''));
    const started = performance.now();
    const driven = await drive({
      client,
      log,
      model,
      organisation,
      people: options.people,
      until,
      twice: options.twice,
      undo: options.undo,
      completed: (count) => {
        kills?.completed(count);
        shown.at(count);
      },
    });
    const killed = await kills?.done();
    const seconds = (performance.now() - started) / 1000;
    shown.end();
    say(
      `${driven.completions} completions in ${seconds.toFixed(1)} s, ${Math.round(driven.completions / seconds)} a second, ${options.people} cases at once${options.servers > 1 ? ` at ${options.servers} servers` : ''}; completion p50 ${percentile(driven.durations, 0.5)}, p99 ${percentile(driven.durations, 0.99)}`,
    );
    if (options.twice) {
      say(
        `sent twice: ${driven.replayed} had the same response, ${driven.refused} refused with task.already_completed`,
      );
    }
    if (options.undo) say(`deferred: ${driven.undone} undone and repeated, ${driven.held} executed by the server`);
    if (options.kill > 0) say(`killed ${killed} times, ${client.repeated} requests sent again`);
    if (options.until) say(`${driven.started - driven.finished} cases remain open`);

    const code = await compare(client.url, model.key, organisation, options);
    if (options.delegate && code === 0) say(await delegate({ client, organisation }));
    if (options.dataDir || options.databaseUrl) printAccounts(log, organisation, until);
    return code;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Runs in a separate process, so that nothing about the run is known there. */
function compare(url: string, key: string, { operator }: Organisation, options: ReplayOptions): Promise<number> {
  const script = join(import.meta.dirname, 'compare.ts');
  const until = options.until ? ['--until', options.until] : [];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, options.file, '--url', url, '--process', key, ...until],
    {
      stdio: 'inherit',
      env: { ...process.env, VERVA_REPLAY_USER: operator.username, VERVA_REPLAY_PASSWORD: operator.password },
    },
  );
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}

/** Prints the accounts of a user with many tasks and of the one who sees everything. */
function printAccounts(log: Log, { people, operator }: Organisation, until: number): void {
  const waiting = new Map<string, number>();
  for (const { events } of log.cases) {
    const next = events.findIndex(({ at }) => at > until);
    if (next > 0) waiting.set(events[next]!.person, (waiting.get(events[next]!.person) ?? 0) + 1);
  }
  const [busiest] = [...waiting].sort((a, b) => b[1] - a[1]);
  const account = (busiest && people.get(busiest[0])) ?? operator;
  say(
    `Sign in as ${account.username} with ${account.password} (all accounts of ${operator.username} have this password)`,
  );
}

// The child server ends only when this process exits by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

try {
  const options = readOptions(process.argv.slice(2));
  process.exitCode = await main(options);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  if (process.argv.length < 3 || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
    process.stderr.write(`\n${USAGE}\n`);
  process.exitCode = 2;
}
