import { type RawBuilder, sql } from 'kysely';
import { languageName } from '../../../../shared/contracts/language-name.ts';
import type { ManualReportLine } from '../../../../shared/contracts/manual-lists.contract.ts';
import { containsPattern } from '../../../platform/condition-sql.ts';
import type { IndexOrder, ParentOrder, Resource, ResourceQuery } from '../../records/index.ts';
import { seesAll } from '../manual/rights.ts';
import { PARTNER_ID } from '../reading/reading.store.ts';
import { colorOf, readingsOf, titleFor } from './readings.sql.ts';
import { matchesText } from './search.ts';
import { choices, textLanguages, titled, wordOf } from './words.ts';

/** The caller's readings, or all readings for manual authors and viewers. Superseded ones only when the state is filtered. */
function source({ session, today, filtered }: ResourceQuery) {
  const own = seesAll(session) ? sql`true` : sql`r.user_id = ${session.userId}::uuid`;
  const current = filtered.has('state') ? sql`true` : sql`r.state <> 'superseded'`;
  return sql`SELECT r.id, r.manual_id AS manual, r.version_id AS version, r.due_on AS due, m.code, ${titleFor(session.languageId)} AS title, v.number, r.user_id AS "user",
      coalesce(u.name, u.username) AS "userName", ${PARTNER_ID} AS partner, d.department_id AS department, dep.name AS "departmentName",
      r.state, ${colorOf(today)} AS color, CASE WHEN isfinite(r.due_on) THEN r.due_on END AS "dueOn",
      CASE WHEN r.state IN ('pending', 'held') AND r.due_on < ${today}::date THEN ${today}::date - r.due_on END AS "overdueDays",
      r.language_id AS language, r.progress, r.assigned_at AS "assignedAt", r.read_at AS "readAt", r.cancel_reason AS "cancelReason"
    FROM manual_reading r JOIN manual m ON m.id = r.manual_id AND m.removed_at IS NULL JOIN manual_version v ON v.id = r.version_id
      JOIN app_user u ON u.id = r.user_id LEFT JOIN user_department d ON d.user_id = u.id AND d.is_primary
      LEFT JOIN department dep ON dep.id = d.department_id
    WHERE ${own} AND ${current}`;
}

const releasedTexts = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT v.id, ${key} AS key FROM manual_version v JOIN manual m ON m.id = v.manual_id AND m.removed_at IS NULL`;
const textKey = (value: RawBuilder<unknown>) => sql`nullif(lower(${value}), '')`;

/** Ways to read the readings of all users, of which there are as many as users times manuals. A user's own are few. */
function orderOf(field: string, { session, today }: ResourceQuery): IndexOrder | ParentOrder | undefined {
  if (!seesAll(session)) return undefined;
  const isOverdue = sql<boolean>`r.state IN ('pending', 'held') AND r.due < ${today}::date`;
  switch (field) {
    case 'dueOn':
      return { column: 'due', type: 'day', filled: sql`r.due < 'infinity'`, blank: sql`r.due = 'infinity'` };
    case 'overdueDays':
      return {
        column: 'due',
        type: 'day',
        isReversed: true,
        filled: isOverdue,
        blank: sql`NOT (${isOverdue})`,
        hasMixedBlanks: true,
      };
    case 'readAt':
      return {
        column: 'readAt',
        type: 'instant',
        filled: sql`r."readAt" IS NOT NULL`,
        blank: sql`r."readAt" IS NULL`,
      };
    case 'assignedAt':
      return { column: 'assignedAt', type: 'instant' };
    case 'code':
      return { parents: releasedTexts(textKey(sql`m.code`)), type: 'text', by: 'version' };
    case 'title':
      return { parents: releasedTexts(textKey(titleFor(session.languageId))), type: 'text', by: 'version' };
    case 'number':
      return { parents: releasedTexts(sql`v.number::numeric`), type: 'number', by: 'version' };
    case 'user':
      return {
        parents: sql`SELECT u.id, ${textKey(sql`coalesce(u.name, u.username)`)} AS key FROM app_user u`,
        type: 'text',
        by: 'user',
      };
    case 'department':
      return {
        parents: sql`SELECT u.id, ${textKey(sql`dep.name`)} AS key FROM app_user u
          LEFT JOIN user_department d ON d.user_id = u.id AND d.is_primary LEFT JOIN department dep ON dep.id = d.department_id`,
        type: 'text',
        by: 'user',
      };
    default:
      return undefined;
  }
}

export const manualsRead: Resource<ManualReportLine> = {
  name: 'manuals_read',
  title: titled('manuals_read'),
  who: 'any',
  scopes: ['manuals'],
  defaultSort: 'dueOn',
  source,
  orderOf,
  /** Also searches the names of readers. */
  search: (q) => sql<boolean>`(${matchesText(q, sql`r.manual`)} OR lower(r."userName") LIKE ${containsPattern(q)})`,
  columns: [
    { field: 'code', type: 'text', title: titled('code'), sortable: true, cell: (row) => row.code },
    { field: 'title', type: 'text', title: titled('title'), sortable: true, cell: (row) => row.title },
    { field: 'manual', type: 'key', title: titled('manual'), isId: true },
    { field: 'number', type: 'number', title: titled('number'), sortable: true, cell: (row) => row.number },
    {
      field: 'user',
      type: 'person',
      title: titled('user'),
      sortable: { by: 'userName', type: 'text' },
      cell: (row) => row.user.name,
    },
    { field: 'partner', type: 'text', title: titled('partner'), cell: (row) => row.partnerId ?? null },
    {
      field: 'department',
      type: 'key',
      title: titled('department'),
      isId: true,
      sortable: { by: 'departmentName', type: 'text' },
      options: async (tx) => {
        const { rows } = await sql<{ id: string; text: string }>`
          SELECT id, name AS text FROM department WHERE active ORDER BY lower(name), id LIMIT 1000`.execute(tx);
        return rows;
      },
      cell: (row) => row.department,
    },
    {
      field: 'color',
      type: 'key',
      title: titled('status'),
      options: choices('color', ['overdue', 'notDue', 'read', 'cancelled']),
      cell: (row, { language }) => wordOf('color', row.color, language),
    },
    {
      field: 'state',
      type: 'key',
      title: titled('state'),
      options: choices('state', ['pending', 'held', 'read', 'cancelled', 'superseded']),
      cell: (row, { language }) => wordOf('state', row.state, language),
    },
    { field: 'dueOn', type: 'day', title: titled('due'), sortable: true, comparedAs: 'due', cell: (row) => row.dueOn },
    {
      field: 'overdueDays',
      type: 'number',
      title: titled('overdueDays'),
      sortable: true,
      cell: (row) => row.overdueDays,
    },
    {
      field: 'language',
      type: 'key',
      title: titled('language'),
      options: textLanguages,
      cell: (row) => (row.languageId === null ? null : languageName(row.languageId)),
    },
    {
      field: 'readAt',
      type: 'instant',
      title: titled('readAt'),
      sortable: true,
      cell: (row, { moment }) => moment(row.readAt),
    },
    {
      field: 'assignedAt',
      type: 'instant',
      title: titled('assignedAt'),
      sortable: true,
      cell: (row, { moment }) => moment(row.assignedAt),
    },
    {
      field: 'progress',
      type: 'number',
      title: titled('progress'),
      isPlain: true,
      cell: (row) => Math.round(row.progress * 100),
    },
    {
      field: 'cancelReason',
      type: 'text',
      title: titled('cancelReason'),
      isPlain: true,
      cell: (row) => row.cancelReason,
    },
    { field: 'id', type: 'key', title: titled('id'), isId: true, cell: (row) => row.id },
  ],
  async read(tx, viewer, ids) {
    const readings = await readingsOf(tx, viewer, ids);
    const { rows } = await sql<{
      id: string;
      department: string | null;
      days: number | null;
      assigned: Date;
    }>`
      SELECT r.id, dep.name AS department, CASE WHEN r.state IN ('pending', 'held') AND r.due_on < ${viewer.today}::date
        THEN ${viewer.today}::date - r.due_on END AS days, r.assigned_at AS assigned
      FROM manual_reading r LEFT JOIN user_department d ON d.user_id = r.user_id AND d.is_primary
        LEFT JOIN department dep ON dep.id = d.department_id
      WHERE r.id = ANY(${[...ids]}::uuid[])`.execute(tx);
    const more = new Map(rows.map((row) => [row.id, row]));
    return readings.map((reading) => {
      const { department, days, assigned } = more.get(reading.id)!;
      return {
        ...reading,
        department,
        overdueDays: days,
        assignedAt: assigned.toISOString(),
      };
    });
  },
};
