import { sql } from 'kysely';
import { BUILT_IN_ISSUER, WEB_CLIENT_ID } from '../../platform/auth/built-in-issuer.ts';
import { linkSubject } from '../../platform/auth/link-subject.ts';
import { type DatabaseHandle, json, type TenantScope, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { insertPeople, insertPerson, type NewPersonRow, type PersonDetails } from '../users/index.ts';
import { hashPassword } from './passwords/passwords.ts';
import type { AccountStatus } from './signin.store.ts';

export interface NewPerson extends PersonDetails {
  readonly tenantId: number;
  /** Stored in lower case; at least 5 characters, unique across tenants. */
  readonly username: string;
  /** Clear text; `passwordHash` replaces it where many accounts get the same password. Without both, sign-in by password is impossible. */
  readonly password?: string;
  readonly passwordHash?: string;
  /** A verified address or number also works as username; it must be unique among the verified ones. Default false. */
  readonly emailVerified?: boolean;
  readonly phoneVerified?: boolean;
  readonly accountStatus?: AccountStatus;
  /** With FORCE_CHANGE_PASSWORD: when the temporary password expires. Without it, never. */
  readonly temporaryUntil?: Date;
  readonly disabled?: boolean;
  /** Who creates the user, for the audit log; default: the system. */
  readonly by?: Pick<TenantScope, 'userId' | 'requestId' | 'via'>;
}

export interface CreatedPerson {
  /** `app_user.id`, the key that tasks and form values refer to. */
  readonly userId: string;
  /** The account at the embedded identity service. */
  readonly sub: string;
}

/**
 * Creates a user of a tenant together with the account to sign in with. The groups must exist. Throws the database's
 * unique violation (23505) when the username or a verified address is taken anywhere; nothing is left behind then.
 */
export async function createPerson(db: DatabaseHandle, person: NewPerson): Promise<CreatedPerson> {
  const passwordHash =
    person.passwordHash ?? (person.password === undefined ? null : await hashPassword(person.password));
  return db.signinTransaction((tx) => insertPersonWithAccount(tx, { ...person, passwordHash }));
}

/**
 * As `createPerson`, in a transaction of any role, and with the hash of the password (null: none). The transaction continues
 * as the tenant.
 */
export async function insertPersonWithAccount(
  tx: Tx,
  person: Omit<NewPerson, 'password' | 'passwordHash'> & { readonly passwordHash: string | null },
): Promise<CreatedPerson> {
  const { tenantId, by } = person;
  const [created] = await insertPeopleWithAccounts(tx, { tenantId, ...(by ? { by } : {}) }, [person]);
  return created!;
}

/** As `insertPersonWithAccount`, for many users of one tenant in few statements. */
export async function insertPeopleWithAccounts(
  tx: Tx,
  { tenantId, by = { userId: null } }: Pick<NewPerson, 'tenantId' | 'by'>,
  people: readonly (Omit<NewPerson, 'tenantId' | 'password' | 'passwordHash'> & {
    readonly passwordHash: string | null;
  })[],
): Promise<CreatedPerson[]> {
  const created = people.map((): CreatedPerson => ({ userId: uuid7(), sub: uuid7() }));
  await continueAs(tx, 'signin');
  await sql`INSERT INTO tenant_issuers (issuer, idp_name, audience, jwks_uri, algs, token_use)
    VALUES (${BUILT_IN_ISSUER}, 'verva', ${WEB_CLIENT_ID}, ${BUILT_IN_ISSUER}, '{RS256}', 'id') ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  const accounts = people.map((person, index) => ({
    ...created[index]!,
    username: person.username.toLowerCase(),
    password_hash: person.passwordHash,
    status: person.accountStatus ?? 'CONFIRMED',
    temp_expires_at: person.temporaryUntil ?? null,
    email: person.email ?? null,
    email_verified: person.emailVerified ?? false,
    phone_number: person.phoneNumber ?? null,
    phone_verified: person.phoneVerified ?? false,
    disabled: person.disabled ?? false,
  }));
  await sql`INSERT INTO idn_user (sub, username, tenant_id, password_hash, status, temp_expires_at, email, email_verified, phone_number, phone_verified, disabled)
    SELECT sub, username, ${tenantId}, password_hash, status, temp_expires_at, email, email_verified, phone_number, phone_verified, disabled
    FROM jsonb_to_recordset(${json(accounts)}::jsonb) AS x(sub uuid, username text, password_hash text, status text, temp_expires_at timestamptz,
      email text, email_verified boolean, phone_number text, phone_verified boolean, disabled boolean)`.execute(tx);
  // New ids: no subject can be linked yet.
  await sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
    SELECT ${BUILT_IN_ISSUER}, s, ${tenantId}, u
    FROM unnest(${created.map(({ sub }) => sub)}::text[], ${created.map(({ userId }) => userId)}::uuid[]) AS x(s, u)`.execute(
    tx,
  );
  await continueAs(tx, { tenantId, ...by });
  // Until the account is confirmed, the user cannot sign in, and is not offered as assignee, delegate or reader.
  const rows = people.map((person, index): NewPersonRow => {
    const status = person.status ?? (person.accountStatus === 'UNCONFIRMED' ? 'invited' : 'active');
    return { ...person, status, username: accounts[index]!.username, userId: created[index]!.userId };
  });
  await insertPeople(tx, rows);
  return created;
}

/**
 * Makes the owner of an account a user of one more tenant (LOG-23). Throws `identity.already_linked` when the account
 * has a user there.
 */
export async function addMembership(
  db: DatabaseHandle,
  { sub, tenantId, username, ...details }: PersonDetails & { sub: string; tenantId: number; username: string },
): Promise<string> {
  const userId = uuid7();
  await db.signinTransaction(async (tx) => {
    const link = { issuer: BUILT_IN_ISSUER, subject: sub, tenantId, userId };
    if ((await linkSubject(tx, link)) === 'taken') throw new AppError('identity.already_linked');
    await continueAs(tx, { tenantId, userId: null });
    await insertPerson(tx, { ...details, username: username.toLowerCase(), userId });
  });
  return userId;
}
