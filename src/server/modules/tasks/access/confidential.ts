import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import type { CallerSession } from '../../../platform/session.ts';

/** Groups whose members may see confidential tasks of others if the organisation requires group membership (`confidentialNeedsGroup`). */
const ENTITLED: Readonly<Record<'health' | 'pay', readonly string[]>> = {
  health: ['employee_management_admin'],
  pay: ['employee_management_admin', 'finance_viewer'],
};

/** Returns the groups whose members may receive confidential tasks of this kind from others. */
export const entitledGroups = (kind: string): readonly string[] => ENTITLED[kind as keyof typeof ENTITLED] ?? [];

const isDemanded = sql`coalesce((SELECT s.value = 'true'::jsonb FROM tenant_setting s WHERE s.key = 'confidentialNeedsGroup'), false)`;

function kindsOf({ groups }: Pick<CallerSession, 'groups'>): string[] {
  return Object.entries(ENTITLED).flatMap(([kind, of]) => (of.some((group) => groups.includes(group)) ? [kind] : []));
}

/** Condition on a task `t` that excludes confidential tasks which a user with a right to all tasks may not see. */
export function openToAll(session: Pick<CallerSession, 'groups' | 'userId'>): RawBuilder<unknown> {
  const kinds = kindsOf(session);
  return sql`(t.confidential IS NULL OR t.confidential = ANY(${kinds}::text[]) OR t.assignee_id = ${session.userId}::uuid OR NOT ${isDemanded})`;
}

/** Whether users who see all tasks may see a task of this kind. */
export async function isOpenToAll(
  tx: Tx,
  session: Pick<CallerSession, 'groups'>,
  confidential: string | null,
): Promise<boolean> {
  if (confidential === null || kindsOf(session).includes(confidential)) return true;
  const { rows } = await sql<{ demanded: boolean }>`SELECT ${isDemanded} AS demanded`.execute(tx);
  return !rows[0]!.demanded;
}
