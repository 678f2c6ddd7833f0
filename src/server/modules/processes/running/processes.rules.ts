import { AppError } from '../../../platform/errors.ts';
import { isVariableName } from '../engine/feel.ts';
import type { Definition, Vars } from '../engine/model.ts';
import { MAX_VARIABLES_BYTES } from '../engine/run.ts';
import type { AdhocPlace } from './adhoc.ts';
import type { DeliveryResult } from './deliver.ts';

/** A user and their part in a case, for authorising ad-hoc activities. */
export interface Participant {
  readonly groups: readonly string[];
  readonly isAdmin: boolean;
  /** Started the case, or has, had or could claim one of its tasks. */
  readonly takesPart: boolean;
}

/** Members of the sub-process's groups may run its activities. Without groups, all participants of the case may. */
export function mayRunAdhoc(place: Pick<AdhocPlace, 'groups'>, person: Participant): boolean {
  if (person.isAdmin) return true;
  return place.groups.length > 0 ? place.groups.some((group) => person.groups.includes(group)) : person.takesPart;
}

/** Members of the starter groups may start a process. Without starter groups, all users may. */
export function mayStart(
  definition: Pick<Definition, 'starterGroups'>,
  person: { groups: readonly string[]; isAdmin: boolean },
): boolean {
  const { starterGroups } = definition;
  return person.isAdmin || starterGroups.length === 0 || starterGroups.some((group) => person.groups.includes(group));
}

/** Throws the error of a delivery that a caller requested. Does nothing when it was done, now or before. */
export function assertDelivered(
  delivered: DeliveryResult,
): asserts delivered is Extract<DeliveryResult, { outcome: 'done' | 'repeated' }> {
  switch (delivered.outcome) {
    case 'done':
    case 'repeated':
      return;
    case 'unknown':
      throw new AppError('instance.not_found');
    case 'ignored':
      throw new AppError('instance.ended');
    case 'rejected':
      throw rejection(delivered);
  }
}

/** A message may be kept for an hour, and offered to many instances: what none could take is refused before. */
export function assertVariablesFit(vars: Vars): void {
  const name = Object.keys(vars).find((one) => !isVariableName(one));
  if (name !== undefined) {
    throw new AppError('request.invalid', {}, { detail: `${name.slice(0, 100)} is not a valid variable name.` });
  }
  if (Buffer.byteLength(JSON.stringify(vars)) > MAX_VARIABLES_BYTES) throw tooLarge();
}

function tooLarge(): AppError {
  return new AppError('process.variables_too_large', { limit: '256 KiB' });
}

export function rejection(rejected: { readonly code: string; readonly text: string }): AppError {
  if (rejected.code === 'runaway') return new AppError('process.runs_away', {}, { detail: rejected.text });
  if (rejected.code === 'variables.size') return tooLarge();
  return new AppError('request.invalid', {}, { detail: rejected.text });
}
