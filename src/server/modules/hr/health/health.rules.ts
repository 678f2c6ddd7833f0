import { addDuration } from '../../../../shared/contracts/hr-duration.rules.ts';
import type { HrHealthCheckInput } from '../../../../shared/contracts/hr-health.contract.ts';
import { faultAt } from '../../../platform/errors.ts';
import type { CheckValues } from './health.store.ts';

/** The values of a request. Throws `health.restrictions`, `health.validity` and `health.next_before_check`. */
export function checkedValues(body: HrHealthCheckInput): CheckValues {
  const { kind, checkedOn, decision, validityValue = null, validityUnit = null, documentId = null } = body;
  const restrictions = body.restrictions?.trim() || null;
  if ((decision === 'fit_with_restrictions') !== (restrictions !== null))
    throw faultAt('health.restrictions', '/restrictions');
  if ((validityValue === null) !== (validityUnit === null)) throw faultAt('health.validity', '/validityValue');
  const following =
    validityValue !== null && validityUnit !== null ? addDuration(checkedOn, validityValue, validityUnit) : null;
  const nextOn = body.nextOn ?? following;
  if (nextOn !== null && nextOn <= checkedOn) throw faultAt('health.next_before_check', '/nextOn');
  return {
    ...{ kind, checkedOn, decision, restrictions, validityValue, validityUnit, nextOn },
    documentId: documentId?.toLowerCase() ?? null,
  };
}
