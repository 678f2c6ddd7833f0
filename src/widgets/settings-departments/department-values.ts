import type { DepartmentChange } from '../../shared/contracts/departments.contract.ts';
import type { Department } from '../../shared/contracts/reference-data.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';

/** What can be changed of a department in its form, as typed. */
export interface DepartmentValues {
  readonly name: string;
  readonly code: string;
  readonly head: UserRef | null;
  readonly company: { readonly id: string; readonly name: string } | null;
  readonly active: boolean;
}

export type DepartmentField = keyof DepartmentValues;

const FIELDS = ['name', 'code', 'head', 'company', 'active'] as const satisfies readonly DepartmentField[];

export const valuesOf = ({ name, code, manager, company, active }: Department): DepartmentValues => ({
  ...{ name, code, company, active },
  head: manager,
});

export const changeOf = ({ name, code, head, company, active }: DepartmentValues): DepartmentChange => ({
  name: name.trim(),
  code: code.trim(),
  managerId: head?.key ?? null,
  companyId: company?.id ?? null,
  active,
});

/** Identifies a value. */
function identityOf(value: DepartmentValues[DepartmentField]): string | boolean {
  if (value === null || typeof value !== 'object') return value ?? '';
  return 'key' in value ? value.key : value.id;
}

const isSame = (field: DepartmentField, one: DepartmentValues, other: DepartmentValues): boolean =>
  identityOf(one[field]) === identityOf(other[field]);

export const differs = (one: DepartmentValues, other: DepartmentValues): boolean =>
  FIELDS.some((field) => !isSame(field, one, other));

interface Merged {
  readonly values: DepartmentValues;
  /** Fields that were changed here, and saved with another value by another administrator. */
  readonly theirs: Partial<DepartmentValues>;
}

/** Takes over what changed on the server since `before`, except fields that were changed here. */
export function mergeValues(before: DepartmentValues, typed: DepartmentValues, now: DepartmentValues): Merged {
  const copy = (fields: readonly DepartmentField[]) => Object.fromEntries(fields.map((field) => [field, now[field]]));
  const untouched = FIELDS.filter((field) => isSame(field, typed, before));
  const theirs = FIELDS.filter(
    (field) => !untouched.includes(field) && !isSame(field, now, before) && !isSame(field, now, typed),
  );
  return { values: { ...typed, ...copy(untouched) }, theirs: copy(theirs) };
}
