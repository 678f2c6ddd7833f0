import { setTimeout } from 'node:timers/promises';
import { addressKey } from '../../../platform/address-key.ts';
import { CognitoError } from '../cognito/errors.ts';
import { PasswordQueueFull, queued } from './passwords.ts';

/**
 * A refused caller is kept at least this long: who asks again without a pause then costs the server next to nothing. Up to
 * twice as long, so that those who were refused together do not come back together.
 */
const BUSY_MS = 1000;

/**
 * Does this in the one line in which all passwords of the process wait, the look into the database included, so that a
 * flood of passwords reaches neither processor nor database; one address has a part of it only. Throws TooManyRequestsException when the line is full.
 */
export async function inPasswordLine<T>(ip: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queued(addressKey(ip), work);
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error;
    await setTimeout(BUSY_MS * (1 + Math.random()));
    throw new CognitoError('TooManyRequestsException', undefined, { retryAfter: 1 });
  }
}
