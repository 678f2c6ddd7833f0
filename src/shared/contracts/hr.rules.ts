/** Header with the reason for viewing or changing another user's protected data, percent-encoded. */
export const REASON_HEADER = 'verva-reason';
export const REASON_MIN = 10;
export const REASON_MAX = 500;

export const CONTRACT_KINDS = ['employment', 'fixed', 'service', 'authorisation', 'board', 'trainee'] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

export const PAY_KINDS = ['base', 'addition'] as const;
export const PAY_PERIODS = ['hour', 'month', 'year', 'once'] as const;

export const HEALTH_KINDS = ['first', 'periodic', 'extra'] as const;
export const HEALTH_DECISIONS = ['fit', 'fit_with_restrictions', 'unfit'] as const;
export const RESTRICTIONS_MAX = 500;

/** HR-03: the values of the specification, also on the wire. */
export const DOCUMENT_CATEGORIES = ['Health', 'Contract', 'Photo', 'Official Information'] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];
/** Categories in which employees add documents of their own. */
export const OWN_DOCUMENT_CATEGORIES: readonly DocumentCategory[] = ['Photo', 'Official Information'];

/** HR-04: units of a duration, in this order. */
export const DURATION_UNITS = ['1_days', '2_weeks', '3_months', '4_years'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];
export const DURATION_MAX = 3650;

export const DIMENSION_ROWS_MAX = 200;
export const SIZES_MAX = 50;

/** What an entry of the access log concerns. */
export const ACCESS_KINDS = ['pay', 'health', 'contract', 'document', 'sizes', 'user'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
export const ACCESS_VERBS = ['look', 'list', 'export', 'change', 'feed'] as const;
export type AccessVerb = (typeof ACCESS_VERBS)[number];

/** Warnings of a contract, which are saved only when the request confirms them. */
export const CONTRACT_WARNINGS = ['overlap', 'hours', 'trial'] as const;
export type ContractWarning = (typeof CONTRACT_WARNINGS)[number];
