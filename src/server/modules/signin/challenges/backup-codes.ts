import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import type { Codes } from './codes.ts';

/** Number of backup codes of a user. */
const COUNT = 10;
/** Without letters and digits that look alike: five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

/** Replaces the user's backup codes and returns the new ones, which are shown once. */
export async function replaceBackupCodes(tx: Tx, codes: Codes, sub: string): Promise<string[]> {
  const made = Array.from({ length: COUNT }, newBackupCode);
  await dropBackupCodes(tx, sub);
  const hmacs = made.map((code) => codes.hash('second-factor', sub, code));
  await sql`INSERT INTO idn_backup_code (user_sub, code_hmac)
    SELECT ${sub}::uuid, h FROM unnest(${hmacs}::bytea[]) AS h`.execute(tx);
  return made.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Uses up a typed rackup code; false when the user has no such code. */
export async function takeBackupCode(tx: Tx, codes: Codes, sub: string, typed: string): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  if (code.length !== LENGTH) return false;
  const { rows } = await sql`DELETE FROM idn_backup_code
    WHERE user_sub = ${sub}::uuid AND code_hmac = ${codes.hash('second-factor', sub, code)} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function countBackupCodes(tx: Tx, sub: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM idn_backup_code
    WHERE user_sub = ${sub}::uuid`.execute(tx);
  return rows[0]!.count;
}

export async function dropBackupCodes(tx: Tx, sub: string): Promise<void> {
  await sql`DELETE FROM idn_backup_code WHERE user_sub = ${sub}::uuid`.execute(tx);
}

const newBackupCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
