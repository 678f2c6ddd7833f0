import { DELEGATION_COMMENT_MAX } from '../../shared/contracts/constants.ts';
import type { Delegation } from '../../shared/contracts/delegations.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';

/** Values of the fields of a card. `unreadable`: the input is not a date. */
export interface Draft {
  readonly delegate: UserRef | null;
  readonly startDate: string | null | 'unreadable';
  readonly endDate: string | null | 'unreadable';
  readonly comment: string;
  readonly replaceVerva: boolean;
  readonly moveOpenTasks: boolean;
}

export type DraftField = 'delegate' | 'startDate' | 'endDate' | 'comment';
export type Fault = 'required' | 'unreadable' | 'reversed' | 'overlap' | 'self' | 'tooLong';

/** A complete draft, ready to send. */
export interface WholeDraft extends Draft {
  readonly delegate: UserRef;
  readonly startDate: string;
  readonly endDate: string;
}

export const EMPTY: Draft = {
  delegate: null,
  startDate: null,
  endDate: null,
  comment: '',
  replaceVerva: true,
  moveOpenTasks: true,
};

export function draftOf(saved: Delegation): Draft {
  const { delegate, startDate, endDate, comment, replaceVerva, moveOpenTasks } = saved;
  return { delegate, startDate, endDate, comment, replaceVerva, moveOpenTasks };
}

/** Whether the draft differs from the saved delegation. */
export function isChanged(draft: Draft, saved: Delegation | null): boolean {
  if (saved === null) return true;
  const before = draftOf(saved);
  return (
    draft.delegate?.key !== before.delegate?.key ||
    (['startDate', 'endDate', 'comment', 'replaceVerva', 'moveOpenTasks'] as const).some(
      (name) => draft[name] !== before[name],
    )
  );
}

/** Number of characters as the server counts them. */
export function lengthOf(comment: string): number {
  return [...comment.trim()].length;
}

/** Validation errors by field that prevent saving (DEL-06 to DEL-08). `others` are the delegator's other periods. */
export function faultsOf(
  draft: Draft,
  person: string | null,
  others: readonly { readonly startDate: string; readonly endDate: string }[],
): Readonly<Partial<Record<DraftField, Fault>>> {
  const { delegate, startDate, endDate } = draft;
  const faults: Partial<Record<DraftField, Fault>> = {};
  if (delegate === null) faults.delegate = 'required';
  else if (person !== null && (delegate.key === person || delegate.id === person)) faults.delegate = 'self';
  for (const name of ['startDate', 'endDate'] as const) {
    if (draft[name] === null) faults[name] = 'required';
    if (draft[name] === 'unreadable') faults[name] = 'unreadable';
  }
  const [from, until] = [dayOf(startDate), dayOf(endDate)];
  if (from && until) {
    if (from > until) faults.endDate = 'reversed';
    else if (others.some((one) => one.startDate <= until && from <= one.endDate)) faults.startDate = 'overlap';
  }
  if (lengthOf(draft.comment) > DELEGATION_COMMENT_MAX) faults.comment = 'tooLong';
  return faults;
}

export function isWhole(draft: Draft): draft is WholeDraft {
  return draft.delegate !== null && dayOf(draft.startDate) !== null && dayOf(draft.endDate) !== null;
}

/** Missing values are reported on saving; invalid values at once. */
export function isShownImmediately(fault: Fault): boolean {
  return fault !== 'required';
}

function dayOf(value: Draft['startDate']): string | null {
  return value === 'unreadable' ? null : value;
}
