import { setTimeout } from 'node:timers/promises';
import { addressKey } from '../../../platform/address-key.ts';
import { CognitoError } from '../core/errors.ts';
import { PasswordQueueFull, queued } from './passwords.ts';

/**
 * Minimum delay of a refusal, so that immediate retries cost the server little. A random delay up to twice as long keeps
 * callers that were refused together from returning together.
 */
const BUSY_MS = 1000;

/**
 * Runs `work` in the queue of this process for passwords, including the database query, so that a flood of passwords
 * overloads neither the processor nor the database. Each IP address gets a limited share. Throws TooManyRequestsException
 * when the queue is full.
 */
export async function runInPasswordQueue<T>(ip: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queued(addressKey(ip), work);
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error;
    await setTimeout(BUSY_MS * (1 + Math.random()));
    throw new CognitoError('TooManyRequestsException', undefined, { retryAfter: 1 });
  }
}
