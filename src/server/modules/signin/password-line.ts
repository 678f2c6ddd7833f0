import { setTimeout } from 'node:timers/promises';
import { PasswordQueueFull, queued } from './passwords.ts';
import { WireError } from './wire-errors.ts';

/** A refused caller is kept this long: who asks again without a pause then costs the server next to nothing. */
const BUSY_MS = 1000;

/**
 * Does this in the one line in which all passwords of the process wait, the look into the database included, so that a
 * flood of passwords reaches neither processor nor database. Throws TooManyRequestsException when the line is full.
 */
export async function inPasswordLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await queued(work);
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error;
    await setTimeout(BUSY_MS);
    throw new WireError('TooManyRequestsException', undefined, { retryAfter: 1 });
  }
}
