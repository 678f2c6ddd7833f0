import type { CallerSession } from '../../../platform/session.ts';

/** Groups that see every manual and who has read it. */
export const SEERS = ['manualsgroup', 'manualsviewer'] as const;

/** Whether somebody sees every manual; everybody else sees what they are to read. */
export function seesAll({ isAdmin, groups, scopes }: CallerSession): boolean {
  // Inside of another page everybody is a reader.
  return scopes === null && (isAdmin || SEERS.some((group) => groups.includes(group)));
}
