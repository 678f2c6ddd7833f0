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
      'Light or dark as the page, as the system, or always. With anything but `page` it draws its own ground.',
  },
  density: {
    type: 'string',
    values: ['dense', 'comfortable'],
    standard: 'dense',
    description: 'How much room rows and controls take.',
  },
} as const satisfies Readonly<Record<string, AttributeEntry>>;

/** Events of every element. */
export const COMMON_EVENTS = ['verva-session-expired', 'verva-error', 'verva-load-error'] as const;

const TASK_ID = { type: 'string', description: 'The task to show and to work on.' } as const;
const CLOSABLE = {
  type: 'boolean',
  description: 'The page can close what contains it: there is a Cancel button, and the first field has the focus.',
} as const;

export const ELEMENTS = {
  'verva-inbox': {
    description: 'The tasks that a user may act on, and the open task beside them.',
    attributes: {
      taskId: { type: 'string', description: 'The task that is open beside the list.' },
      detail: {
        type: 'string',
        values: ['none'],
        description: 'Only the list; the page opens tasks itself on `verva-task-opened`.',
      },
      view: {
        type: 'string',
        description: 'A saved view, by its slug or id; one that is not there or not to be seen is said above the list.',
      },
      filters: {
        type: 'string',
        description:
          "Conditions in the syntax of the API: `due=lt:today%2B7&process=eq:permit`. They go before the view's, field by field; `process=` takes the view's away.",
      },
      sort: {
        type: 'string',
        values: ['due:asc', 'due:desc', 'created:desc', 'created:asc', 'priority:desc', 'process:asc'],
        standard: 'due:asc',
        description: 'The order of the list.',
      },
      group: {
        type: 'string',
        values: ['none', 'due', 'process', 'priority', 'onBehalfOf'],
        standard: 'due',
        description: 'What the list is divided by.',
      },
      columns: {
        type: 'string',
        standard: 'process,businessKey,due,onBehalfOf',
        description:
          'What a row shows beside the name, of `process,businessKey,due,assignee,priority,created,onBehalfOf`.',
      },
      rows: {
        type: 'string',
        values: ['dense', 'comfortable'],
        standard: 'dense',
        description: 'How high a row is.',
      },
      q: { type: 'string', description: 'Words to search for.' },
    },
    events: ['verva-task-opened', 'verva-view-changed'],
    shows: ['verva-task-form', 'verva-manual-reader'],
    parts: { list: 'The list with its search and filters.', detail: 'What is open beside the list.' },
  },
  'verva-task-form': {
    description: 'One task: its form, comments, files and history, and the ways to complete it.',
    attributes: { taskId: TASK_ID },
    events: ['verva-task-opened', 'verva-task-completed', 'verva-task-reopened'],
    commands: ['verva-task-command'],
    parts: {
      head: 'The name of the task with what can be done to it.',
      body: 'The form, or the tab that is open.',
      outcomes: 'The bar with the ways to complete the task.',
    },
  },
  'verva-tasks': {
    description: 'Tasks of all users as a table, for administrators and members of `alltasks`.',
    attributes: {
      taskId: { type: 'string', description: 'The task that is open beside the table.' },
      query: {
        type: 'string',
        description:
          "Filters, order and search in the API's words, `status=eq:open&sort=due:asc`; without it the open tasks by due date.",
      },
    },
    events: ['verva-task-opened', 'verva-tasks-changed'],
    shows: ['verva-task-form'],
    parts: { list: 'The table with its tools.', detail: 'The task that is open beside it.' },
  },
  'verva-manual-reader': {
    description: 'Manuals to read and confirm, and the one that is open.',
    attributes: {
      manualId: {
        type: 'string',
        description:
          "The manual that is open, with the person's own duty to read it; without it and `reading-id` a list.",
      },
      readingId: {
        type: 'string',
        description: 'The duty that is open: with it a finished one can be shown, and one of several.',
      },
      number: { type: 'number', description: 'An earlier version, for who confirmed it.' },
      language: {
        type: 'string',
        description:
          "Of the text; without it that of the page. Where there is none in it, the manual's fallback language is shown and named.",
      },
      view: {
        type: 'string',
        values: ['to-read', 'all', 'confirmed', 'manual'],
        standard: 'to-read',
        description:
          'The list that is shown while nothing is open. `manual`: one manual only, without a way back to a list.',
      },
    },
    events: ['verva-manual-opened', 'verva-manual-confirmed'],
  },
  'verva-delegation-editor': {
    description: 'The periods in which a delegate covers for a user.',
    attributes: {
      userId: {
        type: 'string',
        description: "Whose delegations, by username or key, for administrators; without it the person's own.",
      },
    },
    events: ['verva-delegations-changed'],
  },
  'verva-mass-action': {
    description: 'Completes many tasks of one kind at once.',
    attributes: {
      runId: {
        type: 'string',
        description: 'The run that is shown, with its progress and results; without it a new mass action.',
      },
      view: { type: 'string', values: ['runs'], description: 'The earlier runs.' },
    },
    events: ['verva-task-opened', 'verva-mass-action-opened', 'verva-mass-action-ended'],
  },
  'verva-profile': {
    description: 'Name, address, phone, language, picture and password of the user.',
    attributes: {
      section: {
        type: 'string',
        values: ['profile', 'password'],
        description:
          "Only that part; without it both. The password can be changed only where the person signed in with Verva's own sign-in, so not on pages that give tokens.",
      },
      closable: CLOSABLE,
    },
    events: ['verva-profile-saved', 'verva-profile-edited', 'verva-profile-cancelled', 'verva-password-changed'],
  },
  'verva-notifications': {
    description: 'Which e-mail notifications a user gets, and when.',
    attributes: { closable: CLOSABLE },
    events: ['verva-notifications-saved', 'verva-notifications-edited', 'verva-notifications-cancelled'],
  },
  'verva-dropdowns': {
    description: 'The lists that fields of forms choose from: settings for administrators, with a full token only.',
    attributes: {
      dropdownId: { type: 'string', description: 'The dropdown that is open beside the list.' },
    },
    events: ['verva-dropdown-opened'],
  },
  'verva-doctor': {
    description: 'Findings about the page around it, for the developers of that page.',
    attributes: {},
    events: ['verva-doctor-checked'],
  },
} as const satisfies Readonly<Record<`verva-${string}`, ElementEntry>>;
