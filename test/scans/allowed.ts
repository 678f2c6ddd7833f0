/** Who may read a table whole, and why. */
export interface Allowed {
  /** The name of the request, with all that brings it about, or of what is done again and again. */
  readonly by: RegExp;
  readonly tables: readonly string[];
  readonly why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    by: /\/api\/manuals|\/api\/public\/receipts|must (read manuals|be read)|\{userId\}\/tags/,
    tables: ['app_user', 'manual', 'manual_reading', 'manual_version', 'user_department', 'tagging', 'reader_change'],
    why: 'Who must read is found among all people, by all manuals; the report counts them all.',
  },
  { by: /GET \/api\/identity\/groups/, tables: ['app_user'], why: 'The people of each group are counted.' },
  { by: /GET \/api\/tasks\/load/, tables: ['app_user'], why: 'The open tasks of all people are counted.' },
  {
    by: /DELETE \/api\/forms\/\{id\}/,
    tables: ['task'],
    why: 'Open tasks of a form are looked for when it is removed: an index for that would be written with every task.',
  },
  {
    by: /\/comments|\/why|\/retry|POST \/api\/identity\/delegate$/,
    tables: ['app_user'],
    why: 'People are joined by a name that an expression makes (known debt, docs/architecture.md).',
  },
  {
    by: /\/delegate\/\{userId\}|\/return/,
    tables: ['notification_setting'],
    why: 'What people chose is joined by an expression (known debt, docs/architecture.md).',
  },
];
