import type { FastifyRequest } from 'fastify';
import { REASON_HEADER, REASON_MAX, REASON_MIN } from '../../../shared/contracts/hr.rules.ts';
import { AppError } from '../errors.ts';

/**
 * Returns the reason that the user gave for viewing or changing protected data, from the header `Verva-Reason`; undefined
 * without one. Throws `access.reason_required` for one that is too short, too long or unreadable.
 */
export function readReason({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = headers[REASON_HEADER];
  if (given === undefined) return undefined;
  const reason = decoded(String(given)).trim();
  // As the database counts: characters, not code units.
  const length = [...reason].length;
  if (length < REASON_MIN || length > REASON_MAX || reason.includes('\0') || !reason.isWellFormed()) {
    throw reasonRequired();
  }
  return reason;
}

export const reasonRequired = (): AppError =>
  new AppError('access.reason_required', { min: REASON_MIN, max: REASON_MAX });

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    throw reasonRequired();
  }
}
