import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after the current one that are accepted, for clocks that differ. */
const TOLERANCE = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a random secret in Base32, as authenticator apps read it. */
export function newTotpSecret(): string {
  let bits = '';
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)]!);
}

function bytesOf(secret: string): Buffer {
  let bits = '';
  for (const letter of secret) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code of a time step (RFC 6238 with HMAC-SHA-1, which every authenticator app has). */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const value = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(typed);

/** Returns the time step whose code this is; undefined for none within the tolerance. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_S);
  const typed = Buffer.from(code);
  let found: number | undefined;
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step++) {
    const expected = Buffer.from(totpAt(secret, step));
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) found = step;
  }
  return found;
}
