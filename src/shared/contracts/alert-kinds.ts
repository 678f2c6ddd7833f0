/**
 * Kinds of alerts to administrators. The server's rules (`src/server/modules/alerts/kinds.ts`) and texts follow this list: the
 * compiler names what a new kind lacks, and `alerts.test.ts` makes each kind happen.
 */
export const ALERT_KINDS = [
  'newAdministrator',
  'secondFactorRemoved',
  'failedSignIns',
  'newNetwork',
  'manyDeactivations',
  'secretCreated',
  'largeExport',
  'sealBroken',
  'directorySilent',
  'erasureRequested',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Exports of more rows are recorded as large. */
export const LARGE_EXPORT_ROWS = 1000;
/** Deactivations within an hour, and failed sign-ins of an administrator within 15 minutes. */
export const MANY_DEACTIVATIONS = 50;
export const MANY_FAILURES = 10;
/** A directory that sends nothing for this long is reported. */
export const DIRECTORY_SILENT_HOURS = 48;
