/**
 * Scopes of element tokens for administration; they count only while the user is an administrator. `people:read` reads
 * users, groups and members, `people` also changes them, `reference` reads and changes reference data.
 */
export const ADMINISTRATION_SCOPES = ['people:read', 'people', 'reference'] as const;

/** Scopes of an endpoint that reads users or groups. */
export const READS_PEOPLE = ['people:read', 'people'] as const;

/** Maximum number of rows that an element token imports at once. */
export const ELEMENT_IMPORT_ROWS_MAX = 500;

/** Whether a token with these scopes may use one of `needed`; null: a full identity token. */
export const includesScope = (scopes: readonly string[] | null, needed: readonly string[]): boolean =>
  scopes === null || needed.some((one) => scopes.includes(one));
