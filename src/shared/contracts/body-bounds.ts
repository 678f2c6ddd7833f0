/** How much JSON a body may hold, apart from its size: docs/limits.md. */
export interface BodyBounds {
  /** Values in all: members of objects, items of lists, and the containers themselves. */
  readonly values: number;
  /** Members of one object. */
  readonly members: number;
}

/** For every endpoint that does not declare its own. Two tables of 1,000 rows and 20 columns fit. */
export const ORDINARY_BOUNDS: BodyBounds = { values: 50_000, members: 1000 };

/** For form definitions: 500 fields with texts in several languages. */
export const FORM_BOUNDS: BodyBounds = { values: 100_000, members: ORDINARY_BOUNDS.members };
