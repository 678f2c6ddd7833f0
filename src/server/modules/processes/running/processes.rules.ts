import { AppError } from '../../../platform/errors.ts';
import type { Definition } from '../engine/model.ts';
import type { AdhocPlace } from './adhoc.ts';
import type { DeliveryResult } from './deliver.ts';

/** What a person is in a case, as far as starting activities goes. */
export interface Participant {
  readonly groups: readonly string[];
  readonly isAdmin: boolean;
  /** Has, had or could take a task of the case, or started it. */
  readonly takesPart: boolean;
}

/** Activities are started and finished by members of the sub-process's groups; where it names none, by whoever takes part in the case. */
export function mayDriveAdhoc(place: Pick<AdhocPlace, 'groups'>, person: Participant): boolean {
  if (person.isAdmin) return true;
  return place.groups.length > 0 ? place.groups.some((group) => person.groups.includes(group)) : person.takesPart;
}

/** Everybody may start a process that names no starter groups. */
export function mayStart(
  definition: Pick<Definition, 'starterGroups'>,
  person: { groups: readonly string[]; isAdmin: boolean },
): boolean {
  const { starterGroups } = definition;
  return person.isAdmin || starterGroups.length === 0 || starterGroups.some((group) => person.groups.includes(group));
}

/** The failure of a delivery that somebody asked for; nothing when it was done or had been done before. */
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

export function rejection(rejected: { readonly code: string; readonly text: string }): AppError {
  if (rejected.code === 'runaway') return new AppError('process.runs_away', {}, { detail: rejected.text });
  if (rejected.code === 'variables.size') return new AppError('process.variables_too_large', { limit: '256 KiB' });
  return new AppError('request.invalid', {}, { detail: rejected.text });
}
