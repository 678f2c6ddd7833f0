import type { Use } from '../shared/contracts/reference-data.contract.ts';

type Kind = Use['kind'];

const encoded = encodeURIComponent;

/** Pages where the application shows or edits what uses an object. */
const PAGES: Readonly<Partial<Record<Kind, (id: string) => string>>> = {
  caseType: () => '/settings/caseconfiguration',
  catalogueItem: () => '/settings/catalogue',
  department: (id) => `/settings/departments?id=${encoded(id)}`,
  embedClient: () => '/settings/embedding',
  form: (id) => `/settings/formbuilder?formId=${encoded(id)}`,
  manual: (id) => `/settings/manuals/${encoded(id)}`,
  manualGroup: () => '/settings/manuals',
  menu: () => '/settings/menu-items',
  organisation: () => '/settings/organisation',
  process: () => '/settings/processes',
  registry: (id) => `/settings/registries/${encoded(id)}`,
  scimClient: () => '/settings/provisioning',
};

export const addressInApplication = ({ kind, id }: Pick<Use, 'kind' | 'id'>): string | undefined => PAGES[kind]?.(id);
