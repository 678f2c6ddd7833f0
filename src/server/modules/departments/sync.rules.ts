import {
  DEPARTMENT_LEVELS_MAX,
  DEPARTMENTS_MAX,
  type SyncedDepartment,
} from '../../../shared/contracts/departments.contract.ts';
import type { ErrorCode, FieldError } from '../../../shared/contracts/errors.ts';
import { levelsOf } from '../../platform/tree-levels.ts';

/** A department as it is, with codes instead of ids. */
export interface CurrentDepartment {
  readonly code: string;
  readonly name: string;
  readonly parentCode: string | null;
  readonly companyCode: string | null;
  /** Username. */
  readonly manager: string | null;
  readonly active: boolean;
}

export interface SyncPlan {
  readonly create: readonly CurrentDepartment[];
  readonly change: readonly CurrentDepartment[];
  /** Codes. */
  readonly deactivate: readonly string[];
  readonly unchanged: number;
  /** Whether a department has another parent, or is new. */
  readonly movesTree: boolean;
}

interface Known {
  /** Codes of companies that can be chosen. */
  readonly companies: ReadonlySet<string>;
  /** Usernames of active users. */
  readonly managers: ReadonlySet<string>;
}

/** Omitted members of a known department stay; of a new one they are empty. */
function wantedOf(sent: SyncedDepartment, before: CurrentDepartment | undefined): CurrentDepartment {
  return {
    code: sent.code,
    name: sent.name.trim(),
    parentCode: sent.parentCode === undefined ? (before?.parentCode ?? null) : sent.parentCode || null,
    companyCode: sent.companyCode === undefined ? (before?.companyCode ?? null) : sent.companyCode || null,
    manager: sent.manager === undefined ? (before?.manager ?? null) : sent.manager?.toLowerCase() || null,
    active: sent.active ?? before?.active ?? true,
  };
}

const isSame = (a: CurrentDepartment, b: CurrentDepartment) =>
  (['name', 'parentCode', 'companyCode', 'manager', 'active'] as const).every((field) => a[field] === b[field]);

/** Compares the departments of a request with those of the organisation. Returns the changes, or every fault. */
export function planSync(
  current: readonly CurrentDepartment[],
  sent: readonly SyncedDepartment[],
  missing: 'keep' | 'deactivate',
  known: Known,
): SyncPlan | readonly FieldError[] {
  const before = new Map(current.map((one) => [one.code, one]));
  const wanted = sent.map((one) => wantedOf(one, before.get(one.code)));
  const after = new Map([...before, ...wanted.map((one): [string, CurrentDepartment] => [one.code, one])]);
  const errors = faultsOf(wanted, before, after, known);
  if (errors.length > 0) return errors;
  const named = new Set(wanted.map(({ code }) => code));
  const changed = wanted.filter((one) => before.has(one.code) && !isSame(one, before.get(one.code)!));
  const create = wanted.filter(({ code }) => !before.has(code));
  return {
    create,
    change: changed,
    deactivate:
      missing === 'deactivate'
        ? current.filter(({ code, active }) => active && !named.has(code)).map(({ code }) => code)
        : [],
    unchanged: wanted.length - create.length - changed.length,
    movesTree: create.length > 0 || changed.some(({ code, parentCode }) => before.get(code)!.parentCode !== parentCode),
  };
}

function faultsOf(
  wanted: readonly CurrentDepartment[],
  before: ReadonlyMap<string, CurrentDepartment>,
  after: ReadonlyMap<string, CurrentDepartment>,
  { companies, managers }: Known,
): FieldError[] {
  if (after.size > DEPARTMENTS_MAX) {
    return [{ pointer: '/departments', code: 'department.too_many', params: { max: DEPARTMENTS_MAX } }];
  }
  const levels = levelsOf(after);
  const seen = new Set<string>();
  return wanted.flatMap((one, index) => {
    const old = before.get(one.code);
    const fault = (member: string, code: ErrorCode, params: FieldError['params'] = {}): FieldError => {
      return { pointer: `/departments/${index}/${member}`, code, params };
    };
    const unknown = (member: 'parentCode' | 'companyCode' | 'manager', isKnown: (value: string) => boolean) => {
      const value = one[member];
      const isFine = value === null || value === old?.[member] || isKnown(value);
      return isFine ? [] : [fault(member, 'department.unknown_reference', { value })];
    };
    const isTwice = seen.has(one.code);
    seen.add(one.code);
    const level = levels.get(one.code)!;
    return [
      ...(isTwice ? [fault('code', 'department.code_taken', { value: one.code })] : []),
      ...unknown('parentCode', (code) => after.has(code)),
      ...unknown('companyCode', (code) => companies.has(code)),
      ...unknown('manager', (username) => managers.has(username)),
      ...(level === 'circle' ? [fault('parentCode', 'department.cycle')] : []),
      ...(typeof level === 'number' && level > DEPARTMENT_LEVELS_MAX
        ? [fault('parentCode', 'department.too_deep', { max: DEPARTMENT_LEVELS_MAX })]
        : []),
    ];
  });
}
