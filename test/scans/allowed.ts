/** Who may read a table whole, and why. */
export interface Allowed {
  /** The name of the request, or of what is done again and again. */
  readonly by: RegExp;
  readonly tables: readonly string[];
  readonly why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    by: /manuals\/\{id\}\/(audience|versions)|manuals\/attachments\/\{id\}$|who must read manuals|everything that must be read/,
    tables: ['app_user'],
    why: 'Who must read a manual that is changed or released is found among all people.',
  },
  {
    by: /GET \/api\/manuals\/report/,
    tables: ['app_user', 'manual', 'manual_reading', 'manual_version', 'user_department'],
    why: 'The report counts all people, by all manuals and departments.',
  },
  {
    by: /users\/\{userId\}\/tags/,
    tables: ['app_user', 'tagging'],
    why: 'Who has a tag decides about what they must read: found as for all people.',
  },
  {
    by: /POST \/api\/manuals\/import/,
    tables: ['manual'],
    why: 'The codes of all manuals are read, for one that is free.',
  },
  {
    by: /who must read manuals|everything that must be read/,
    tables: ['manual', 'tagging', 'reader_change'],
    why: 'The job reads all that changed, and all manuals for them.',
  },
  { by: /GET \/api\/identity\/groups/, tables: ['app_user'], why: 'The people of each group are counted.' },
  { by: /GET \/api\/tasks\/load/, tables: ['app_user'], why: 'The open tasks of all people are counted.' },
  {
    by: /DELETE \/api\/forms\/\{id\}/,
    tables: ['task'],
    why: 'Open tasks of a form are looked for when it is removed: an index for that would be written with every task.',
  },
];
