import type pg from 'pg';
import type { Bench } from './list.ts';
import { type Latency, latencyOf } from './load.ts';
import { type Line, ms } from './report.ts';
import { recordTransactions, type Statement } from './statements.ts';

/** Each filter and each order that the inbox offers, one at a time and some together. */
const INBOX: readonly string[] = [
  '',
  'sort=due:desc',
  'sort=created:desc',
  'sort=priority:desc',
  'sort=process:asc',
  'process=eq:bench-1',
  'due=lt:now',
  'due=eq:thisweek&sort=priority:desc',
  'priority=gte:80',
  'created=gte:today-7',
  'assignee=eq:me',
  'assignee=eq:',
  'taskKey=eq:step_3',
  'name=like:sign',
  'businessKey=startWith:A-2026-00009',
  'via=eq:group',
  'unread=eq:true',
  'status=eq:open',
  'q=contract',
  'count=true',
];

/** The same of all tasks. */
const ALL: readonly string[] = [
  '',
  'sort=created:asc',
  'sort=due:asc',
  'sort=due:desc',
  'sort=priority:desc',
  'sort=priority:asc',
  'sort=ended:desc',
  'sort=ended:asc',
  'status=eq:open&sort=due:asc',
  'status=eq:completed&sort=ended:desc',
  'process=eq:bench-1',
  'process=eq:bench-1&sort=due:asc',
  'taskKey=eq:step_3',
  'name=like:sign',
  'name=eq:decide&sort=due:asc',
  'businessKey=eq:A-2026-0000900',
  'businessKey=startWith:A-2026-00009&sort=due:asc',
  'assignee=eq:person7.bench',
  'assignee=eq:person7.bench&sort=due:asc',
  'assignee=in:person7.bench,person8.bench&status=eq:open',
  'assignee=eq:&sort=due:asc',
  'group=eq:team-05&sort=due:asc',
  'priority=gte:80&sort=due:asc',
  'due=lt:now&sort=due:asc',
  'due=eq:today&sort=priority:desc',
  'created=gte:today-3&sort=due:asc',
  'ended=gte:today-7&sort=ended:desc',
  'endedBy=eq:person7.bench&sort=ended:desc',
  'onBehalfOf=eq:person7.bench',
  'outcome=eq:approve',
  'unread=eq:true',
  'q=contract',
  'count=true',
];

const LISTS: readonly (readonly [name: string, path: string, queries: readonly string[]])[] = [
  ['Inbox', '/api/tasks', INBOX],
  ['All tasks', '/api/tasks/all', ALL],
];

/** What reads a list: p50 and p99 of each offered filter and order for somebody in ten groups, and by which indexes it is read. */
export async function measureLists(
  { admin, office, server, say, isQuick }: Bench,
  token: string,
  size: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  const scanned: string[] = [];
  for (const [name, path, queries] of LISTS) {
    say(`${name}: ${queries.length} filters and orders at ${size.toLocaleString('en')} tasks …`);
    const urlOf = (query: string) => `${server.url}${path}?${query}`;
    // In one go: each of them is one transaction; who calls is read anew now and then.
    const recorded = await recordTransactions(admin, [office.readerId], async () => {
      for (const query of queries) await answer(urlOf(query), token);
    });
    const transactions = recorded.filter((one) => one.some(({ text }) => /\btask/.test(text)));
    if (transactions.length !== queries.length) throw new Error(`${transactions.length} transactions were recorded.`);
    for (const [index, query] of queries.entries()) {
      const what = `${name} ${query || 'as it is'} at ${size.toLocaleString('en')}`;
      const scans = await explainAll(admin, office, transactions[index]!);
      for (const one of scans) if (/^Seq Scan task$/.test(one)) scanned.push(what);
      const latency = await latencyFor(urlOf(query), token, isQuick ? 30 : 100);
      const measured =
        latency === 'too broad' ? '422 filter.too_broad' : `p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}`;
      lines.push({ what, measured, behind: [...new Set(scans)].join('; ') });
    }
  }
  lines.push({
    what: `Sequential scans of tasks at ${size.toLocaleString('en')}`,
    measured: scanned.length === 0 ? 'none' : [...new Set(scanned)].join(' | '),
    target: 'none',
    isMet: scanned.length === 0,
  });
  return lines;
}

async function latencyFor(url: string, token: string, count: number): Promise<Latency | 'too broad'> {
  const times: number[] = [];
  for (let index = -10; index < count; index += 1) {
    const started = performance.now();
    const status = await answer(url, token);
    if (status === 422) return 'too broad';
    if (status !== 200) throw new Error(`${url}: ${status}`);
    if (index >= 0) times.push(performance.now() - started);
  }
  return latencyOf(times);
}

async function answer(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How each statement reads tables and indexes, planned and run as the server does: as the tenant, and once for all values. */
async function explainAll(
  admin: pg.Client,
  { tenantId, readerId }: Bench['office'],
  statements: readonly Statement[],
): Promise<string[]> {
  const found: string[] = [];
  // How the transaction wants to be planned.
  const settings = statements.filter(({ text }) => /set_config\('enable_/.test(text)).map(({ text }) => text);
  const reads = statements.filter(({ text }) => /^\s*(WITH|SELECT)\b/i.test(text) && /\btask/.test(text));
  for (const { text, values } of reads) {
    await admin.query('BEGIN');
    try {
      await admin.query(`SET LOCAL ROLE verva_tenant; SET LOCAL plan_cache_mode = force_generic_plan;
        SELECT set_config('app.tenant_id', '${tenantId}', true), set_config('app.user_id', '${readerId}', true)`);
      for (const setting of settings) await admin.query(setting);
      await admin.query(`PREPARE measured AS ${text}`);
      const given = values.map((value) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)).join(', ');
      const { rows } = await admin.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE measured${values.length > 0 ? `(${given})` : ''}`,
      );
      scansOf(rows[0]!['QUERY PLAN'][0].Plan, found);
    } finally {
      await admin.query('ROLLBACK; DEALLOCATE ALL');
    }
  }
  return found;
}

function scansOf(node: PlanNode, found: string[]): void {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Actual Loops': loops, Plans = [] } = node;
  // What was never begun has read nothing.
  if (loops !== 0 && (table || index)) found.push(`${type} ${plain(index ?? table ?? '')}`);
  for (const child of Plans) scansOf(child, found);
}

/** Partitions and their indexes by the table's name and columns: `task(status, due_at, id)`. */
function plain(name: string): string {
  const index = /^task_(?:\d{4}_q\d|other)_tenant_id_(.*)_idx\d*$/.exec(name);
  if (index) return `task(${index[1]})`;
  return name.replace(/^task_(?:\d{4}_q\d|other)/, 'task');
}
