/** Groups that pass every check but those of the provider (ROLE-02). */
const ADMINISTRATORS = ['admin', 'verva.admin'] as const;
const PROVIDER = ['verva.admin'] as const;

/**
 * What the groups of the product grant, in display order: the groups of which one suffices. Operations of the API check
 * groups by themselves; test/api/rights.test.ts asks every operation as each group and compares the answers with this table.
 */
export const RIGHTS = {
  'tasks.see': [...ADMINISTRATORS, 'alltasks'],
  'tasks.manage': ADMINISTRATORS,
  'views.share': ADMINISTRATORS,
  users: ADMINISTRATORS,
  groups: ADMINISTRATORS,
  departments: ADMINISTRATORS,
  companies: ADMINISTRATORS,
  tags: ADMINISTRATORS,
  dimensions: ADMINISTRATORS,
  dropdowns: ADMINISTRATORS,
  delegations: ADMINISTRATORS,
  organisation: ADMINISTRATORS,
  notifications: ADMINISTRATORS,
  audit: ADMINISTRATORS,
  rights: ADMINISTRATORS,
  embedding: ADMINISTRATORS,
  directory: ADMINISTRATORS,
  'manuals.write': [...ADMINISTRATORS, 'manualsgroup'],
  'manuals.report': [...ADMINISTRATORS, 'manualsgroup', 'manualsviewer'],
  'readers.choose': [...ADMINISTRATORS, 'manualsgroup', 'manualsviewer'],
  'hr.contracts': [...ADMINISTRATORS, 'employee_management_admin'],
  'hr.sizes': [...ADMINISTRATORS, 'employee_management_admin', 'clothes_sizes_admin'],
  organisations: PROVIDER,
  'provider.grant': PROVIDER,
  forms: PROVIDER,
  processes: PROVIDER,
  catalogue: PROVIDER,
  'cases.configure': PROVIDER,
  registries: PROVIDER,
  configuration: PROVIDER,
  menu: PROVIDER,
  translations: PROVIDER,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RightId = keyof typeof RIGHTS;

export const RIGHT_IDS = Object.keys(RIGHTS) as readonly RightId[];

/** Groups whose members see confidential tasks of others where being an administrator is not enough. */
export const CONFIDENTIAL_GROUPS = {
  health: ['employee_management_admin'],
  pay: ['employee_management_admin', 'finance_viewer'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ConfidentialKind = keyof typeof CONFIDENTIAL_GROUPS;
