import type { JWTPayload } from 'jose';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';

/** Key of the organisation's setting in `tenant_setting`: who must sign in with a second factor. */
export const SECOND_FACTOR_SETTING = 'secondFactor';

/** SQL: whether the organisation of this transaction requires a second factor of a user with these groups (a text array). */
export const demandsSecondFactor = (groups: ReturnType<typeof sql>) =>
  sql<boolean>`coalesce((SELECT value = '"all"' OR (value = '"admins"' AND ${groups} && '{admin,verva.admin}'::text[])
    FROM tenant_setting WHERE key = ${SECOND_FACTOR_SETTING}), false)`;

/** Claims of an id token of which one value proves a second factor. */
export interface StrongClaims {
  readonly amr?: readonly string[];
  readonly acr?: readonly string[];
}

/** Whether a token shows a second factor; null: its provider is trusted to ask for one. */
export function showsSecondFactor(strong: StrongClaims, claims: JWTPayload): boolean | null {
  const rules = (['amr', 'acr'] as const).flatMap((name) => (strong[name] ? [{ name, values: strong[name] }] : []));
  if (rules.length === 0) return null;
  return rules.some(({ name, values }) => [claims[name]].flat().some((one) => values.includes(one as string)));
}

/** Throws `session.second_factor` when the organisation requires a second factor that the token does not show. */
export async function assertSecondFactor(
  db: Pick<DatabaseHandle, 'tenantTransaction'>,
  caller: CallerSession,
  { strong }: { readonly strong: StrongClaims },
  claims: JWTPayload,
): Promise<void> {
  if (showsSecondFactor(strong, claims) !== false) return;
  const { tenantId, userId, groups } = caller;
  const { rows } = await db.tenantTransaction({ tenantId, userId }, (tx) =>
    sql<{
      isDemanded: boolean;
      tenant: string;
    }>`SELECT ${demandsSecondFactor(sql`${[...groups]}::text[]`)} AS "isDemanded",
      (SELECT name FROM tenant) AS tenant`.execute(tx),
  );
  if (rows[0]!.isDemanded) throw new AppError('session.second_factor', { tenant: rows[0]!.tenant });
}
