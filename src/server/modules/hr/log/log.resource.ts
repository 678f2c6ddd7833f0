import { sql } from 'kysely';
import { ACCESS_KINDS, ACCESS_VERBS } from '../../../../shared/contracts/hr.rules.ts';
import type { HrAccess } from '../../../../shared/contracts/hr-access.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RecordViewer, Resource } from '../../records/index.ts';
import { personRef, personRow } from '../../users/index.ts';
import { titled } from '../contracts/contracts.resource.ts';
import { hrMessages } from '../hr.messages.ts';

interface AccessRow extends Omit<HrAccess, 'at' | 'viewer' | 'roleName'> {
  readonly at: Date;
  readonly viewer: Parameters<typeof personRef>[0] | null;
  readonly groupName: string | null;
}

/** Accesses of one viewer to the same data for the same reason on a day of the organisation are one row. */
const grouped = (
  subject: string,
  timeZone: string,
) => sql`SELECT (array_agg(l.id ORDER BY l.id DESC))[1] AS id, max(l.at) AS at,
    l.viewer_id AS viewer, l.kind, l.verb, l.as_group AS role, l.thing, l.reason, count(*)::int AS times
  FROM hr_access_log l WHERE l.subject_id = ${subject}::uuid
  GROUP BY l.viewer_id, l.kind, l.verb, l.as_group, l.thing, l.reason, (l.at AT TIME ZONE ${timeZone})::date`;

const keys = async (values: readonly string[]) => values.map((id) => ({ id, text: id }));

/** The accesses to the data of one user. Who may read it is decided before. */
export const accessOf = (subject: string): Resource<HrAccess> => ({
  name: 'hr_access',
  title: titled('access'),
  who: 'any',
  scopes: ['hr'],
  defaultSort: 'at:desc',
  source: ({ session }) => grouped(subject, session.timeZone),
  columns: [
    { field: 'at', type: 'instant', title: titled('at'), sortable: true },
    { field: 'viewer', type: 'person', title: titled('viewer') },
    { field: 'kind', type: 'key', title: titled('kind'), options: () => keys(ACCESS_KINDS) },
    { field: 'verb', type: 'key', title: titled('verb'), options: () => keys(ACCESS_VERBS) },
  ],
  read: (tx, viewer, ids) => readAccesses(tx, viewer, subject, ids),
});

async function readAccesses(
  tx: Tx,
  { session, language }: RecordViewer,
  subject: string,
  ids: readonly string[],
): Promise<HrAccess[]> {
  const { rows } =
    await sql<AccessRow>`SELECT a.id, a.at, a.kind, a.verb, a.role, a.thing, a.reason, a.times, ${personRow('u')} AS viewer,
      (SELECT g.name FROM app_group g WHERE g.id = a.role) AS "groupName"
    FROM (${grouped(subject, session.timeZone)}) a LEFT JOIN app_user u ON u.id = a.viewer AND u.status <> 'erased'
    WHERE a.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(({ at, viewer, groupName, ...row }) => ({
    ...row,
    at: at.toISOString(),
    viewer: viewer && personRef(viewer),
    roleName:
      row.role === 'manager' || row.role === 'task'
        ? hrMessages.text(language, `role.${row.role}`)
        : (groupName ?? row.role),
  }));
}
