import { sql } from 'kysely';
import { CognitoError } from '../core/errors.ts';
import { withoutVainReset } from '../modes/account-modes.ts';
import type { IdentityService } from '../service.ts';
import { assertMaySignIn } from '../signin.rules.ts';
import * as store from '../signin.store.ts';

/**
 * Checks that an account may receive, renew and use tokens. Throws when the account may not sign in or none of its users
 * is active: an organisation disables a user, not the account shared with other organisations.
 */
export async function assertMayHaveTokens(
  { db }: Pick<IdentityService, 'db'>,
  user: store.IdentityUser,
): Promise<void> {
  assertMaySignIn(await withoutVainReset({ db }, user));
  const people = await db.signinTransaction((tx) => store.findPeople(tx, user.sub));
  for (const { tenantId, userId } of people) {
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`SELECT 1 FROM app_user WHERE id = ${userId}::uuid AND status = 'active'`.execute(tx),
    );
    if (rows.length > 0) return;
  }
  throw new CognitoError('NotAuthorizedException', 'User is disabled.');
}
