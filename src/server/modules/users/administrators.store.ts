import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Groups whose members administer an organisation; those of the provider's organisation also the installation. */
export const ADMINISTRATORS: readonly string[] = ['admin', 'verva.admin'];

/**
 * Carries out a change of rights. Throws group.last_admin if it leaves the organisation without an active administrator, or
 * the provider's organisation without an active administrator of the provider. Such changes of one organisation run one
 * after another, so that two administrators cannot remove each other at once.
 */
export async function keepingAdministrators<Result>(tx: Tx, change: () => Promise<Result>): Promise<Result> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('administrators/' || tenant()::text, 0))`.execute(tx);
  const before = await countAdministrators(tx);
  const result = await change();
  const after = await countAdministrators(tx);
  const isLost = (kind: keyof Administrators) => before[kind] > 0 && after[kind] === 0;
  if (isLost('all') || isLost('ofProvider')) throw new AppError('group.last_admin');
  return result;
}

interface Administrators {
  readonly all: number;
  /** Always 0 outside the provider's organisation. */
  readonly ofProvider: number;
}

async function countAdministrators(tx: Tx): Promise<Administrators> {
  const { rows } = await sql<Administrators>`
    SELECT count(DISTINCT u.id)::int AS all,
      (count(*) FILTER (WHERE m.group_id = 'verva.admin' AND t.slug = 'verva'))::int AS "ofProvider"
    FROM group_member m JOIN app_user u ON u.id = m.user_id JOIN tenant t ON t.id = u.tenant_id
    WHERE m.group_id = ANY(${[...ADMINISTRATORS]}::text[]) AND u.status = 'active'`.execute(tx);
  return rows[0]!;
}
