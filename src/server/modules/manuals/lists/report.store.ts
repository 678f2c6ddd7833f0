import { type RawBuilder, sql } from 'kysely';
import type { ManualReportRow } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { PARTNER_ID } from '../reading/reading.store.ts';
import { colorOf, titleFor } from './readings.sql.ts';

export interface ReportAsked {
  readonly by: 'manual' | 'person' | 'department';
  readonly manualId?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The current day of the organisation. */
  readonly today: string;
  readonly languageId: string;
}

const SUMS = sql`count(DISTINCT c.user_id)::int AS people, count(*) FILTER (WHERE c.color = 'read')::int AS read,
  count(*) FILTER (WHERE c.color = 'notDue')::int AS "notDue", count(*) FILTER (WHERE c.color = 'overdue')::int AS overdue,
  count(*) FILTER (WHERE c.color = 'cancelled')::int AS cancelled`;

/** How rows are grouped, and the name of each group. */
const GROUPS: Readonly<Record<ReportAsked['by'], RawBuilder<unknown>>> = {
  manual: sql`c.manual_id::text AS id, min(c.title) AS name, min(c.code) AS detail`,
  person: sql`c.user_id::text AS id, min(c.person) AS name, min(coalesce(c.partner, c.department)) AS detail`,
  department: sql`coalesce(c.department_id::text, '') AS id, coalesce(min(c.department), '') AS name, min(c.department_code) AS detail`,
};
const KEYS: Readonly<Record<ReportAsked['by'], RawBuilder<unknown>>> = {
  manual: sql`c.manual_id`,
  person: sql`c.user_id`,
  department: sql`c.department_id`,
};

/**
 * Counts readers by state: for each user and manual the newest reading that is not superseded. Open readings of an
 * inactive manual are not counted, nor people who cannot sign in. The rows with the most overdue readings come first.
 */
export async function readReport(
  tx: Tx,
  asked: ReportAsked,
): Promise<{ total: ManualReportRow; rows: ManualReportRow[]; count: number }> {
  const { by, manualId, departmentId, limit, offset, today, languageId } = asked;
  const ofManual = manualId === undefined ? sql`true` : sql`r.manual_id = ${manualId}::uuid`;
  const ofDepartment =
    departmentId === undefined
      ? sql`true`
      : sql`d.department_id IN (SELECT descendant_id FROM department_closure WHERE ancestor_id = ${departmentId}::uuid
          UNION SELECT ${departmentId}::uuid)`;
  const counted = sql`c AS (
    SELECT r.manual_id, r.user_id, ${colorOf(today)} AS color, ${titleFor(languageId)} AS title, m.code, coalesce(u.name, u.username) AS person,
      ${PARTNER_ID} AS partner, d.department_id, dep.name AS department, dep.code AS department_code
    FROM (SELECT DISTINCT ON (r.manual_id, r.user_id) r.* FROM manual_reading r WHERE r.state <> 'superseded' AND ${ofManual}
        ORDER BY r.manual_id, r.user_id, r.assigned_at DESC, r.id DESC) r
      JOIN manual m ON m.id = r.manual_id AND m.removed_at IS NULL AND (m.status = '1_active' OR r.state IN ('read', 'cancelled'))
      JOIN manual_version v ON v.id = r.version_id JOIN app_user u ON u.id = r.user_id AND u.status = 'active'
      LEFT JOIN user_department d ON d.user_id = r.user_id AND d.is_primary LEFT JOIN department dep ON dep.id = d.department_id
    WHERE ${ofDepartment})`;
  const { rows } = await sql<ManualReportRow & { count: number }>`
    WITH ${counted}, g AS (SELECT ${GROUPS[by]}, ${SUMS} FROM c GROUP BY ${KEYS[by]})
    SELECT *, count(*) OVER ()::int AS count FROM g ORDER BY overdue DESC, lower(name), id
      LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`.execute(tx);
  const { rows: totals } = await sql<ManualReportRow & { groups: number }>`
    WITH ${counted} SELECT '' AS id, '' AS name, ${SUMS}, count(DISTINCT coalesce(${KEYS[by]}::text, ''))::int AS groups FROM c`.execute(
    tx,
  );
  const { groups, ...total } = totals[0]!;
  return { total, rows: rows.map(({ count: _, ...row }) => withoutNull(row)), count: groups };
}

function withoutNull({ detail, ...row }: ManualReportRow): ManualReportRow {
  return detail == null ? row : { ...row, detail };
}
