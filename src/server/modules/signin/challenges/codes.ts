import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CODE_DIGITS = 6;
/** No letters and digits that look alike in a mail. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const DIGITS = '23456789';
const SYMBOLS = '!#%+=?@';
const TEMPORARY_PASSWORD_LENGTH = 14;

/** What a code is for; a code of one purpose is none of another. */
type CodePurpose = 'one-time-password' | 'recovery';

/**
 * Codes of six digits as they are stored: by HMAC under a key of the server, bound to the person and the purpose. A plain
 * digest of a million possible values could be read back.
 */
export interface Codes {
  hash(purpose: CodePurpose, sub: string, code: string): Buffer;
  matches(stored: Uint8Array, purpose: CodePurpose, sub: string, code: string): boolean;
  /** A masked destination for a name that nobody has: always the same one for the name, as a real one would be. */
  madeUpDestination(login: string): string;
  /** As `madeUpDestination`, of a phone: digits. */
  madeUpNumber(login: string): string;
}

export function createCodes(masterKey: string | Uint8Array): Codes {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'verva', 'idn_code', 32));
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest();
  const hash: Codes['hash'] = (purpose, sub, code) => hmac(`${purpose}\n${sub}\n${code}`);
  return {
    hash,
    matches(stored, purpose, sub, code) {
      const expected = hash(purpose, sub, code);
      return stored.length === expected.length && timingSafeEqual(stored, expected);
    },
    madeUpDestination(login) {
      const bytes = hmac(`destination\n${login}`);
      const letter = (index: number) => LOWER[bytes[index]! % LOWER.length];
      return maskedEmail(`${letter(0)}@${letter(1)}`);
    },
    madeUpNumber: (login) => String(hmac(`number\n${login}`).readUInt32BE() % 10_000).padStart(4, '0'),
  };
}

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** What the person keeps between two steps of a sign-in: 384 random bits, stored as a digest. */
export const newChallengeToken = (): string => randomBytes(48).toString('base64url');

/** A password that follows every rule, for the first sign-in. */
export function newTemporaryPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)]!;
  const all = UPPER + LOWER + DIGITS + SYMBOLS;
  const characters = [pick(UPPER), pick(LOWER), pick(DIGITS), pick(SYMBOLS)];
  while (characters.length < TEMPORARY_PASSWORD_LENGTH) characters.push(pick(all));
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j]!, characters[i]!];
  }
  return characters.join('');
}

/** `reet@acme.ee` as `r***@a***`. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

/** `+3725551234` as `+******1234`. */
export const maskedPhone = (phoneNumber: string): string => `+******${phoneNumber.slice(-4)}`;
