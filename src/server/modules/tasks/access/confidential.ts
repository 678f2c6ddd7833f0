import { type RawBuilder, sql } from 'kysely';
import { CONFIDENTIAL_GROUPS } from '../../../../shared/contracts/rights.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CallerSession } from '../../../platform/session.ts';

/** Returns the groups whose members may receive confidential tasks of this kind from others. */
export const entitledGroups = (kind: string): readonly string[] =>
  CONFIDENTIAL_GROUPS[kind as keyof typeof CONFIDENTIAL_GROUPS] ?? [];

/** Whether the organisation requires a named group of this user; false and `provider` are the values that require less. */
const isDemanded = ({ groups }: Pick<CallerSession, 'groups'>) =>
  sql`coalesce((SELECT CASE s.value WHEN 'false'::jsonb THEN false WHEN '"provider"'::jsonb THEN ${groups.includes('verva.admin')}::boolean
    ELSE true END FROM tenant_setting s WHERE s.key = 'confidentialNeedsGroup'), false)`;

function kindsOf({ groups }: Pick<CallerSession, 'groups'>): string[] {
  return Object.entries(CONFIDENTIAL_GROUPS).flatMap(([kind, entitled]) =>
    entitled.some((group) => groups.includes(group)) ? [kind] : [],
  );
}

/** Condition on a task `t` that excludes confidential tasks which a user with a right to all tasks may not see. */
export function openToAll(session: Pick<CallerSession, 'groups' | 'userId'>): RawBuilder<unknown> {
  const kinds = kindsOf(session);
  return sql`(t.confidential IS NULL OR t.confidential = ANY(${kinds}::text[]) OR t.assignee_id = ${session.userId}::uuid OR NOT ${isDemanded(session)})`;
}

/** Whether users who see all tasks may see a task of this kind. */
export async function isOpenToAll(
  tx: Tx,
  session: Pick<CallerSession, 'groups'>,
  confidential: string | null,
): Promise<boolean> {
  if (confidential === null || kindsOf(session).includes(confidential)) return true;
  const { rows } = await sql<{ demanded: boolean }>`SELECT ${isDemanded(session)} AS demanded`.execute(tx);
  return !rows[0]!.demanded;
}
