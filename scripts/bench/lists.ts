import type pg from 'pg';
import type { Bench } from './bench.ts';
import { type Latency, latencyOf } from './load.ts';
import { type Line, ms } from './report.ts';
import { at } from './scale.ts';
import { recordTransactions, type Statement } from './statements.ts';

/** Every filter of the inbox, with rare and with common values. Other statuses read nothing. */
const INBOX_FILTERS: readonly string[] = [
  '',
  'process=eq:bench-1',
  'process=neq:bench-1',
  'process=eq:nowhere',
  'taskKey=eq:step_3',
  'taskKey=neq:step_3',
  'taskKey=eq:nowhere',
  'name=like:sign',
  'name=nlike:sign',
  'name=like:nowhere',
  'name=like:person 7077',
  'name=like:contract',
  'businessKey=eq:A-2026-0000900',
  'businessKey=startWith:A-2026-00009',
  'businessKey=startWith:A-2026',
  'businessKey=endWith:77',
  'businessKey=like:0009',
  'businessKey=like:2026',
  'businessKey=like:nowhere',
  'businessKey=nlike:77',
  'businessKey=neq:A-2026-0000900',
  'businessKey=eq:',
  'q=contract',
  'q=0009',
  'q=2026',
  'q=nowhere',
  'via=eq:group',
  'via=eq:assignee',
  'via=eq:candidate',
  'via=eq:delegation',
  'assignee=eq:me',
  'assignee=eq:',
  'assignee=neq:me',
  'onBehalfOf=eq:person7.bench',
  'onBehalfOf=eq:',
  'unread=eq:true',
  'unread=eq:false',
  'snoozed=eq:true',
  'status=eq:open',
  'due=lt:now',
  'due=eq:today',
  'due=eq:thisweek',
  'due=eq:',
  'due=neq:',
  'due=gt:2099-01-01',
  'created=gte:today-7',
  'created=lte:today-29',
  'created=neq:today',
  'priority=eq:50',
  'priority=gte:80',
  'priority=lte:10',
];

/** Every filter in every order. Reading backwards uses the same index, so it is measured once. */
const INBOX: readonly string[] = [
  ...['due:asc', 'created:desc', 'priority:desc', 'process:asc'].flatMap((sort) =>
    INBOX_FILTERS.map((filter) => `sort=${sort}${filter === '' ? '' : `&${filter}`}`),
  ),
  'sort=due:desc',
  'sort=created:asc',
  'sort=priority:asc',
  'sort=process:desc',
  'count=true',
  'count=true&name=like:sign',
  'taskKey=eq:step_3&priority=gte:80&unread=eq:true',
  'process=eq:bench-1&due=lt:now&assignee=eq:&sort=priority:desc',
];

/** The same for all tasks. */
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

/** Results of the inbox lists at the first size. */
const atFirst = new Map<string, ListLatency>();

/** Measures p50 and p99 of each filter and order for a user in ten groups, and lists the indexes used. */
export async function measureLists(
  { admin, benchTenant, server, say, scale }: Bench,
  token: string,
  size: number,
  /** Only queries that match. */
  wanted: RegExp,
): Promise<Line[]> {
  const lines: Line[] = [];
  const scanned: string[] = [];
  const isSmallest = atFirst.size === 0;
  const grown: { what: string; times: number }[] = [];
  for (const [name, path, all] of LISTS) {
    const every = at(scale, 1, 1, 10);
    const queries = all.filter((query, index) => wanted.test(query) && index % every === 0);
    if (queries.length === 0) continue;
    say(`${name}: ${queries.length} filters and orders at ${size.toLocaleString('en')} tasks …`);
    const urlOf = (query: string) => `${server.url}${path}?${query}`;
    // All at once: each list is one transaction; the caller is re-read from time to time.
    const recorded = await recordTransactions(admin, [benchTenant.readerId], async () => {
      for (const query of queries) await answer(urlOf(query), token);
    });
    const transactions = recorded.filter((one) => one.some(({ text }) => /\btask/.test(text)));
    if (transactions.length !== queries.length) throw new Error(`${transactions.length} transactions were recorded.`);
    for (const [index, query] of queries.entries()) {
      const what = `${name} ${query || 'as it is'} at ${size.toLocaleString('en')}`;
      const scans = await explainAll(admin, benchTenant, transactions[index]!);
      for (const one of scans) if (/^Seq Scan (task|task_inbox|task_ending)$/.test(one)) scanned.push(what);
      const latency = await latencyFor(urlOf(query), token, at(scale, 50, 30, 1));
      if (latency !== 'too broad' && path === '/api/tasks') {
        const first = atFirst.get(query);
        if (isSmallest) atFirst.set(query, latency);
        // A page that had fewer tasks at the first size is not comparable.
        else if (first && first.rows === latency.rows) grown.push({ what: query, times: latency.p50 / first.p50 });
      }
      const measured =
        latency === 'too broad'
          ? '422 filter.too_broad'
          : `p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}, ${latency.rows} rows`;
      lines.push({ what, measured, behind: [...new Set(scans)].join('; ') });
    }
  }
  if (grown.length > 0) {
    grown.sort((a, b) => a.times - b.times);
    const shareOf = (share: number) => grown[Math.floor(share * (grown.length - 1))]!.times.toFixed(2);
    lines.push({
      what: `Inbox, p50 of ${grown.length} filters and orders at ${size.toLocaleString('en')} to p50 at the first size, of as many rows`,
      measured: `median ${shareOf(0.5)}, nine in ten below ${shareOf(0.9)}, most ${shareOf(1)}`,
      behind: grown
        .slice(-6)
        .map(({ what, times }) => `${what} ${times.toFixed(1)}`)
        .join('; '),
    });
  }
  lines.push({
    what: `Sequential scans of tasks at ${size.toLocaleString('en')}`,
    measured: scanned.length === 0 ? 'none' : [...new Set(scanned)].join(' | '),
    target: 'none',
    isMet: scanned.length === 0,
  });
  return lines;
}

/** `rows`: number of tasks on the page. */
type ListLatency = Latency & { readonly rows: number };

/** Requests that are not measured. */
const WARM_UP = 10;

async function latencyFor(url: string, token: string, count: number): Promise<ListLatency | 'too broad'> {
  const times: number[] = [];
  let rows = 0;
  for (let index = -Math.min(WARM_UP, count); index < count; index += 1) {
    const started = performance.now();
    const { status, text } = await answer(url, token);
    if (status === 422) return 'too broad';
    if (status !== 200) throw new Error(`${url}: ${status}`);
    if (index >= 0) times.push(performance.now() - started);
    else rows = (JSON.parse(text) as { items: unknown[] }).items.length;
  }
  return { ...latencyOf(times), rows };
}

async function answer(url: string, token: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { text: await response.text(), status: response.status };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Explains how each statement reads tables and indexes, planned and run as the server does: as the tenant, and with a
 * generic plan.
 */
async function explainAll(
  admin: pg.Client,
  { tenantId, readerId }: Bench['benchTenant'],
  statements: readonly Statement[],
): Promise<string[]> {
  const found: string[] = [];
  // Plan settings of the transaction.
  const settings = statements.filter(({ text }) => /set_config\('(?:enable_|jit')/.test(text)).map(({ text }) => text);
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
  // Nodes that were never executed have read nothing.
  if (loops !== 0 && (table || index)) found.push(`${type} ${plain(index ?? table ?? '')}`);
  for (const child of Plans) scansOf(child, found);
}

/** Names partitions and their indexes by the table's name and columns: `task(status, due_at, id)`. */
function plain(name: string): string {
  const index = /^task_(?:\d{4}_q\d|other)_tenant_id_(.*)_idx\d*$/.exec(name);
  if (index) return `task(${index[1]})`;
  return name.replace(/^task_(?:\d{4}_q\d|other)/, 'task');
}
