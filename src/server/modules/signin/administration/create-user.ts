import { sql } from 'kysely';
import type { NewUser } from '../../../../shared/contracts/people.contract.ts';
import type { User } from '../../../../shared/contracts/session.contract.ts';
import { DatabaseError, type DatabaseHandle, type Tx } from '../../../platform/database.ts';
import { viaOf } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { findAliasOwner, findUser, insertPerson, newUser, readChoices } from '../../users/index.ts';
import { insertPersonWithAccount } from '../accounts.ts';

interface Creation {
  readonly session: CallerSession;
  readonly requestId: string;
  /** Another identity service keeps accounts: the user gets none here. */
  readonly isExternal: boolean;
}

/** Creates a user, with an account that has no password yet. Throws `user.invalid`, `user.id_taken`, `user.email_taken`. */
export async function insertNewUser(
  db: DatabaseHandle,
  { session, requestId, isExternal }: Creation,
  body: NewUser,
): Promise<User> {
  const { tenantId, userId } = session;
  const by = { userId, requestId, via: viaOf(session) };
  const scope = { tenantId, ...by };
  const { known, languageId } = await db.tenantTransaction(scope, async (tx) => {
    return { known: await readChoices(tx, body), languageId: body.languageId || (await defaultLanguage(tx, tenantId)) };
  });
  const person = newUser(session, { ...body, languageId }, known);
  if (person.email !== null && (await findAliasOwner(db, tenantId, person.email))) {
    throw new AppError('user.email_taken', {}, { errors: [{ pointer: '/email', code: 'user.email_taken' }] });
  }
  try {
    if (isExternal) {
      await db.tenantTransaction(scope, (tx) => insertPerson(tx, { ...person, userId: uuid7() }));
    } else {
      await db.signinTransaction((tx) =>
        insertPersonWithAccount(tx, {
          ...person,
          tenantId,
          by,
          passwordHash: null,
          accountStatus: 'FORCE_CHANGE_PASSWORD',
          status: 'invited',
        }),
      );
    }
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '23505')) throw error;
    const params = { value: person.username };
    throw new AppError('user.id_taken', params, { errors: [{ pointer: '/id', code: 'user.id_taken', params }] });
  }
  return (await db.tenantTransaction(scope, (tx) => findUser(tx, { username: person.username })))!;
}

async function defaultLanguage(tx: Tx, tenantId: number): Promise<string> {
  const { rows } = await sql<{ language_id: string }>`SELECT language_id FROM tenant
    WHERE id = ${tenantId}`.execute(tx);
  return rows[0]!.language_id;
}
