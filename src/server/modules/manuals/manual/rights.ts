import type { CallerSession } from '../../../platform/session.ts';

/** Groups that see every manual and its readers. */
export const SEERS = ['manualsgroup', 'manualsviewer'] as const;

/** Whether the caller sees every manual; all others see the manuals assigned to them. */
export function seesAll({ isAdmin, groups, scopes }: CallerSession): boolean {
  // In an embedded element every user is a reader.
  return scopes === null && (isAdmin || SEERS.some((group) => groups.includes(group)));
}
