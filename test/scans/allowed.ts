/** Who may read a table whole, or many rows of it, and why. */
export interface Allowed {
  /** The name of the request, or of what is done again and again. */
  readonly by: RegExp;
  readonly tables: readonly string[];
  readonly why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    by: /manuals\/\{id\}\/(audience|versions)|manuals\/attachments\/\{id\}$|reading assignments/,
    tables: ['app_user'],
    why: 'Who must read a manual that is changed or released is found among all people.',
  },
  {
    by: /release\/preview/,
    tables: ['manual', 'manual_reading', 'manual_text'],
    why: 'What else its readers have to read is counted for all of them.',
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
    by: /reading assignments/,
    tables: ['manual', 'tagging', 'reader_change'],
    why: 'The job reads all that changed, and all manuals for them.',
  },
  {
    by: /GET \/api\/identity\/groups/,
    tables: ['app_user', 'group_member'],
    why: 'The people of each group are counted.',
  },
  {
    by: /GET \/api\/tasks\/load/,
    tables: ['app_user', 'task', 'task_inbox'],
    why: 'The open tasks of all people are counted, 1,000 of each.',
  },
  {
    by: /POST \/api\/tasks\/\{id\}$|processes\/\{key\}\/start|tasks\/next|GET \/api\/downloads\/\{token\}/,
    tables: ['task_snooze'],
    why: 'What the viewer snoozed is left out of the list; it is deleted when it wakes.',
  },
  {
    by: /GET \/api\/downloads\/\{token\}|POST \/api\/mass-task-action\/tasks/,
    tables: ['task', 'task_inbox'],
    why: 'Each task of the inbox is written into the file, or taken into the run.',
  },
  {
    by: /POST \/api\/identity\/delegate$|delegations that begin or end/,
    tables: ['delegation'],
    why: 'Each is listed, or told of.',
  },
  {
    by: /GET \/api\/dropdowns$/,
    tables: ['dropdown_option'],
    why: 'Options are counted, and with q searched, in all dropdowns of the organisation.',
  },
  {
    by: /uploads that nobody submitted/,
    tables: ['attachment', 'task'],
    why: 'Each loose upload and its task is looked at, once an hour.',
  },
  {
    by: /DELETE \/api\/forms\/\{id\}/,
    tables: ['task'],
    why: 'Open tasks of a form are looked for when it is removed: an index for that would be written with every task.',
  },
];
