import type { RecordForm, RecordStatus } from '../../shared/contracts/registries.contract.ts';

export interface OfferedStatus extends RecordStatus {
  /** Keys of fields that must have a value. */
  readonly requires: readonly string[];
}

/**
 * Returns the statuses that a record can have: its own and those that the caller may change it to, or for a new record the
 * first one and those that follow it. A status that the registry no longer has stays until another one is chosen.
 */
export function offeredStatuses(
  { statuses, moves }: Pick<RecordForm, 'statuses' | 'moves'>,
  saved: string | null,
): OfferedStatus[] {
  const free = statuses.map((status) => ({ ...status, requires: [] }));
  const from = saved ?? statuses[0]?.id;
  if (from !== undefined && statuses.every(({ id }) => id !== from)) {
    return [{ id: from, title: from, color: 'transparent', requires: [] }, ...free];
  }
  if (moves === null) return free;
  return free.flatMap((status) => {
    const move = moves.find((one) => one.from === from && one.to === status.id);
    if (status.id !== from && !move) return [];
    return { ...status, requires: move?.requires ?? [] };
  });
}
