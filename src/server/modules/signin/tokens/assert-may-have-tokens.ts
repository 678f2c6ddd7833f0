import { sql } from 'kysely';
import { CognitoError } from '../cognito/errors.ts';
import type { IdentityService } from '../service.ts';
import { assertMaySignIn } from '../signin.rules.ts';
import * as store from '../signin.store.ts';

/**
 * Every token of this service is given, renewed and used behind this. Throws when the account is not open, or none of
 * its people is active: an organisation disables a person, not the account they have with others.
 */
export async function assertMayHaveTokens(
  { db }: Pick<IdentityService, 'db'>,
  user: store.IdentityUser,
): Promise<void> {
  assertMaySignIn(user);
  const people = await db.signinTransaction((tx) => store.findPeople(tx, user.sub));
  for (const { tenantId, userId } of people) {
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`SELECT 1 FROM app_user WHERE id = ${userId}::uuid AND status = 'active'`.execute(tx),
    );
    if (rows.length > 0) return;
  }
  throw new CognitoError('NotAuthorizedException', 'User is disabled.');
}
