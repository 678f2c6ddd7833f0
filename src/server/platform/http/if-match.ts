import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

/** Whether a change names a version other than the current one: `If-Match: "7"`. Without the header the last write wins, as the specification's own clients expect. */
export function isStale(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return false;
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  return !wanted.includes(String(version));
}

/** Throws edit.conflict with the current state when `If-Match` or the version in the body does not match it. */
export function assertFresh(
  row: { readonly version: number; readonly updated_at: Date; readonly changer: string | null },
  current: unknown,
  ifMatch: string | undefined,
  version?: number,
): void {
  if (!isStale(ifMatch, row.version) && (version === undefined || version === row.version)) return;
  const params = { name: row.changer ?? 'Verva', time: row.updated_at.toISOString() };
  throw new AppError('edit.conflict', params, { current });
}

/** Sends the version of an answer in its `ETag`, which clients return in `If-Match`. */
export function tagged<Answer extends { readonly version: number }>(reply: FastifyReply, answer: Answer): Answer {
  reply.header('etag', `"${answer.version}"`);
  return answer;
}
