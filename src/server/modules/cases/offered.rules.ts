import type { OfferedTask } from '../../../shared/contracts/case-types.contract.ts';
import type { MassActionBody, MassKind } from '../../../shared/contracts/mass-actions.contract.ts';

/** What mass action offers for one task of a process: everything, nothing, or these outcomes and fields. */
export type Offer =
  | 'all'
  | 'none'
  | { readonly outcomes: readonly string[] | null; readonly fields: readonly string[] | null };

/** Returns what a kind of case offers for a task. */
export function offerOf(massAction: readonly OfferedTask[] | null, taskKey: string): Offer {
  if (massAction === null) return 'all';
  const task = massAction.find((one) => one.taskKey === taskKey);
  return task ? { outcomes: task.outcomes ?? null, fields: task.fields ?? null } : 'none';
}

/** Returns what several kinds of case of one process offer together; without kinds, everything. */
export function unionOf(offers: readonly Offer[]): Offer {
  if (offers.length === 0 || offers.includes('all')) return 'all';
  const limited = offers.filter((offer) => typeof offer === 'object');
  if (limited.length === 0) return 'none';
  const together = (what: 'outcomes' | 'fields') =>
    limited.some((offer) => offer[what] === null) ? null : [...new Set(limited.flatMap((offer) => offer[what] ?? []))];
  return { outcomes: together('outcomes'), fields: together('fields') };
}

/** Returns the kind of task as it is offered; undefined if it is not. */
export function offeredKind(kind: MassKind, offer: Offer): MassKind | undefined {
  if (offer === 'all') return kind;
  if (offer === 'none') return undefined;
  const { outcomes, fields } = offer;
  return {
    ...kind,
    outcomes: outcomes === null ? kind.outcomes : kind.outcomes.filter(({ id }) => outcomes.includes(id)),
    fields: fields === null ? kind.fields : kind.fields.filter(({ key }) => fields.includes(key)),
  };
}

/** Whether an action stays within what is offered. */
export function isOffered(offer: Offer, { outcome, variables = {} }: MassActionBody): boolean {
  if (typeof offer === 'string') return offer === 'all';
  const { outcomes, fields } = offer;
  const hasOutcome = outcomes === null || (outcome !== undefined && outcomes.includes(outcome));
  return hasOutcome && (fields === null || Object.keys(variables).every((key) => fields.includes(key)));
}
