import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const LOG2_N = 15;
const R = 8;
const P = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt takes 128·N·r bytes (33 MB here), more than Node allows unless it is told. */
const MAXMEM = 64 << 20;
/** Longer input buys no safety and costs the server time. */
export const PASSWORD_MAX = 256;

/** Hashing occupies the four threads that also serve files, never all of them, and leaves a processor to everybody else. */
const RUNNING_MAX = Math.max(1, Math.min(availableParallelism() - 1, 3));
const WAITING_MAX = 8;
/** Of one network address; an office that signs in at nine has room, and a flood from there does not keep the others out. */
const WAITING_OF_ONE_MAX = 5;

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;

/** Thrown when too many passwords are already waiting to be hashed; nothing was computed. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull';
}

/** Does the work of a caller when its turn has come. Throws PasswordQueueFull. */
export type Queue = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `running` at once, lets at most `waiting` wait, `perCaller` of them of one caller, and refuses the rest: who
 * sends many passwords leaves places to everybody else.
 */
export function createQueue(running: number, waiting: number, perCaller: number): Queue {
  let active = 0;
  const line: { readonly caller: string; readonly start: () => void }[] = [];
  return async (caller, work) => {
    if (active >= running) {
      const own = line.filter((one) => one.caller === caller).length;
      if (line.length >= waiting || own >= perCaller) throw new PasswordQueueFull('Too many passwords are waiting.');
      // Whoever leaves hands its place over, so `active` stays as it is.
      await new Promise<void>((start) => line.push({ caller, start }));
    } else {
      active += 1;
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next.start();
      else active -= 1;
    }
  };
}

/** The one line in which all passwords of this process wait. */
export const queued = createQueue(RUNNING_MAX, WAITING_MAX, WAITING_OF_ONE_MAX);

/** Two keyboards may write one letter in two ways; both must open the same door. */
const normalized = (password: string) => password.normalize('NFKC');

/** A self-describing string `scrypt$15$8$1$salt$hash`. Does not wait in line. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(normalized(password), salt, HASH_BYTES, { N: 2 ** LOG2_N, r: R, p: P, maxmem: MAXMEM });
  return `scrypt$${LOG2_N}$${R}$${P}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** A hash that no password has; verifying against it takes as long as against a real one. */
const NOBODYS_HASH = `scrypt$${LOG2_N}$${R}$${P}$${randomBytes(SALT_BYTES).toString('base64url')}$${randomBytes(HASH_BYTES).toString('base64url')}`;

export interface PasswordCheck {
  readonly ok: boolean;
  /** Whether the stored string was made with other parameters than today's and should be replaced. */
  readonly outdated: boolean;
}

/**
 * Checks a password. Without a stored hash (an unknown name, an account without password) the work is done all the same,
 * so that the answer's time does not tell which names exist. Does not wait in line.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<PasswordCheck> {
  const { log2n, r, p, salt, hash } = parse(stored ?? NOBODYS_HASH);
  const found = await derive(normalized(password), salt, hash.length, { N: 2 ** log2n, r, p, maxmem: MAXMEM });
  const ok = timingSafeEqual(found, hash) && typeof stored === 'string';
  return { ok, outdated: log2n !== LOG2_N || r !== R || p !== P };
}

function parse(stored: string): { log2n: number; r: number; p: number; salt: Buffer; hash: Buffer } {
  const [scheme, log2n, r, p, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('A stored password hash cannot be read.');
  return {
    log2n: Number(log2n),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
