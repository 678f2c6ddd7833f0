import { type Filter, printFilters } from './filters.rules.ts';

/** Months that the audit log is kept; whole quarters are deleted after that. */
export const AUDIT_MONTHS = { least: 12, most: 120, usual: 36 } as const;

const isOf = (column: string, value: string): Filter => ({ column, operation: 'eq', value });

/** The query of the audit log for what a user did. */
export const doneByUser = (username: string): string => printFilters([isOf('actor', username)]);

/** The query of the audit log for what happened to a user: changes, groups, managers, delegations and sign-ins. */
export const aboutUser = (username: string): string => printFilters([isOf('subject', username)]);

/** The query of the audit log for what happened to another thing. */
export const aboutThing = (entity: string, entityId: string): string =>
  printFilters([isOf('entity', entity), isOf('entityId', entityId)]);

/** The query of the audit log for what happened to a user's delegations. */
export const aboutDelegations = (username: string): string =>
  printFilters([isOf('entity', 'delegation'), isOf('subject', username)]);

/** The query of the audit log for who came to a group, and who left it. */
export const aboutMembers = (groupId: string): string =>
  printFilters([isOf('entity', 'group_member'), { column: 'entityId', operation: 'startWith', value: `${groupId}/` }]);
