import type { UserDependents } from '../../../shared/contracts/leaving.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';

/** What happens to the open tasks of a user who leaves. */
export type TaskChoice = 'manager' | 'user' | 'keep';

export interface DepartureValues {
  readonly choice: TaskChoice;
  /** Of the choice `user`. */
  readonly to: UserRef | null;
  readonly successor: UserRef | null;
  readonly reason: string;
}

export const REASON_MAX = 1000;

/** Number of open tasks that the user leaves behind. */
export const countLeft = ({ receivers }: Pick<UserDependents, 'receivers'>): number =>
  Object.values(receivers).reduce((sum, { count }) => sum + count, 0);

/** Returns the query of the deactivation; the choice is always explicit, so that a new task is not a surprise. */
export function queryOf({ choice, to, successor, reason }: DepartureValues): {
  reassign: string;
  successor?: string;
  reason?: string;
} {
  const note = reason.trim();
  return {
    reassign: choice === 'user' ? to!.key : choice,
    ...(successor ? { successor: successor.key } : {}),
    ...(note ? { reason: note } : {}),
  };
}
