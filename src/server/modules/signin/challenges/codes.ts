import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CODE_DIGITS = 6;
/** Without ambiguous letters and digits. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const DIGITS = '23456789';
const SYMBOLS = '!#%+=?@';
const TEMPORARY_PASSWORD_LENGTH = 14;

/** A code is valid for one purpose only. */
type CodePurpose = 'one-time-password' | 'recovery' | 'second-factor';

/**
 * Derives the stored form of codes: an HMAC with a key of the server, bound to the user and the purpose. A plain
 * digest of one of a million values could be reversed.
 */
export interface Codes {
  hash(purpose: CodePurpose, sub: string, code: string): Buffer;
  matches(stored: Uint8Array, purpose: CodePurpose, sub: string, code: string): boolean;
  /** Returns a masked e-mail address for an unknown username, always the same one for the same username. */
  fakeDestination(login: string): string;
  /** Returns a masked phone number, like `fakeDestination`. */
  fakePhoneNumber(login: string): string;
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
    fakeDestination(login) {
      const bytes = hmac(`destination\n${login}`);
      const letter = (index: number) => LOWER[bytes[index]! % LOWER.length];
      return maskedEmail(`${letter(0)}@${letter(1)}`);
    },
    fakePhoneNumber: (login) => String(hmac(`number\n${login}`).readUInt32BE() % 10_000).padStart(4, '0'),
  };
}

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Returns a token that links two steps of a sign-in: 384 random bits, stored as a digest. */
export const newChallengeToken = (): string => randomBytes(48).toString('base64url');

/** Returns a random password that satisfies every password rule, for the first sign-in. */
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

/** Masks `reet@acme.ee` as `r***@a***`. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

/** Masks `+3725551234` as `+******1234`. */
export const maskedPhone = (phoneNumber: string): string => `+******${phoneNumber.slice(-4)}`;
