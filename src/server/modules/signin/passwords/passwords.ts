import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const LOG2_N = 15;
const R = 8;
const P = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt needs 128·N·r bytes (33 MB here), more than Node's default limit. */
const MAXMEM = 64 << 20;
/** Longer input adds no security and costs the server time. */
export const PASSWORD_MAX = 256;

/** Hashing shares four threads with file access; at least one thread and one processor stay free. */
const RUNNING_MAX = Math.max(1, Math.min(availableParallelism() - 1, 3));
const WAITING_MAX = 8;
/** Per IP address: enough for an office that signs in at nine, and one address cannot fill the queue. */
const WAITING_OF_ONE_MAX = 5;

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;

/** Thrown when the queue of passwords is full; nothing was computed. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull';
}

/** Runs `work` when a slot is free. Throws PasswordQueueFull. */
export type Queue = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue that runs at most `running` at once and lets at most `waiting` wait, `perCaller` of them of one caller.
 * It refuses the rest, so that one caller cannot fill it.
 */
export function createQueue(running: number, waiting: number, perCaller: number): Queue {
  let active = 0;
  const line: { readonly caller: string; readonly start: () => void }[] = [];
  return async (caller, work) => {
    if (active >= running) {
      const own = line.filter((one) => one.caller === caller).length;
      if (line.length >= waiting || own >= perCaller) throw new PasswordQueueFull('Too many passwords are waiting.');
      // A finished run passes its slot on, so `active` does not change.
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

/** The queue of this process for all passwords. */
export const queued = createQueue(RUNNING_MAX, WAITING_MAX, WAITING_OF_ONE_MAX);

/** Keyboards can encode the same character differently; both forms must match. */
const normalized = (password: string) => password.normalize('NFKC');

/** Returns a self-describing string `scrypt$15$8$1$salt$hash`. Does not use the queue. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(normalized(password), salt, HASH_BYTES, { N: 2 ** LOG2_N, r: R, p: P, maxmem: MAXMEM });
  return `scrypt$${LOG2_N}$${R}$${P}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** A hash that matches no password; verifying against it takes as long as against a real one. */
const UNMATCHABLE_HASH = `scrypt$${LOG2_N}$${R}$${P}$${randomBytes(SALT_BYTES).toString('base64url')}$${randomBytes(HASH_BYTES).toString('base64url')}`;

export interface PasswordCheck {
  readonly ok: boolean;
  /** Whether the stored hash has outdated parameters and should be replaced. */
  readonly outdated: boolean;
}

/**
 * Checks a password. Without a stored hash (an unknown username, or an account without a password) it does the same work,
 * so that the response time does not reveal which usernames exist. Does not use the queue.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<PasswordCheck> {
  const { log2n, r, p, salt, hash } = parse(stored ?? UNMATCHABLE_HASH);
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
