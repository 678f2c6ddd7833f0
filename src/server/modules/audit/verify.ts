import { sql } from 'kysely';
import type { AuditFault, AuditReport } from '../../../shared/contracts/audit.contract.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { GENESIS, ROW_DIGEST } from './seal.store.ts';

/** Seals read per query. */
const BATCH = 200;
/** Faults that a report lists; it counts all of them. */
const FAULTS_MAX = 100;
/** A row that has waited longer for its seal counts as unsealed: the job seals each minute. */
const LATE = '15 minutes';

interface CheckedSeal {
  readonly seq: number;
  readonly at: Date;
  readonly rows: number;
  readonly isLinked: boolean;
  readonly isComputed: boolean;
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  readonly erased: number;
  /** Its rows were deleted because they were older than the organisation keeps. */
  readonly isExpired: boolean;
}

/** Compares every sealed audit row of an organisation with its seal, and finds rows without one. */
export function verifyAudit(db: DatabaseHandle, tenantId: number): Promise<AuditReport> {
  return db.systemTransaction(async (tx) => {
    const faults = faultList();
    let [sealed, erased, expired, last, at] = [0, 0, 0, -1, null as Date | null];
    for (let seals: readonly CheckedSeal[] = []; last < 0 || seals.length === BATCH; ) {
      seals = await checkSeals(tx, tenantId, last);
      for (const seal of seals) {
        noteSeal(faults, seal, last);
        if (seal.isExpired) expired += seal.rows;
        else sealed += seal.rows;
        erased += seal.erased;
        last = seal.seq;
        at = seal.at;
      }
      if (seals.length === 0) break;
    }
    const rest = await readRest(tx, tenantId);
    for (const id of rest.lost) faults.note('missing', { id });
    for (const id of rest.unsealed) faults.note('unsealed', { id });
    faults.add('unsealed', rest.unsealedCount - rest.unsealed.length);
    const { since, before, pending } = rest;
    return {
      ...faults.report(),
      sealed,
      erased,
      expired,
      before,
      pending,
      since: since?.toISOString() ?? null,
      sealedAt: last > 0 ? (at?.toISOString() ?? null) : null,
    };
  });
}

/** Verifies the next seals after the number `after`, -1 for the first; `last` is null when there are no more. */
export function verifyNextSeals(
  db: DatabaseHandle,
  tenantId: number,
  after: number,
): Promise<{ readonly faults: number; readonly last: number | null }> {
  return db.systemTransaction(async (tx) => {
    const faults = faultList();
    let last = after;
    for (const seal of await checkSeals(tx, tenantId, after)) {
      noteSeal(faults, seal, last);
      last = seal.seq;
    }
    return { faults: faults.total(), last: last === after ? null : last };
  });
}

/** Whether rows are gone before they were sealed, or have waited too long for a seal. */
export async function hasUnsealedRows(db: DatabaseHandle, tenantId: number): Promise<boolean> {
  const { lost, unsealedCount } = await db.systemTransaction((tx) => readRest(tx, tenantId));
  return lost.length + unsealedCount > 0;
}

/** The report of one organisation, and whether it has no fault. */
export interface OrganisationReport {
  readonly slug: string;
  readonly isIntact: boolean;
  readonly report: AuditReport;
}

/** Verifies the logs of all organisations, or of one. Undefined: there is no such organisation. */
export async function verifyOrganisations(
  db: DatabaseHandle,
  slug: string | undefined,
): Promise<readonly OrganisationReport[] | undefined> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number; slug: string }>`SELECT id, slug FROM tenant
      WHERE ${slug ?? null}::text IS NULL OR slug = ${slug ?? null} ORDER BY slug`.execute(tx),
  );
  if (slug !== undefined && rows.length === 0) return undefined;
  const reports: OrganisationReport[] = [];
  for (const one of rows) {
    const report = await verifyAudit(db, one.id);
    const isIntact = report.changed + report.missing + report.unsealed + report.broken === 0;
    reports.push({ slug: one.slug, isIntact, report });
  }
  return reports;
}

/** A seal that is out of order or not computed from its rows, and its rows that are gone or changed. */
function noteSeal(faults: ReturnType<typeof faultList>, seal: CheckedSeal, last: number): void {
  const seq = seal.seq;
  // The first seal is 0 in an organisation that had rows before, else 1.
  const isNext = last < 0 ? seq <= 1 : seq === last + 1;
  if (!isNext || !seal.isLinked) faults.note('broken', { seq });
  if (seal.isExpired) return;
  for (const id of seal.missing) faults.note('missing', { id, seq });
  for (const id of seal.changed) faults.note('changed', { id, seq });
  // Which of its rows was changed is unknown when the row's own digest was changed too.
  if (!seal.isComputed && seal.missing.length === 0 && seal.changed.length === 0) faults.note('changed', { seq });
}

function faultList() {
  const faults: AuditFault[] = [];
  const counts = { changed: 0, missing: 0, unsealed: 0, broken: 0 };
  return {
    note(kind: AuditFault['kind'], { id = null, seq = null }: { id?: string | null; seq?: number | null }): void {
      counts[kind] += 1;
      if (faults.length < FAULTS_MAX) faults.push({ kind, id, seal: seq });
    },
    /** Counts faults that are not listed. */
    add(kind: AuditFault['kind'], more: number): void {
      counts[kind] += more;
    },
    total: () => counts.changed + counts.missing + counts.unsealed + counts.broken,
    report: () => ({ ...counts, faults }),
  };
}

const IS_ERASED = sql<boolean>`(a.salt IS NULL AND a.before IS NULL AND a.after IS NULL AND a.note IS NULL)`;

/** Whether the job may have deleted the rows of the seal `s`. Whatever the job noted, no row of the last 12 months has expired. */
const IS_OLD = sql<boolean>`(s.seq <= coalesce((SELECT e.seal FROM audit_expiry e WHERE e.tenant_id = s.tenant_id), -1)
  AND NOT EXISTS (SELECT 1 FROM unnest(s.ids) o(id) WHERE o.id >= uuid_floor(now() - interval '12 months')))`;

async function checkSeals(tx: Tx, tenantId: number, after: number): Promise<readonly CheckedSeal[]> {
  const { rows } = await sql<CheckedSeal>`
    SELECT s.seq::int AS seq, s.at, cardinality(s.ids) AS rows,
      CASE WHEN p.hash IS NULL THEN s.seq <= 1 AND s.prev = ${GENESIS} ELSE s.prev = p.hash END AS "isLinked",
      s.seq = 0 OR s.hash = sha256(s.prev || coalesce(c.digests, '')) AS "isComputed",
      coalesce(c.missing, '{}') AS missing, coalesce(c.changed, '{}') AS changed, c.erased,
      cardinality(s.ids) > 0 AND c.gone = cardinality(s.ids) AND ${IS_OLD} AS "isExpired"
    FROM (SELECT * FROM audit_seal WHERE tenant_id = ${tenantId} AND seq > ${after} ORDER BY seq LIMIT ${sql.lit(BATCH)}) s
      LEFT JOIN audit_seal p ON p.tenant_id = s.tenant_id AND p.seq = s.seq - 1
      CROSS JOIN LATERAL (
        SELECT string_agg(${ROW_DIGEST}, ''::bytea ORDER BY u.n) AS digests,
          array_agg(u.id::text) FILTER (WHERE a.id IS NULL) AS missing, count(*) FILTER (WHERE a.id IS NULL) AS gone,
          array_agg(u.id::text) FILTER (WHERE a.id IS NOT NULL AND NOT ${IS_ERASED} AND a.content IS DISTINCT FROM
            sha256(a.salt || convert_to(jsonb_build_array(a.before, a.after, a.note)::text, 'UTF8'))) AS changed,
          (count(*) FILTER (WHERE a.id IS NOT NULL AND ${IS_ERASED}))::int AS erased
        FROM unnest(s.ids) WITH ORDINALITY u(id, n)
          LEFT JOIN audit_log a ON a.tenant_id = s.tenant_id AND a.id = u.id) c
    ORDER BY s.seq`.execute(tx);
  return rows;
}

interface Rest {
  /** When sealing began. */
  readonly since: Date | null;
  /** Rows from before. */
  readonly before: number;
  readonly pending: number;
  /** Pending rows that are gone. */
  readonly lost: readonly string[];
  /** The first of the rows without a seal. */
  readonly unsealed: readonly string[];
  readonly unsealedCount: number;
}

const IS_UNSEALED = sql<boolean>`coalesce(NOT is_before, true) AND (NOT is_pending OR is_late)`;

/** Rows that no seal has. One statement, so that rows sealed meanwhile are in either place. */
async function readRest(tx: Tx, tenantId: number): Promise<Rest> {
  const { rows } = await sql<Rest>`
    WITH began AS MATERIALIZED (SELECT at FROM audit_seal WHERE tenant_id = ${tenantId} AND seq = 0),
      sealed AS MATERIALIZED (SELECT unnest(ids) AS id FROM audit_seal WHERE tenant_id = ${tenantId}),
      pending AS MATERIALIZED (SELECT id FROM audit_pending WHERE tenant_id = ${tenantId}),
      rest AS MATERIALIZED (SELECT a.id, a.content IS NULL AND a.at < (SELECT at FROM began) AS is_before, p.id IS NOT NULL AS is_pending,
          a.at < now() - ${sql.lit(LATE)}::interval AS is_late
        FROM audit_log a LEFT JOIN pending p ON p.id = a.id
        WHERE a.tenant_id = ${tenantId} AND NOT EXISTS (SELECT 1 FROM sealed s WHERE s.id = a.id))
    SELECT coalesce((SELECT at FROM began), (SELECT min(at) FROM audit_seal WHERE tenant_id = ${tenantId})) AS since,
      (count(*) FILTER (WHERE is_before))::int AS before,
      (count(*) FILTER (WHERE is_pending AND NOT is_late))::int AS pending,
      coalesce((SELECT array_agg(p.id::text) FROM pending p WHERE NOT EXISTS (SELECT 1 FROM rest r WHERE r.id = p.id)
        AND NOT EXISTS (SELECT 1 FROM sealed s WHERE s.id = p.id)), '{}') AS lost,
      (count(*) FILTER (WHERE ${IS_UNSEALED}))::int AS "unsealedCount",
      coalesce((array_agg(id::text ORDER BY id) FILTER (WHERE ${IS_UNSEALED}))[1:${sql.lit(FAULTS_MAX)}], '{}') AS unsealed
    FROM rest`.execute(tx);
  return rows[0]!;
}
