import { LANGUAGE_NAMES, LANGUAGES, type LanguageId, LOCALES } from '../../../shared/contracts/constants.ts';

/** The product's groups (ROLE-01); every tenant has them from the start, and they cannot be removed. */
export const PRODUCT_GROUPS: readonly { readonly id: string; readonly name: string }[] = [
  { id: 'admin', name: 'Administrators' },
  { id: 'verva.admin', name: 'Provider administrators' },
  { id: 'alltasks', name: 'Everybody’s tasks' },
  { id: 'assetadmin', name: 'Asset administrators' },
  { id: 'assetviewer', name: 'Asset viewers' },
  { id: 'employee_management_admin', name: 'Employee administrators' },
  { id: 'employee_management_viewer', name: 'Employee viewers' },
  { id: 'clothes_sizes_admin', name: 'Clothing sizes' },
  { id: 'team_contract_viewer', name: 'Contracts of own team' },
  { id: 'finance_viewer', name: 'Finance' },
  { id: 'manualsgroup', name: 'Manual authors' },
  { id: 'manualsviewer', name: 'Manual viewers' },
];

export const PRODUCT_LANGUAGES: readonly { readonly id: LanguageId; readonly name: string; readonly locale: string }[] =
  LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id], locale: LOCALES[id] }));
