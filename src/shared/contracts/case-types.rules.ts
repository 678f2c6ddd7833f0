/** Maximum number of kinds of case in one organisation. */
export const CASE_TYPES_MAX = 200;
/** Maximum number of default values of a kind. */
export const CASE_DEFAULTS_MAX = 50;
/** Maximum number of rules for the status of the record. */
export const STATUS_RULES_MAX = 100;

/** What an entry of the status map waits for: the start, a withdrawal, a task (`task:<node>`) or an end event (`ended:<node>`). */
export type CaseMoment =
  | { readonly kind: 'started' | 'withdrawn' }
  | { readonly kind: 'task' | 'ended'; readonly node: string };

/** Reads a moment; undefined for another text. */
export function momentOf(on: string): CaseMoment | undefined {
  if (on === 'started' || on === 'withdrawn') return { kind: on };
  const [, kind, node] = /^(task|ended):(.+)$/.exec(on) ?? [];
  return kind === 'task' || kind === 'ended' ? { kind, node: node! } : undefined;
}

/** What can prevent a kind of case from working as configured. */
export const CASE_FINDINGS = [
  'process_missing',
  'process_suspended',
  'form_missing',
  'registry_inactive',
  'group_empty',
  'node_missing',
  'status_missing',
  'variable_missing',
] as const;
