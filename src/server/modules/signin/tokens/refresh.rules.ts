/** A used refresh token is accepted this long after its successor was first used: concurrent tabs and repeated requests. */
export const REUSE_GRACE_MS = 30_000;

interface Rotation {
  /** The number of the valid token. */
  readonly generation: number;
  /** When a token that was issued with the valid one was first used. */
  readonly confirmedAt: Date | null;
}

/**
 * Decides about the refresh token number `presented`. `renew`: it is valid. `repeat`: it was the last one, and its
 * successor may not have reached the client. `reused`: it was replaced, so two parties hold tokens of the session.
 */
export function judgeRefresh(
  presented: number,
  { generation, confirmedAt }: Rotation,
  now: Date,
): 'renew' | 'repeat' | 'reused' {
  // A later token than the valid one was issued before the database was restored from a backup.
  if (presented >= generation) return 'renew';
  if (presented < generation - 1) return 'reused';
  return confirmedAt === null || now.getTime() < confirmedAt.getTime() + REUSE_GRACE_MS ? 'repeat' : 'reused';
}
