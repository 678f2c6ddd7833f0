import type pg from 'pg';
import { saveAndPublishForm } from '../../src/server/modules/forms/index.ts';
import { insertRegistry } from '../../src/server/modules/registries/index.ts';
import type { FormBody } from '../../src/shared/forms/index.ts';
import { type Bench, openBench } from './bench.ts';
import { DESK } from './bench-tenant.ts';
import { type Latency, latencyOf, timesOf } from './load.ts';
import { against, type Line, ms } from './report.ts';
import { at, type Scale } from './scale.ts';

const PAGE = 50;
/** An indexed condition or order at 1,000,000 records, compared with 100,000. */
const MOST = 3;
/** Milliseconds of combined conditions and of searches. */
const MOST_MS = 100;

/** From this number of records on, no list may read a whole table. */
const LARGE = 100_000;

const KINDS = 40;
const STATUSES = 8;
const PEOPLE = 5000;
const REGISTRY = 'tools';
const CENTURY = 36_500;

/** Lists that read one range of an index. */
const INDEXED: Readonly<Record<string, string>> = {
  'newest first': '',
  'by title': 'sort=title',
  'by an own text': 'sort=data.serial',
  'by an own number, from the middle': 'sort=data.cost&data.cost=gte:5000',
  'by an own number, descending': 'sort=data.cost:desc',
  'an own key, newest first': 'data.kind=eq:k7',
  'an own text begins with': 'data.serial=startWith:s-{prefix}',
  'an own day within a month, by day': 'sort=data.bought&data.bought=inrange:2000-03-01,2000-03-31',
  'a status, newest first': 'status=eq:s3',
  'counts of the statuses': 'counts',
};

/** Lists whose conditions no single index serves, and searches. */
const COMBINED: Readonly<Record<string, string>> = {
  'a key, by an own number': 'sort=data.cost&data.kind=eq:k7',
  'a user, by an own number': 'sort=data.cost&data.keeper={person}',
  'a status, by an own day': 'sort=data.bought&status=eq:s3',
  'a key and a tenth of the numbers, newest first': 'data.kind=eq:k7&data.cost=inrange:2000,3000',
  'three conditions, by an own number': 'sort=data.cost&data.kind=eq:k3&status=eq:s3&data.bought=gte:2000-01-01',
  'two frequent conditions without a match': 'sort=data.cost&data.kind=eq:k7&status=eq:s3',
  'search, one match': 'q={rare}',
  'search, every record matches': 'q=tool',
};

/** Measures lists of a registry with own fields while it grows: the times must stay flat. */
export async function measureRecords(scale: Scale, say: (line: string) => void): Promise<Line[]> {
  const bench = await openBench(scale, say);
  try {
    return await measureIn(bench);
  } finally {
    await bench.close();
  }
}

async function measureIn(bench: Bench): Promise<Line[]> {
  const { admin, server, token, scale, say } = bench;
  await prepareRegistry(bench);
  const lists = { ...INDEXED, ...COMBINED };
  const measured = new Map<string, Latency[]>(Object.keys(lists).map((what) => [what, []]));
  const sizes = at(scale, [1000, 100_000, 1_000_000], [1000, 100_000], [100, 200]);
  let size = 0;
  let scans = 0;
  for (const to of sizes) {
    say(`${to.toLocaleString('en')} records …`);
    await addRecords(bench, size, to);
    size = to;
    const before = await sequentialScans(admin);
    for (const [what, query] of Object.entries(lists)) {
      const times = await timesOf(server.url + pathOf(query, bench, size), token, at(scale, 100, 40, 3));
      measured.get(what)!.push(latencyOf(times));
    }
    scans = (await sequentialScans(admin)) - before;
  }
  const figures = (latencies: readonly Latency[]) =>
    `${latencies.map(({ p50 }) => ms(p50)).join(', ')}; p99 ${ms(latencies.at(-1)!.p99)}`;
  const amounts = sizes.map((one) => one.toLocaleString('en')).join(', ');
  return [
    ...Object.keys(INDEXED).map((what): Line => {
      const all = measured.get(what)!;
      const ratio = all.at(-1)!.p50 / all.at(-2)!.p50;
      return {
        what: `Records, p50 at ${size.toLocaleString('en')} to ${sizes.at(-2)!.toLocaleString('en')}: ${what}`,
        measured: ratio.toFixed(2),
        ...against(ratio, { most: MOST }),
        behind: figures(all),
      };
    }),
    ...Object.keys(COMBINED).map((what): Line => {
      const all = measured.get(what)!;
      const { p50 } = all.at(-1)!;
      return {
        what: `Records, p50 at ${amounts}: ${what}`,
        measured: ms(p50),
        ...against(p50, { most: MOST_MS }, ' ms'),
        behind: figures(all),
      };
    }),
    {
      what: `Sequential scans of records and their index at ${size.toLocaleString('en')}`,
      measured: String(scans),
      // Of a small table, the planner reads all rows.
      ...(size < LARGE ? {} : against(scans, { most: 0 })),
    },
  ];
}

function pathOf(query: string, { benchTenant }: Bench, size: number): string {
  if (query === 'counts') return `/api/records/${REGISTRY}/counts`;
  const filled = query
    .replace('{prefix}', serialOf(size / 2).slice(0, -2))
    .replace('{rare}', serialOf(size - 3))
    .replace('{person}', `eq:${personOf(benchTenant.clerkId, 7)}`);
  return `/api/records/${REGISTRY}?limit=${PAGE}&${filled}`;
}

const serialOf = (n: number): string => String(Math.floor(n)).padStart(8, '0');
/** The last digits of the id of a keeper are the number. */
const personOf = (id: string, n: number): string => id.slice(0, -8) + String(n).padStart(8, '0');

const text = (en: string) => ({ en });
const named = (ids: readonly string[]) => ids.map((id) => ({ id, text: text(id) }));
const FORM: FormBody = {
  formatVersion: 1,
  id: 'tool',
  title: text('Tool'),
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: text('Name') },
      { type: 'text', key: 'serial', label: text('Serial number') },
      { type: 'number', key: 'cost', label: text('Cost') },
      { type: 'date', key: 'bought', label: text('Bought') },
      {
        type: 'dropdown',
        key: 'kind',
        label: text('Kind'),
        options: named(Array.from({ length: KINDS }, (_, n) => `k${n}`)),
      },
      { type: 'user', key: 'keeper', label: text('Keeper') },
    ],
  },
};

async function prepareRegistry({ db, benchTenant: { tenantId } }: Bench): Promise<void> {
  const column = (key: string, slot: string) => ({
    ...{ field: `data.${key}`, from: key, slot, listed: true, ready: true },
    searchable: key === 'serial',
  });
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    await saveAndPublishForm(tx, { id: 'tool', kind: 'record', title: FORM.title, body: FORM });
    await insertRegistry(tx, {
      ...{ id: REGISTRY, title: text('Tools'), formId: 'tool', titleFrom: 'name', series: null },
      ...{ readGroups: [DESK], writeGroups: [] },
      columns: [
        ...[column('serial', 't1'), column('kind', 't2'), column('keeper', 't3')],
        ...[column('cost', 'n1'), column('bought', 'i1')],
      ],
      statuses: Array.from({ length: STATUSES }, (_, n) => ({ id: `s${n}`, title: text(`s${n}`) })),
    });
  });
}

/** Adds records, and what their trigger stores about each, in statements for all of them. */
async function addRecords({ admin, benchTenant }: Bench, from: number, to: number): Promise<void> {
  const { tenantId, clerkId } = benchTenant;
  await admin.query(`SET session_replication_role = 'replica'`);
  await admin.query(
    `INSERT INTO record (tenant_id, id, registry_id, number, title, status, owner_id, form_number, data, created_at, updated_at)
      SELECT $1, uuid7(), '${REGISTRY}', NULL, 'Tool ' || lpad((n * 7919::bigint % 1000003)::text, 7, '0'), 's' || n % ${STATUSES}, $2::text::uuid, 1,
        jsonb_build_object('name', 'Tool ' || lpad((n * 7919::bigint % 1000003)::text, 7, '0'), 'serial', 'S-' || lpad(n::text, 8, '0'),
          'kind', 'k' || n % ${KINDS}, 'cost', n * 104729::bigint % 10007,
          'keeper', left($2::text, -8) || lpad((n % ${PEOPLE})::text, 8, '0'),
          'bought', (date '1950-01-01' + (n * 7::bigint % ${CENTURY})::int)::text),
        now() - (1000000 - n) * interval '1 second', now() - (1000000 - n) * interval '1 second'
      FROM generate_series($3::int, $4::int - 1) n`,
    [tenantId, clerkId, from, to],
  );
  // Like index_record_values.
  await admin.query(
    `INSERT INTO record_index (tenant_id, registry_id, record_id, number, title, status, owner_id, owner_name, created_at, changed_at, t1, t2, t3, n1, i1)
      SELECT r.tenant_id, r.registry_id, r.id, index_key(r.number), index_key(r.title), r.status, r.owner_id, 'clerk', r.created_at, r.updated_at,
        slot_text(r.data -> 'serial'), slot_text(r.data -> 'kind'), slot_text(r.data -> 'keeper'),
        slot_number(r.data -> 'cost'), slot_instant(r.data -> 'bought')
      FROM record r WHERE r.tenant_id = $1 AND NOT EXISTS (SELECT 1 FROM record_index x WHERE x.record_id = r.id)`,
    [tenantId],
  );
  await admin.query(
    `INSERT INTO search_text (tenant_id, kind, id, body)
      SELECT r.tenant_id, 'record:' || r.registry_id, r.id, lower(concat_ws(chr(10), r.title, r.data ->> 'serial'))
      FROM record r WHERE r.tenant_id = $1 AND NOT EXISTS (SELECT 1 FROM search_text s WHERE s.id = r.id AND s.kind = 'record:' || r.registry_id)`,
    [tenantId],
  );
  await admin.query(`SET session_replication_role = 'origin'`);
  await admin.query('VACUUM ANALYZE');
}

/** An idle connection reports its counts within ten seconds; jobs beside the benchmark never stop counting. */
const STATISTICS_MS = 12_000;

/** Returns the sequential scans of the tables of records so far. */
async function sequentialScans(admin: pg.Client): Promise<number> {
  await admin.query('SELECT pg_stat_force_next_flush()');
  const read = async () => {
    const { rows } = await admin.query<{ seq: string; idx: string }>(
      `SELECT sum(seq_scan) AS seq, sum(idx_scan) AS idx FROM pg_stat_user_tables
        WHERE relname IN ('record', 'record_index', 'record_index_many', 'search_text')`,
    );
    return rows[0]!;
  };
  let now = await read();
  for (let waited = 0; waited < STATISTICS_MS; waited += 2000) {
    const before = now;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    now = await read();
    if (now.idx === before.idx) break;
  }
  return Number(now.seq);
}
