// A separate process: reads the histories back through the API and compares them with the log.
//   node scripts/replay/compare.ts LOG.csv --url URL --process KEY [--until DATE]      (VERVA_REPLAY_USER, VERVA_REPLAY_PASSWORD)
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Account, Client } from './client.ts';
import { type LogCase, readLog } from './log.ts';

export interface Comparison {
  readonly cases: number;
  readonly equal: number;
  /** Number of unfinished cases in the log and on the server. */
  readonly open: { readonly log: number; readonly server: number };
  /** Differences, one line per case. */
  readonly differences: string[];
}

interface InstanceRow {
  readonly id: string;
  readonly businessKey: string | null;
  readonly status: string;
}

export async function compare(
  client: Client,
  as: Account,
  process: string,
  log: readonly LogCase[],
  until: number,
): Promise<Comparison> {
  const instances = await listAll(client, as, process);
  const byKey = Map.groupBy(instances, (one) => one.businessKey ?? '');
  const expected = log.filter(({ events }) => events[0]!.at <= until);
  const differences: string[] = [];
  let open = 0;
  const check = async (one: LogCase) => {
    const happened = one.events.filter(({ at }) => at <= until);
    const isOpen = happened.length < one.events.length;
    if (isOpen) open++;
    const found = byKey.get(one.id) ?? [];
    if (found.length !== 1) return differences.push(`${one.id}: ${found.length} processes instead of one`);
    const history = await client.expect(as, 'GET', `/api/instances/${found[0]!.id}/history`);
    const server = completions(history);
    const wanted = happened.map(({ task, person }) => `${task} / ${person}`);
    const place = wanted.findIndex((step, index) => step !== server[index]);
    if (place >= 0 || server.length !== wanted.length) {
      const at = place >= 0 ? place : wanted.length;
      return differences.push(
        `${one.id}, step ${at + 1}: log ${wanted[at] ?? '(end)'}, server ${server[at] ?? '(end)'}`,
      );
    }
    const status = isOpen ? 'active' : 'completed';
    if (found[0]!.status !== status) return differences.push(`${one.id}: is ${found[0]!.status}, not ${status}`);
    return 0;
  };
  const queue = [...expected];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let one = queue.shift(); one; one = queue.shift()) await check(one);
    }),
  );
  const extra = instances.length - expected.length;
  if (extra > 0) differences.push(`${extra} processes more than cases`);
  return {
    cases: expected.length,
    equal: expected.length - differences.length,
    open: { log: open, server: instances.filter(({ status }) => status === 'active').length },
    differences,
  };
}

/** Returns the completed tasks with their users, in order. */
function completions(
  history: readonly { kind: string; by: { name: string } | null; node?: { name: string } }[],
): string[] {
  return history
    .filter(({ kind, by, node }) => kind === 'completed' && by !== null && node !== undefined)
    .map(({ by, node }) => `${node!.name} / ${by!.name}`);
}

async function listAll(client: Client, as: Account, process: string): Promise<InstanceRow[]> {
  const all: InstanceRow[] = [];
  let after = '';
  do {
    const page = await client.expect(
      as,
      'GET',
      `/api/instances?process=eq:${encodeURIComponent(process)}&limit=200${after}`,
    );
    all.push(...page.items);
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`;
  } while (after !== '');
  return all;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: 'string' }, process: { type: 'string' }, until: { type: 'string' } },
  });
  const [file] = positionals;
  const { VERVA_REPLAY_USER: username, VERVA_REPLAY_PASSWORD: password } = process.env;
  if (!file || !values.url || !values.process || !username || !password) {
    console.error(
      'Usage: compare.ts LOG.csv --url URL --process KEY [--until DATE], with VERVA_REPLAY_USER and VERVA_REPLAY_PASSWORD',
    );
    process.exit(2);
  }
  const until = values.until ? Date.parse(values.until) : Number.POSITIVE_INFINITY;
  const log = await readLog(file);
  const result = await compare(new Client(values.url), { username, password }, values.process, log.cases, until);
  for (const line of result.differences.slice(0, 20)) console.log(`  ${line}`);
  if (values.until) console.log(`open: ${result.open.log} cases in the log, ${result.open.server} on the server`);
  console.log(`${result.equal} of ${result.cases} cases equal`);
  process.exit(result.equal === result.cases && result.open.log === result.open.server ? 0 : 1);
}
