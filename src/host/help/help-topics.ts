/** Pages of the help, in the groups and the order of its list. Each is a file in docs/help, in every language. */
export const HELP_GROUPS = [
  {
    id: 'work',
    pages: [
      'inbox',
      'task',
      'start',
      'my-requests',
      'mass-action',
      'tasks',
      'delegations',
      'manuals',
      'registry',
      'record',
      'hr-card',
      'hr-people',
    ],
  },
  { id: 'own', pages: ['application', 'profile', 'notifications'] },
  { id: 'signIn', pages: ['sign-in', 'access-denied', 'email-action', 'email-links', 'setup'] },
  { id: 'authors', pages: ['manual-reports', 'manual-settings', 'manual-editor'] },
  {
    id: 'settings',
    pages: [
      'users',
      'leaving',
      'tags',
      'groups',
      'departments',
      'companies',
      'dimensions',
      'dropdowns',
      'all-delegations',
      'rights',
      'audit',
      'alerts',
      'notification-defaults',
      'sign-in-settings',
      'provisioning',
      'identity-providers',
      'embedding',
      'organisation',
      'organisations',
      'menu-items',
      'registry-settings',
      'processes',
      'case-types',
      'catalogue-settings',
      'forms',
      'formbuilder',
      'i18n',
      'configuration',
    ],
  },
] as const;

export type HelpTopic = (typeof HELP_GROUPS)[number]['pages'][number];

/** Pages of the help by the application's pages, as the menu names them. */
export const TOPIC_OF_PAGE: Readonly<Record<string, HelpTopic>> = {
  inbox: 'inbox',
  start: 'start',
  tasks: 'tasks',
  'my-requests': 'my-requests',
  'mass-action': 'mass-action',
  delegations: 'delegations',
  manuals: 'manuals',
  registry: 'registry',
  hr: 'hr-card',
  'manual-reports': 'manual-reports',
  'manual-settings': 'manual-settings',
  users: 'users',
  tags: 'tags',
  groups: 'groups',
  departments: 'departments',
  companies: 'companies',
  dimensions: 'dimensions',
  'all-delegations': 'all-delegations',
  rights: 'rights',
  audit: 'audit',
  alerts: 'alerts',
  dropdowns: 'dropdowns',
  'notification-defaults': 'notification-defaults',
  'sign-in-settings': 'sign-in-settings',
  provisioning: 'provisioning',
  'identity-providers': 'identity-providers',
  embedding: 'embedding',
  organisation: 'organisation',
  organisations: 'organisations',
  'menu-items': 'menu-items',
  'registry-settings': 'registry-settings',
  processes: 'processes',
  'case-types': 'case-types',
  'catalogue-settings': 'catalogue-settings',
  forms: 'forms',
  i18n: 'i18n',
  configuration: 'configuration',
  formbuilder: 'formbuilder',
  section: 'application',
};

/** Pages of the help by the addresses outside of the menu. */
export const TOPIC_OF_ADDRESS: Readonly<Record<string, HelpTopic>> = {
  '/login': 'sign-in',
  '/callback': 'sign-in',
  '/popup-login': 'sign-in',
  '/401': 'access-denied',
  '/task-form-view': 'task',
  '/record-form-view': 'record',
  '/start-form-view': 'start',
  '/task-action': 'email-action',
  '/unsubscribe': 'email-links',
  '/email-change': 'email-links',
  '/email-undo': 'email-links',
  '/embed': 'embedding',
  '/setup': 'setup',
  '/second-factor': 'sign-in',
};

/** The help for a page of the menu. `search` is the query of its address, `path` what the user is looking at. */
export function helpTopic(page: string | undefined, path: string, search: string): HelpTopic {
  if (page === 'inbox' && new URLSearchParams(search).has('taskId')) return 'task';
  // A card that was opened from the list has the address of the list and a part more.
  if (page === 'hr' && path.endsWith('/people')) return 'hr-people';
  if (page === 'manual-settings' && path !== '/settings/manuals') return 'manual-editor';
  return TOPIC_OF_PAGE[page ?? ''] ?? 'application';
}

/** Address of a page of the help; without a page, of the list of all. */
export const helpAddress = (topic?: string): string => (topic === undefined ? '/help' : `/help/${topic}`);
