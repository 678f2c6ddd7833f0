// Public interface of every element. Only tools and tests read these values; code for browsers imports the types
// (types.ts).
import type { COMMANDS, EVENTS } from './events.ts';

export interface AttributeEntry {
  readonly type: 'string' | 'number' | 'boolean';
  /** Allowed values; any if omitted. */
  readonly values?: readonly string[];
  /** Default value. */
  readonly standard?: string;
  /** Markdown. */
  readonly description: string;
}

export interface ElementEntry {
  readonly description: string;
  /** By property name; the attribute `task-id` is `taskId`. */
  readonly attributes: Readonly<Record<string, AttributeEntry>>;
  /** Events it dispatches, in addition to COMMON_EVENTS. */
  readonly events: readonly (keyof typeof EVENTS)[];
  /** The name that replaces this one, which works for one more release. */
  readonly replacedBy?: `verva-${string}`;
  /** Commands it accepts. */
  readonly commands?: readonly (keyof typeof COMMANDS)[];
  /** Elements that it renders inside: their events bubble out of it, and it passes on their parts. */
  readonly shows?: readonly `verva-${string}`[];
  readonly parts?: Readonly<Record<string, string>>;
}

/** Attributes of every element. */
export const COMMON_ATTRIBUTES = {
  theme: {
    type: 'string',
    values: ['page', 'system', 'light', 'dark'],
    standard: 'page',
    description:
      'Light or dark: as the page, as the system, or fixed. With any value but `page` the element draws its own background.',
  },
  density: {
    type: 'string',
    values: ['dense', 'comfortable'],
    standard: 'dense',
    description: 'The spacing of rows and controls.',
  },
} as const satisfies Readonly<Record<string, AttributeEntry>>;

/** Events of every element. */
export const COMMON_EVENTS = ['verva-session-expired', 'verva-error', 'verva-load-error'] as const;

const TASK_ID = { type: 'string', description: 'The task to show.' } as const;
const CLOSABLE = {
  type: 'boolean',
  description: 'The page can close the element: shows a Cancel button and focuses the first field.',
} as const;

const READONLY = {
  type: 'boolean',
  description: 'Shows everything without ways to change it, also to those who may.',
} as const;

const AUDIT_PAGE = {
  type: 'string',
  description: 'Address of the page with the audit log; menus lead to it.',
} as const;

/** Events of settings that can be imported. */
const IMPORTING = ['verva-settings-changed', 'verva-import-done'] as const;

const DROPDOWNS = {
  attributes: {
    dropdownId: { type: 'string', description: 'The open dropdown.' },
    readonly: READONLY,
    query: { type: 'string', description: "The list's search in the API's syntax: `q=currency`." },
    auditPage: AUDIT_PAGE,
  },
  events: ['verva-dropdown-opened', 'verva-dropdowns-changed', 'verva-audit-opened', 'verva-settings-changed'],
} as const;

export const ELEMENTS = {
  'verva-inbox': {
    description: 'The tasks that a user may act on, with the open task next to the list.',
    attributes: {
      taskId: { type: 'string', description: 'The open task.' },
      detail: {
        type: 'string',
        values: ['none'],
        description: 'Shows only the list; the page opens tasks itself on `verva-task-opened`.',
      },
      view: {
        type: 'string',
        description:
          'A saved view, by its slug or id. If it does not exist or is not visible to the user, a message above the list says so.',
      },
      filters: {
        type: 'string',
        description:
          "Conditions in the API's syntax: `due=lt:today%2B7&process=eq:permit`. They override those of the view field by field; `process=` removes the view's.",
      },
      sort: {
        type: 'string',
        values: ['due:asc', 'due:desc', 'created:desc', 'created:asc', 'priority:desc', 'process:asc'],
        standard: 'due:asc',
        description: 'The sort order of the list.',
      },
      group: {
        type: 'string',
        values: ['none', 'due', 'process', 'priority', 'onBehalfOf'],
        standard: 'due',
        description: 'The grouping of the list.',
      },
      columns: {
        type: 'string',
        standard: 'process,businessKey,due,onBehalfOf',
        description:
          'The columns after the name: any of `process,businessKey,due,assignee,priority,created,onBehalfOf`.',
      },
      rows: {
        type: 'string',
        values: ['dense', 'comfortable'],
        standard: 'dense',
        description: 'The height of rows.',
      },
      q: { type: 'string', description: 'Words to search for.' },
      starts: {
        type: 'boolean',
        description:
          'Offers to start something; the page opens the catalogue or an item of it on `verva-start-chosen`.',
      },
    },
    events: ['verva-task-opened', 'verva-view-changed', 'verva-start-chosen'],
    shows: ['verva-task-form', 'verva-manual-reader'],
    parts: { list: 'The list with its search and filters.', detail: 'The open task or manual.' },
  },
  'verva-task-form': {
    description: 'One task: its form, comments, files, history and outcomes.',
    attributes: { taskId: TASK_ID },
    events: ['verva-task-opened', 'verva-task-completed', 'verva-task-reopened'],
    commands: ['verva-task-command'],
    parts: {
      head: 'The name of the task with its actions.',
      body: 'The form, or the open tab.',
      outcomes: 'The bar with the outcomes.',
    },
  },
  'verva-catalogue': {
    description: 'What the user may start: search, favourites and categories, and the open start form.',
    attributes: {
      category: { type: 'string', description: 'Shows only the items of this category, by its id.' },
      items: { type: 'string', description: 'Shows only these items: ids, separated by spaces.' },
      item: { type: 'string', description: 'The open item.' },
    },
    events: ['verva-start-chosen', 'verva-open-application'],
    shows: ['verva-start-form'],
    parts: { list: 'The items with their search.' },
  },
  'verva-start-form': {
    description:
      'The start form of one item: its fields with a draft and files, what happens next, and the number of the new case.',
    attributes: {
      item: { type: 'string', description: 'The id of the catalogue item.' },
      caseType: {
        type: 'string',
        description:
          'Instead of `item`: the id of a kind of case. Its first catalogue item that the user may start is shown.',
      },
      process: { type: 'string', description: 'Instead of `item`: the key of a process, which has a catalogue item.' },
      draft: {
        type: 'string',
        values: ['none'],
        description: 'Keeps no draft: the input is lost when the user leaves, and no files can be added.',
      },
      initial: {
        type: 'string',
        description:
          'Initial values as JSON, by field: `{"days":3}`. Read-only and computed fields ignore them, and a draft overrides them.',
      },
      requests: {
        type: 'boolean',
        description: 'The page shows requests: the confirmation offers to open the new one, by `verva-request-opened`.',
      },
    },
    events: ['verva-start-chosen', 'verva-started', 'verva-start-edited', 'verva-request-opened'],
    parts: { body: 'The form and what happens next.', outcomes: 'The bar with the button that starts it.' },
  },
  'verva-my-requests': {
    description: 'The cases that a user started or requested: who has them, when they usually end, and messages.',
    attributes: {
      requestId: { type: 'string', description: 'The open request, by the id of its process instance.' },
      state: {
        type: 'string',
        values: ['open', 'needsYou', 'finished'],
        standard: 'open',
        description: 'The tab of the list.',
      },
      detail: {
        type: 'string',
        values: ['none'],
        description: 'Shows only the list; the page opens requests itself on `verva-request-opened`.',
      },
    },
    events: ['verva-request-opened', 'verva-task-opened'],
    shows: ['verva-task-form'],
    parts: { list: 'The list with its search and tabs.', detail: 'The open request.' },
  },
  'verva-records': {
    description:
      'The records of a registry as a table: statuses with counts, search, filters, sorting, columns, saved views, files.',
    attributes: {
      registry: { type: 'string', description: 'The id of the registry.' },
      view: {
        type: 'string',
        description:
          'A saved view that is shown first, by its slug or id. `query` has precedence. If it does not exist or is not visible to the user, a message says so.',
      },
      query: {
        type: 'string',
        description:
          "Filters, sort order, search and columns in the API's syntax: `status=eq:pending&data.due=lt:today&sort=data.due&columns=title,data.due`.",
      },
      recordId: { type: 'string', description: 'The record that the page shows beside the list, by its id or number.' },
      readonly: READONLY,
    },
    events: ['verva-record-opened', 'verva-records-changed', 'verva-open-application', 'verva-import-done'],
    parts: { list: 'The table with its tools.' },
  },
  'verva-hr-card': {
    description:
      'The card of an employee: contracts, pay, health checks, documents, clothes sizes, and who opened these data. With an element token only of the user.',
    attributes: {
      userId: {
        type: 'string',
        description:
          "The employee, by username or key; by default the user. Other employees need a full token and the user's right to see them.",
      },
      section: {
        type: 'string',
        values: ['contracts', 'pay', 'health', 'documents', 'sizes', 'log'],
        description: 'Shows only this part, without the head.',
      },
    },
    events: ['verva-hr-person-opened', 'verva-hr-changed'],
  },
  'verva-tasks': {
    description: 'Tasks of all users as a table, for administrators and members of `alltasks`.',
    attributes: {
      taskId: { type: 'string', description: 'The open task.' },
      query: {
        type: 'string',
        description:
          "Filters, sort order and search in the API's syntax: `status=eq:open&sort=due:asc`; by default the open tasks by due date. `view=` names a saved view by id or slug, `panel=workload` opens that panel.",
      },
    },
    events: ['verva-task-opened', 'verva-tasks-changed'],
    shows: ['verva-task-form'],
    parts: { list: 'The table with its tools.', detail: 'The open task.' },
  },
  'verva-manual-reader': {
    description: 'Manuals to read and confirm, and the open manual.',
    attributes: {
      manualId: {
        type: 'string',
        description: "The open manual, with the user's own reading; without it and `reading-id` a list.",
      },
      readingId: {
        type: 'string',
        description: 'The open reading: selects a finished reading, or one of several.',
      },
      number: { type: 'number', description: 'An earlier version, for users who confirmed it.' },
      language: {
        type: 'string',
        description:
          "The language of the text; by default the page's. Without a text in it, the manual's fallback language is shown and named.",
      },
      view: {
        type: 'string',
        values: ['to-read', 'all', 'confirmed', 'manual'],
        standard: 'to-read',
        description: 'The list shown while no manual is open. `manual`: only one manual, without a list.',
      },
    },
    events: ['verva-manual-opened', 'verva-manual-confirmed'],
  },
  'verva-delegation-editor': {
    description: 'The periods in which a delegate covers for a user.',
    attributes: {
      userId: {
        type: 'string',
        description: 'The delegator, by username or key, for administrators; by default the user.',
      },
      view: {
        type: 'string',
        values: ['incoming', 'calendar'],
        description:
          "The delegations in which the user is the delegate, or the calendar of absences; by default the user's own delegations.",
      },
    },
    events: ['verva-delegations-opened', 'verva-delegations-changed', 'verva-task-opened'],
  },
  'verva-mass-action': {
    description: 'Completes many tasks of one kind at once.',
    attributes: {
      runId: {
        type: 'string',
        description: 'The run to show, with its progress and results; without it a new mass action.',
      },
      view: { type: 'string', values: ['runs'], description: 'Shows the earlier runs.' },
    },
    events: ['verva-task-opened', 'verva-mass-action-opened', 'verva-mass-action-ended'],
  },
  'verva-profile': {
    description: 'Name, address, phone, language, picture, password and second factor of the user.',
    attributes: {
      section: {
        type: 'string',
        values: ['profile', 'password', 'security'],
        description:
          "Only this part; by default all. Users can change their password and second factor only if they signed in with Verva's own sign-in, so not on pages that supply tokens.",
      },
      closable: CLOSABLE,
    },
    events: ['verva-profile-saved', 'verva-profile-edited', 'verva-profile-cancelled', 'verva-password-changed'],
  },
  'verva-notifications': {
    description: 'E-mail notifications of a user: which, and when.',
    attributes: { closable: CLOSABLE },
    events: ['verva-notifications-saved', 'verva-notifications-edited', 'verva-notifications-cancelled'],
  },
  'verva-settings-groups': {
    description:
      'Groups and their members: settings for administrators. An element token needs `people`, or `people:read` to read them.',
    attributes: {
      groupId: { type: 'string', description: 'The open group.' },
      readonly: READONLY,
      query: { type: 'string', description: "The list's search in the API's syntax: `q=crane`." },
      auditPage: AUDIT_PAGE,
    },
    events: [
      'verva-group-opened',
      'verva-groups-changed',
      'verva-audit-opened',
      'verva-open-application',
      ...IMPORTING,
    ],
  },
  'verva-settings-users': {
    description:
      'Users of the organisation: settings for administrators. An element token needs `people`, or `people:read` to read them.',
    attributes: {
      userId: { type: 'string', description: 'The open user, by username.' },
      departmentId: { type: 'string', description: 'Lists the users of this department and those below it only.' },
      companyId: { type: 'string', description: 'Lists the users of this company only.' },
      readonly: READONLY,
      query: { type: 'string', description: "The list's question in the API's syntax: `status=eq:active&q=kadri`." },
      auditPage: AUDIT_PAGE,
    },
    events: [
      ...['verva-user-opened', 'verva-users-changed', 'verva-audit-opened', 'verva-open-application'],
      ...['verva-user-deactivated', ...IMPORTING],
    ],
  },
  'verva-settings-tags': {
    description: 'Tags of users: settings for administrators. An element token needs `reference`.',
    attributes: {
      readonly: READONLY,
      query: { type: 'string', description: "The list's question in the API's syntax: `color=eq:blue&q=aid`." },
      auditPage: AUDIT_PAGE,
      usersPage: { type: 'string', description: 'Address of the page with the users; tags lead to their users.' },
    },
    events: ['verva-tags-changed', 'verva-audit-opened', 'verva-users-listed', ...IMPORTING],
  },
  'verva-settings-companies': {
    description: 'Companies of the organisation: settings for administrators. An element token needs `reference`.',
    attributes: {
      companyId: { type: 'string', description: 'The open company.' },
      readonly: READONLY,
      query: { type: 'string', description: "The list's question in the API's syntax: `status=eq:active&q=port`." },
      auditPage: AUDIT_PAGE,
    },
    events: ['verva-company-opened', 'verva-companies-changed', 'verva-audit-opened', ...IMPORTING],
  },
  'verva-settings-dimensions': {
    description: 'Dimensions and their values: settings for administrators. An element token needs `reference`.',
    attributes: {
      dimensionId: { type: 'string', description: 'The open dimension.' },
      readonly: READONLY,
      query: { type: 'string', description: "The list's search in the API's syntax: `q=project`." },
      auditPage: AUDIT_PAGE,
    },
    events: ['verva-dimension-opened', 'verva-dimensions-changed', 'verva-audit-opened', ...IMPORTING],
  },
  'verva-settings-departments': {
    description:
      'The tree of departments: settings for administrators. An element token needs `reference`, and `people:read` to show their users.',
    attributes: {
      departmentId: { type: 'string', description: 'The open department.' },
      readonly: READONLY,
      query: {
        type: 'string',
        description: "The list's search, and whether inactive departments are shown: `q=crane&inactive=true`.",
      },
      auditPage: AUDIT_PAGE,
    },
    events: [
      'verva-department-opened',
      'verva-departments-changed',
      'verva-audit-opened',
      'verva-user-opened',
      ...IMPORTING,
    ],
  },
  'verva-settings-dropdowns': {
    description: 'Option lists for form fields: settings for administrators. An element token needs `reference`.',
    ...DROPDOWNS,
  },
  'verva-dropdowns': {
    description: 'Deprecated, removed in the next release: use `verva-settings-dropdowns`.',
    ...DROPDOWNS,
    replacedBy: 'verva-settings-dropdowns',
  },
  'verva-doctor': {
    description: 'Findings about the embedding page, for its developers.',
    attributes: {},
    events: ['verva-doctor-checked'],
  },
} as const satisfies Readonly<Record<`verva-${string}`, ElementEntry>>;
