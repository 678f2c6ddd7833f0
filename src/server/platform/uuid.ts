import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '../../shared/contracts/errors.ts';
import { isUuid } from '../../shared/contracts/uuid.rules.ts';
import { AppError } from './errors.ts';

export { isUuid };

/** Returns the id of a path or cursor in lower case. Answers a text that is not a UUID like an id that does not exist. */
export function assertUuid(id: string, code: ErrorCode): string {
  if (!isUuid(id)) throw new AppError(code);
  return id.toLowerCase();
}

/** The smallest UUIDv7 of a moment: sorts before all that were made since. */
export function uuid7Floor(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

let lastMs = 0;
let tick = 0;

/**
 * A UUIDv7: newer ids sort after older ones, also within one millisecond of this process. Tables are partitioned and
 * lists are ordered by it, so every id that a store writes comes from here.
 */
export function uuid7(now: number = Date.now()): string {
  // A clock that steps back must not make ids that sort before those already given.
  if (now > lastMs) {
    lastMs = now;
    tick = randomBytes(1)[0]!;
  } else {
    tick += 1;
    if (tick > 0xfff) {
      lastMs += 1;
      tick = 0;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const tail = randomBytes(8);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const rest = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tick.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}
