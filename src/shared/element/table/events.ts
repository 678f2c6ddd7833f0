// Events that elements dispatch to their page. Only tools and tests read these values; code for browsers imports the
// types (types.ts).

export interface EventEntry {
  /** TypeScript type of `event.detail`; null if there is none. */
  readonly detail: string | null;
  /** Whether preventDefault() has an effect. */
  readonly cancelable: boolean;
  /** When it is dispatched, and the effect of preventDefault(). Markdown. */
  readonly description: string;
}

export const EVENTS = {
  'verva-task-opened': {
    detail: '{ taskId: string | null; manualId?: string }',
    cancelable: true,
    description:
      'A task is about to open; `taskId` is null when the user returns to the list. `preventDefault()` leaves the opening to the page. With `manualId` the item is a manual to read and `taskId` the id of its reading: `<verva-manual-reader>` opens instead of the task, and needs the scope `manuals` in an element token.',
  },
  'verva-view-changed': {
    detail:
      "{ view?: string; filters?: string; sort?: 'due:asc' | 'due:desc' | 'created:desc' | 'created:asc' | 'priority:desc' | 'process:asc'; group?: 'none' | 'due' | 'process' | 'priority' | 'onBehalfOf'; columns?: string; rows?: 'dense' | 'comfortable'; q?: string }",
    cancelable: false,
    description:
      'The user searched, filtered, sorted or chose a view. The detail has the attributes that reproduce the list; a page can keep them in its URL.',
  },
  'verva-task-completed': {
    detail: '{ taskId: string; outcome: string | null; next: string | null; undoableUntil: string | null }',
    cancelable: true,
    description:
      "The server has completed the task, or defers the completion until `undoableUntil` so that the user can undo it; `next` is the user's next task or null. `preventDefault()` keeps the form from showing the finished task.",
  },
  'verva-task-reopened': {
    detail: '{ taskId: string }',
    cancelable: true,
    description:
      'The user has undone the completion, or the server could not execute it. `preventDefault()` keeps the form from showing the task again.',
  },
  'verva-start-chosen': {
    detail: '{ item: string | null }',
    cancelable: true,
    description:
      'The user chose an item to start; `item` is null when they return to the catalogue. `preventDefault()` leaves the opening to the page.',
  },
  'verva-started': {
    detail: '{ instanceId: string; number: string; item: string }',
    cancelable: true,
    description: 'A case has started, with this number. `preventDefault()` leaves the confirmation to the page.',
  },
  'verva-start-edited': {
    detail: '{ unsaved: boolean }',
    cancelable: false,
    description: 'The start form now has, or no longer has, input that is not kept on the server.',
  },
  'verva-hr-person-opened': {
    detail: '{ userId: string }',
    cancelable: true,
    description:
      'The user chose a manager, whose card is about to open; `userId` is the username. `preventDefault()` leaves the opening to the page.',
  },
  'verva-hr-changed': {
    detail: '{ userId: string }',
    cancelable: false,
    description: 'The user has saved a change of the card; `userId` is the username or key of the employee.',
  },
  'verva-tasks-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description:
      "The user changed the filters, order, search, view or panel, for the page's URL; `query` is empty for the default, the open tasks by due date.",
  },
  'verva-request-opened': {
    detail: '{ instanceId: string | null }',
    cancelable: true,
    description:
      'A request is about to open or close (null). A page that prevents the event sets `request-id` itself, for example from its URL.',
  },
  'verva-dropdown-opened': {
    detail: '{ dropdownId: string | null }',
    cancelable: true,
    description:
      'A dropdown is about to open or close (null). A page that prevents the event sets `dropdown-id` itself, for example from its URL.',
  },
  'verva-dropdowns-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description: "The user searched the list, for the page's URL; `query` is empty without a search.",
  },
  'verva-group-opened': {
    detail: '{ groupId: string | null }',
    cancelable: true,
    description:
      'A group is about to open or close (null). A page that prevents the event sets `group-id` itself, for example from its URL.',
  },
  'verva-groups-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description: "The user searched the list, for the page's URL; `query` is empty without a search.",
  },
  'verva-department-opened': {
    detail: '{ departmentId: string | null }',
    cancelable: true,
    description:
      'A department is about to open or close (null). A page that prevents the event sets `department-id` itself, for example from its URL.',
  },
  'verva-departments-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description:
      "The user searched the tree, or showed or hid inactive departments, for the page's URL; `query` is empty for the default.",
  },
  'verva-user-opened': {
    detail: '{ userId: string | null }',
    cancelable: true,
    description:
      'A user is about to open or close (null). A page that prevents the event sets `user-id` itself, for example from its URL. `<verva-settings-departments>` shows no users: its page opens them.',
  },
  'verva-record-opened': {
    detail: '{ registry: string; recordId: string; number: string | null }',
    cancelable: true,
    description:
      'A record is about to open; `recordId` is `new` for one that the user wants to add. `preventDefault()` leaves the opening to the page; otherwise `verva-open-application` follows.',
  },
  'verva-records-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description:
      "The user searched, filtered, sorted, turned the page, or chose columns or a view, for the page's URL; `query` is empty for the default.",
  },
  'verva-open-application': {
    detail: '{ path: string }',
    cancelable: true,
    description:
      'With an element token: the user asks for something that only the application does, such as deactivating a user, or chose a link to one of its pages; `path` is its page there. `preventDefault()` keeps the element from opening it in a new tab.',
  },
  'verva-users-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description:
      "The user searched, filtered or sorted the list, or turned its page, for the page's URL; `query` is empty for the default.",
  },
  'verva-settings-changed': {
    detail: "{ kind: 'user' | 'group' | 'tag' | 'department' | 'company' | 'dimension' | 'dropdown'; id: string }",
    cancelable: false,
    description:
      'The server has saved a change of the thing that `kind` and `id` name; of a user, `id` is the username or the key. An import has an event of its own.',
  },
  'verva-user-deactivated': {
    detail: '{ userId: string }',
    cancelable: false,
    description: 'The user has deactivated another one, named by username or key. Follows `verva-settings-changed`.',
  },
  'verva-import-done': {
    detail:
      '{ runId: string; counts: { add: number; change: number; same: number; disable: number; remove: number; refuse: number } }',
    cancelable: false,
    description: 'An import, or its undo, has ended; `counts` has its rows by what happened to them.',
  },
  'verva-audit-opened': {
    detail: '{ query: string }',
    cancelable: true,
    description:
      'The user asks for the audit log of a user, a group or another entry; `query` has its filters. `preventDefault()` keeps the element from opening the address of `audit-page` with this query.',
  },
  'verva-users-listed': {
    detail: '{ query: string }',
    cancelable: true,
    description:
      'The user asks for the users with a tag; `query` has the filter. `preventDefault()` keeps the element from opening the address of `users-page` with this query.',
  },
  'verva-tags-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description:
      "The user searched, filtered or sorted the list, or turned its page, for the page's URL; `query` is empty for the default.",
  },
  'verva-company-opened': {
    detail: '{ companyId: string | null }',
    cancelable: true,
    description:
      'A company is about to open or close (null). A page that prevents the event sets `company-id` itself, for example from its URL.',
  },
  'verva-companies-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description:
      "The user searched, filtered or sorted the list, or turned its page, for the page's URL; `query` is empty for the default.",
  },
  'verva-dimension-opened': {
    detail: '{ dimensionId: string | null }',
    cancelable: true,
    description:
      'A dimension is about to open or close (null). A page that prevents the event sets `dimension-id` itself, for example from its URL.',
  },
  'verva-dimensions-changed': {
    detail: '{ query: string }',
    cancelable: false,
    description: "The user searched the list, for the page's URL; `query` is empty without a search.",
  },
  'verva-profile-saved': {
    detail:
      '{ user: { id: string; key: string; name: string; email: string | null; phoneNumber: string | null; languageId: string; avatar: string | null }; reload: boolean }',
    cancelable: true,
    description:
      "The profile was saved. With `reload`, its language differs from the page's: the page is reloaded unless `preventDefault()` is called because the page changes its language itself.",
  },
  'verva-profile-edited': {
    detail: '{ unsaved: boolean }',
    cancelable: false,
    description: 'Unsaved input appeared or disappeared.',
  },
  'verva-profile-cancelled': {
    detail: null,
    cancelable: false,
    description: 'Cancel was pressed; the page may close the form.',
  },
  'verva-password-changed': {
    detail: null,
    cancelable: false,
    description: 'The password was changed; the page may close the form.',
  },
  'verva-notifications-saved': {
    detail: null,
    cancelable: false,
    description: 'The settings were saved; the page may close the element.',
  },
  'verva-notifications-cancelled': {
    detail: null,
    cancelable: false,
    description: 'Cancel was pressed; the page may close the element.',
  },
  'verva-notifications-edited': {
    detail: '{ unsaved: boolean }',
    cancelable: false,
    description: 'Unsaved changes appeared or disappeared.',
  },
  'verva-delegations-opened': {
    detail: "{ view: 'own' | 'incoming' | 'calendar' }",
    cancelable: true,
    description:
      'The user opens another view. A page that prevents the event sets `view` itself, for example from its URL.',
  },
  'verva-delegations-changed': {
    detail:
      '{ delegations: readonly { id: string | null; delegateUserId: string | null; startDate: string | null; endDate: string | null; comment: string; replaceVerva: boolean; moveOpenTasks: boolean; valid: boolean; saved: boolean }[] }',
    cancelable: false,
    description:
      'Half a second after the last change in a card, and after saving and removing. `id` is null while the period is new; dates are `2026-01-05`.',
  },
  'verva-mass-action-opened': {
    detail: "{ runId: string | null; view: 'new' | 'runs' }",
    cancelable: true,
    description:
      'The user opens or starts a run, or goes back (null). A page that prevents the event sets `run-id` and `view` itself, for example from its URL.',
  },
  'verva-mass-action-ended': {
    detail: '{ runId: string; done: number; failed: number; total: number }',
    cancelable: false,
    description: 'The run that is shown has ended.',
  },
  'verva-manual-opened': {
    detail:
      "{ view: 'to-read' | 'all' | 'confirmed'; manualId: string | null; readingId: string | null; number: number | null }",
    cancelable: true,
    description:
      'A manual or a list is about to be shown; for a list, the last three are null. A page that prevents the event sets the attributes itself, for example from its URL.',
  },
  'verva-manual-confirmed': {
    detail: '{ manualId: string; readingId: string; number: number; languageId: string; undoableUntil: string | null }',
    cancelable: false,
    description:
      'The server has accepted the confirmation. Until `undoableUntil` the user can undo it; null: it is final.',
  },
  'verva-doctor-checked': {
    detail:
      "{ findings: readonly { check: string; state: 'fine' | 'problem' | 'advice' | 'unknown' | 'checking'; code: string }[] }",
    cancelable: false,
    description:
      '`verva-doctor` has inspected the page, or has a new finding. `code` identifies the finding in every language.',
  },
  'verva-session-expired': {
    detail: null,
    cancelable: false,
    description:
      'The session ended. The element offers to sign in; a page with its own sign-in calls `configureVerva` again.',
  },
  'verva-error': {
    detail: '{ code: string; error: unknown }',
    cancelable: false,
    description: 'A part of the element failed and shows an error instead.',
  },
  'verva-load-error': {
    detail: '{ tag: string; error: unknown }',
    cancelable: false,
    description:
      'The code of the element did not arrive, or not within 120 s. The loader retries after 1 s, then 2, 4 … 60 s, and dispatches the event on each element of the kind.',
  },
} as const satisfies Readonly<Record<`verva-${string}`, EventEntry>>;

/** Commands that a page sends to an element by dispatching events on it. */
export const COMMANDS = {
  'verva-task-command': {
    detail: "{ command: 'assign' | 'claim' | 'comment' | 'complete' }",
    description:
      'Claims the task (`claim`), opens the dialog that assigns it (`assign`), opens the comments with the focus in a new one (`comment`), or focuses the expected outcome (`complete`; nothing is completed). A command that the user may not execute does nothing.',
  },
} as const satisfies Readonly<Record<`verva-${string}`, { readonly detail: string; readonly description: string }>>;
