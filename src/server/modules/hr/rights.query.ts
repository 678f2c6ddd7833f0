import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type HrFacts, TEAM } from './rights.rules.ts';

/** What the caller's rights depend on, from the database: groups of a session may be half a minute old. */
export interface HrViewer {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly passes: boolean;
  /** Those of the users asked for who are reports of the viewer. */
  readonly reports: ReadonlySet<string>;
}

/** Reads the rights of the user of the transaction concerning these users. */
export async function readViewer(tx: Tx, userId: string, subjects: readonly string[]): Promise<HrViewer> {
  const { rows } = await sql<{ groups: string[]; passes: boolean }>`SELECT
      ARRAY(SELECT group_id FROM group_member WHERE user_id = me()) AS groups, entitled('{}') AS passes`.execute(tx);
  const { groups, passes } = rows[0]!;
  const reports = groups.includes(TEAM)
    ? await sql<{ id: string }>`SELECT id FROM reports_of(me()) r(id) WHERE id = ANY(${[...subjects]}::uuid[])`.execute(
        tx,
      )
    : { rows: [] };
  return { userId, groups, passes, reports: new Set(reports.rows.map(({ id }) => id)) };
}

export const factsOf = ({ userId, groups, passes, reports }: HrViewer, subject: string): HrFacts => ({
  isSelf: subject === userId,
  isReport: reports.has(subject),
  groups,
  passes,
});

/** A condition: the user of the transaction is in one of the groups. */
export const isInOneOf = (groups: readonly string[]) =>
  sql<boolean>`(SELECT EXISTS (SELECT 1 FROM group_member g WHERE g.user_id = me() AND g.group_id = ANY(${[...groups]}::text[])))`;
