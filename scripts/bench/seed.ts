import type pg from 'pg';
import { TEAMS } from './bench-tenant.ts';

/** Tasks are spread over this much of the past, oldest first. */
const SPAN_MS = 30 * 86_400_000;
const MOST = 1_000_000;
const PEOPLE = 200;

/**
 * Adds tasks to the organisation until it has `to` of them. 30 % have an assignee, 10 % one candidate, 60 % a candidate
 * team, and a tenth of these a second team. A quarter of the teams' tasks are finished. Some are overdue, some have no
 * due date, one in a hundred has a unique name. A tenth of the assigned tasks are the reader's. A third of the clerk's
 * visible tasks are read, and 2 % of those of the reader's teams. Runs as a superuser without triggers and writes the
 * triggers' rows itself.
 */
export async function growTo(
  admin: pg.Client,
  tenant: { tenantId: number; clerkId: string; readerId: string },
  from: number,
  to: number,
) {
  const { tenantId, clerkId, readerId } = tenant;
  await admin.query(`SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'`);
  if (from === 0) await addPeople(admin, tenantId);
  const restoreIndexes = await withoutIndexes(admin);
  const base = Date.now() - SPAN_MS;
  // One row per task and inbox; md5 replaces randomness, so that every run creates the same tasks.
  await admin.query(`
    CREATE TEMP TABLE seed AS
    SELECT g, chance, chance >= 85 AS finished, (lpad(to_hex((${base} + g::bigint * ${SPAN_MS / MOST})::bigint), 12, '0') || '7' || lpad(to_hex(g & 4095), 3, '0')
        || '8' || lpad(to_hex(g), 15, '0'))::uuid AS id,
      CASE WHEN chance < 30 THEN 'assignee' ELSE 'candidate' END AS kind,
      CASE WHEN chance < 40 AND g % 10 = 3 THEN 'u:${readerId}' WHEN chance < 40 THEN 'u:' || (SELECT array_agg(id ORDER BY username) FROM app_user WHERE tenant_id = ${tenantId})[1 + g % ${PEOPLE}]
        ELSE 'g:' || (ARRAY['${TEAMS.join("','")}'])[1 + (g / 7) % ${TEAMS.length}] END AS principal,
      CASE WHEN chance BETWEEN 40 AND 45 THEN 'g:' || (ARRAY['${TEAMS.join("','")}'])[1 + (g / 7 + 5) % ${TEAMS.length}] END AS second,
      CASE WHEN dice < 15 THEN 'infinity'::timestamptz ELSE date_trunc('minute', now()) + make_interval(hours => dice * 16 - 320, mins => g % 960) END AS due,
      (ARRAY[20, 50, 50, 50, 50, 50, 50, 50, 50, 80])[1 + dice % 10] AS priority, 'bench-' || (g % 4) AS process,
      g % 100 = 77 AS own, to_timestamp((${base} + g::bigint * ${SPAN_MS / MOST}) / 1000.0) AS created, 'A-2026-' || lpad(g::text, 7, '0') AS business_key,
      CASE WHEN g % 100 = 77 THEN 'Contract of person ' || g
        ELSE (ARRAY['Check the application','Ask for a supplement','Decide','Approve the purchase','Sign the contract','Visit the site'])[1 + g % 6] END AS name
    FROM (SELECT g, ('x' || substr(md5(g::text), 1, 6))::bit(24)::int % 100 AS chance,
        ('x' || substr(md5(g::text), 9, 6))::bit(24)::int % 100 AS dice FROM generate_series(${from + 1}, ${to}) g) x`);
  await admin.query(`
    INSERT INTO task (tenant_id, id, name, name_is_own, instance_id, process_key, process_number, node_id, token, business_key, form_id, form_number,
      assignee_id, priority, created_at, due_at, due_is_day, variables, status, ended_at, ended_by, outcome)
    SELECT ${tenantId}, id, name, own, gen_random_uuid(), process, 1, 'step_' || g % 6, '2', business_key, 'bench-form', 1,
      CASE WHEN kind = 'assignee' THEN substr(principal, 3)::uuid END, priority, created, due, g % 3 = 0, '{}',
      CASE WHEN finished THEN 'completed' ELSE 'open' END,
      CASE WHEN finished THEN created + interval '4 hours' END,
      CASE WHEN finished THEN (SELECT array_agg(id ORDER BY username) FROM app_user WHERE tenant_id = ${tenantId})[1 + g % ${PEOPLE}] END,
      CASE WHEN finished THEN 'approve' END
    FROM seed;
    INSERT INTO task_identity_link (tenant_id, task_id, kind, principal, rule)
      SELECT ${tenantId}, id, kind, principal, '{"source":"process"}'::jsonb FROM seed
      UNION ALL SELECT ${tenantId}, id, kind, second, '{"source":"process"}'::jsonb FROM seed WHERE second IS NOT NULL;
    INSERT INTO task_inbox (tenant_id, principal, task_id, due_at, priority, process_key, name, name_is_own, node_id, business_key, taken, created_at)
      SELECT ${tenantId}, x.principal, id, due, priority, process, name, own, 'step_' || g % 6, business_key, kind = 'assignee', created
      FROM seed, LATERAL (VALUES (principal), (second)) x(principal) WHERE NOT finished AND x.principal IS NOT NULL;
    INSERT INTO task_ending (tenant_id, ending, task_id, process_key)
      SELECT ${tenantId}, e, id, process FROM (SELECT e, id, process FROM seed, endings('b', business_key) e WHERE NOT finished
        UNION ALL SELECT e, id, process FROM seed, endings('n', name) e WHERE NOT finished AND own) x ORDER BY e COLLATE "C", id;
    INSERT INTO task_read (tenant_id, user_id, task_id, process_key)
      SELECT DISTINCT ${tenantId}, '${clerkId}'::uuid, id, process FROM seed WHERE g % 3 = 0 AND principal IN ('g:${TEAMS.slice(0, 3).join("','g:")}')
      UNION ALL SELECT ${tenantId}, '${readerId}'::uuid, id, process FROM seed WHERE g % 50 = 9 AND principal IN ('g:${TEAMS.slice(0, 10).join("','g:")}');
    DROP TABLE seed`);
  await restoreIndexes();
  await admin.query('RESET session_replication_role; RESET synchronous_commit; RESET work_mem');
  await admin.query('VACUUM ANALYZE');
  await admin.query('CHECKPOINT');
}

/** Drops the indexes of the filled tables, because building them at the end is faster. Returns how to rebuild them. */
async function withoutIndexes(admin: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await admin.query<{ name: string; definition: string }>(`
    SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition FROM pg_index
    WHERE indrelid IN ('task'::regclass, 'task_identity_link'::regclass, 'task_inbox'::regclass) AND NOT indisprimary`);
  for (const { name } of rows) await admin.query(`DROP INDEX ${name}`);
  return async () => {
    await admin.query(`SET maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await admin.query(definition);
  };
}

async function addPeople(admin: pg.Client, tenantId: number): Promise<void> {
  // The clerk already exists and is one of them.
  await admin.query(`
    INSERT INTO app_user (tenant_id, id, username, name)
      SELECT ${tenantId}, uuid7(), 'person' || g || '.bench', 'Person ' || g FROM generate_series(2, ${PEOPLE}) g;
    INSERT INTO group_member (tenant_id, group_id, user_id)
      SELECT ${tenantId}, (ARRAY['${TEAMS.join("','")}'])[1 + row_number() OVER (ORDER BY username) % ${TEAMS.length}], id
      FROM app_user WHERE tenant_id = ${tenantId} AND username LIKE 'person%'`);
}
