import type { DayValue } from './day-field.tsx';
import type { EditorText } from './editor-text.ts';

/** Whether both are days or empty, in this order. */
export const areDaysRight = (issuedOn: DayValue, validUntil: DayValue): boolean =>
  issuedOn !== undefined && validUntil !== undefined && !(issuedOn && validUntil && validUntil < issuedOn);

export function faultOfUntil(issuedOn: DayValue, validUntil: DayValue, t: EditorText): string | undefined {
  if (validUntil === undefined) return t('fault.day');
  return issuedOn === undefined || areDaysRight(issuedOn, validUntil) ? undefined : t('fault.reversed');
}
