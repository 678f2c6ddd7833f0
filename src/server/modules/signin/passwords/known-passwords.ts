import { sql } from 'kysely';
import type { DatabaseHandle } from '../../../platform/database.ts';
import { CognitoError } from '../core/errors.ts';
import { findPeople } from '../signin.store.ts';
import { contextWords, isEasyToGuess } from './known-password.rules.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 widely known passwords, read when the first password is set. */
function knownPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return list;
}

/** Whether a new password is widely known, or made of these names, which attackers try first (SEC-03). */
export async function isKnownPassword(password: string, names: readonly (string | null)[]): Promise<boolean> {
  return isEasyToGuess(password, await knownPasswords(), contextWords(names));
}

/** Reads the names of an account: username, address, and the user's and organisation's name in each of its organisations. */
export async function namesOfAccount(
  { db }: { readonly db: DatabaseHandle },
  account: { readonly sub: string; readonly username: string; readonly email: string | null },
): Promise<(string | null)[]> {
  const names = [account.username, account.email];
  for (const { tenantId, userId } of await db.signinTransaction((tx) => findPeople(tx, account.sub))) {
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ name: string | null; organisation: string }>`SELECT u.name, t.name AS organisation
        FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.id = ${userId}::uuid`.execute(tx),
    );
    for (const { name, organisation } of rows) names.push(name, organisation);
  }
  return names;
}

/** Throws InvalidPasswordException for a password that is widely known or made of these names. */
export async function assertNotKnown(password: string, names: readonly (string | null)[]): Promise<void> {
  if (await isKnownPassword(password, names)) {
    throw new CognitoError(
      'InvalidPasswordException',
      'Password did not conform with policy: Password is easy to guess',
    );
  }
}
