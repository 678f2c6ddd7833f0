import { sql } from 'kysely';
import { BUILT_IN_ISSUER, WEB_CLIENT_ID } from '../../platform/auth/built-in-issuer.ts';
import { linkSubject } from '../../platform/auth/link-subject.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { insertPerson, type PersonDetails } from '../users/index.ts';
import { hashPassword } from './passwords/passwords.ts';
import type { AccountStatus } from './signin.store.ts';

export interface NewPerson extends PersonDetails {
  readonly tenantId: number;
  /** Stored in lower case; at least 5 characters, unique over all tenants. */
  readonly username: string;
  /** Clear text. Instead of it `passwordHash` may be given, as when many accounts begin with one password; without both nobody can sign in by password. */
  readonly password?: string;
  readonly passwordHash?: string;
  /** A verified address or number is another name to sign in with; it must be unique among the verified ones. Default false. */
  readonly emailVerified?: boolean;
  readonly phoneVerified?: boolean;
  readonly accountStatus?: AccountStatus;
  /** With FORCE_CHANGE_PASSWORD: until when the temporary password opens. Without it, for ever. */
  readonly temporaryUntil?: Date;
  readonly disabled?: boolean;
}

export interface CreatedPerson {
  /** `app_user.id`, the key that values and tasks hold. */
  readonly userId: string;
  /** The account at the embedded identity service. */
  readonly sub: string;
}

/**
 * Makes a person of a tenant together with the account to sign in with. The groups must exist. Throws the database's
 * unique violation (23505) when the username or a verified address is taken anywhere; nothing is left behind then.
 */
export async function createPerson(db: DatabaseHandle, person: NewPerson): Promise<CreatedPerson> {
  const username = person.username.toLowerCase();
  const hash = person.passwordHash ?? (person.password === undefined ? null : await hashPassword(person.password));
  const created = { userId: uuid7(), sub: uuid7() };
  const { tenantId } = person;
  // The account first: usernames are unique there over all tenants.
  await db.signinTransaction(async (tx) => {
    await sql`INSERT INTO tenant_issuers (issuer, idp_name, audience, jwks_uri, algs, token_use)
      VALUES (${BUILT_IN_ISSUER}, 'verva', ${WEB_CLIENT_ID}, ${BUILT_IN_ISSUER}, '{RS256}', 'id') ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    await sql`INSERT INTO idn_user (sub, username, tenant_id, password_hash, status, temp_expires_at, email, email_verified, phone_number, phone_verified, disabled)
      VALUES (${created.sub}::uuid, ${username}, ${tenantId}, ${hash}, ${person.accountStatus ?? 'CONFIRMED'}, ${person.temporaryUntil ?? null}, ${person.email ?? null},
        ${person.emailVerified ?? false}, ${person.phoneNumber ?? null}, ${person.phoneVerified ?? false}, ${person.disabled ?? false})`.execute(
      tx,
    );
    await linkSubject(tx, { issuer: BUILT_IN_ISSUER, subject: created.sub, tenantId, userId: created.userId });
  });
  try {
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      insertPerson(tx, { ...person, username, userId: created.userId }),
    );
  } catch (error) {
    // Accounts and people belong to two database roles and so to two transactions; take back the first.
    await db.signinTransaction(async (tx) => {
      await sql`DELETE FROM user_identity WHERE issuer = ${BUILT_IN_ISSUER} AND subject = ${created.sub}`.execute(tx);
      await sql`DELETE FROM idn_user WHERE sub = ${created.sub}::uuid`.execute(tx);
    });
    throw error;
  }
  return created;
}

/**
 * Makes the owner of an account a person of one more tenant (LOG-23). Throws `identity.already_linked` when the account
 * has a person there.
 */
export async function addMembership(
  db: DatabaseHandle,
  { sub, tenantId, username, ...details }: PersonDetails & { sub: string; tenantId: number; username: string },
): Promise<string> {
  const userId = uuid7();
  const link = { issuer: BUILT_IN_ISSUER, subject: sub, tenantId, userId };
  if ((await db.signinTransaction((tx) => linkSubject(tx, link))) === 'taken') {
    throw new AppError('identity.already_linked');
  }
  try {
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      insertPerson(tx, { ...details, username: username.toLowerCase(), userId }),
    );
  } catch (error) {
    await db.signinTransaction((tx) =>
      sql`DELETE FROM user_identity WHERE issuer = ${BUILT_IN_ISSUER} AND subject = ${sub} AND tenant_id = ${tenantId}`.execute(
        tx,
      ),
    );
    throw error;
  }
  return userId;
}
