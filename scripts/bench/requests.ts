import type pg from 'pg';
import { type Bench, openBench } from './bench.ts';
import { type Latency, latencyOf, timesOf } from './load.ts';
import { against, type Line, ms } from './report.ts';
import { at, type Scale } from './scale.ts';

const PAGE = 50;
/** Requests of one user, and of a department of this many users, grow by a factor of 100. */
const MOST = 3;
const TEAM = 50;

/** Reads each request of the user, so it has no target. */
const READS_ALL = 'own, search for nothing';

/** Lists of My requests by what they show, with their number up to 1,000. */
const LISTS: Readonly<Record<string, string>> = {
  'own, newest first': 'relation=eq:own',
  'own, open': 'relation=eq:own&state=eq:open',
  'own, finished': 'relation=eq:own&state=eq:finished',
  'own, needs me': 'relation=eq:own&state=eq:needsYou',
  'own, by number': 'relation=eq:own&number=eq:r-00777',
  'own, search for a title': 'relation=eq:own&q=rope',
  [READS_ALL]: 'relation=eq:own&q=nothinghere',
  'of a department, newest first': 'relation=eq:team',
  'of a department, open': 'relation=eq:team&state=eq:open',
};

/** Measures My requests while the requests of a user and of a department grow: the times must stay flat. */
export async function measureRequests(scale: Scale, say: (line: string) => void): Promise<Line[]> {
  // A database of its own: cases of other parts have other requesters.
  const bench = await openBench(scale, say);
  try {
    return await measureIn(bench);
  } finally {
    await bench.close();
  }
}

async function measureIn({ admin, server, token, benchTenant, scale, say }: Bench): Promise<Line[]> {
  const { tenantId, clerkId } = benchTenant;
  await addTeam(admin, tenantId, clerkId);
  const measured = new Map<string, Latency[]>([...Object.keys(LISTS), 'one request'].map((what) => [what, []]));
  const sizes = at(scale, [1000, 100_000], [1000, 100_000], [100, 200]);
  let size = 0;
  for (const to of sizes) {
    say(`${to.toLocaleString('en')} requests of a user, and of a department …`);
    await addRequests(admin, tenantId, clerkId, size, to);
    size = to;
    const open = `SELECT id FROM process_instance WHERE tenant_id = $1 AND requester_id = $2 AND status = 'active' LIMIT 1`;
    const { id } = (await admin.query<{ id: string }>(open, [tenantId, clerkId])).rows[0]!;
    const paths = {
      ...Object.fromEntries(
        Object.entries(LISTS).map(([what, query]) => [what, `/api/requests?${query}&limit=${PAGE}&count=true`]),
      ),
      'one request': `/api/requests/${id}`,
    };
    for (const [what, path] of Object.entries(paths)) {
      measured.get(what)!.push(latencyOf(await timesOf(server.url + path, token, at(scale, 200, 60, 3))));
    }
  }
  return [...measured].map(([what, [first, last]]) => {
    const ratio = last!.p50 / first!.p50;
    return {
      what: `My requests, p50 at ${size.toLocaleString('en')} to ${sizes[0]!.toLocaleString('en')}: ${what}`,
      measured: ratio.toFixed(2),
      ...(what === READS_ALL ? {} : against(ratio, { most: MOST })),
      behind: `${ms(first!.p50)} and ${ms(last!.p50)}, p99 ${ms(last!.p99)}`,
    };
  });
}

/** Adds the users whom the clerk manages, and lets line managers see their requests. */
async function addTeam(admin: pg.Client, tenantId: number, clerkId: string): Promise<void> {
  await admin.query(
    `INSERT INTO app_user (tenant_id, username, name) SELECT $1, 'team.' || n, 'Team ' || n FROM generate_series(0, $2::int - 1) n`,
    [tenantId, TEAM],
  );
  await admin.query(
    `INSERT INTO user_manager (tenant_id, user_id, manager_id) SELECT tenant_id, id, $2::uuid FROM app_user
      WHERE tenant_id = $1 AND username LIKE 'team.%'`,
    [tenantId, clerkId],
  );
  await admin.query(`UPDATE process SET managers_see = true WHERE tenant_id = $1`, [tenantId]);
}

/** Adds as many requests of the clerk as of the department, one in fifty open. */
async function addRequests(
  admin: pg.Client,
  tenantId: number,
  clerkId: string,
  from: number,
  to: number,
): Promise<void> {
  for (const requester of [
    '$2::uuid',
    `(SELECT id FROM app_user WHERE tenant_id = $1 AND username = 'team.' || n % ${TEAM})`,
  ]) {
    await admin.query(
      `INSERT INTO process_instance (tenant_id, id, process_key, number, business_key, requester_id, starter_id, title, status, state, started_at, ended_at)
        SELECT $1, uuid7(), v.process_key, v.number, 'R-' || lpad(n::text, 5, '0'), r.id, r.id,
          (ARRAY['Ice-class rope','Leave in December','Business trip','Work permit'])[1 + n % 4], CASE WHEN n % 50 = 7 THEN 'active' ELSE 'completed' END,
          '{"v":1,"seq":1,"status":"completed","items":[]}', s.at, CASE WHEN n % 50 <> 7 THEN s.at + interval '3 days' END
        FROM generate_series($3::int, $4::int - 1) n
          CROSS JOIN LATERAL (SELECT ${requester} AS id) r CROSS JOIN LATERAL (SELECT now() - n * interval '1 minute' AS at) s
          CROSS JOIN (SELECT process_key, number FROM process_version WHERE tenant_id = $1 LIMIT 1) v
        WHERE $2::uuid IS NOT NULL`,
      [tenantId, clerkId, from, to],
    );
  }
  await admin.query('VACUUM ANALYZE');
}
