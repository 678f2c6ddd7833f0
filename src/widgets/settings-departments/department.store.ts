import { batch, computed, signal } from '@preact/signals-core';
import { ApiError } from '../../shared/api/index.ts';
import type { Department } from '../../shared/contracts/reference-data.contract.ts';
import {
  changeOf,
  type DepartmentField,
  type DepartmentValues,
  differs,
  mergeValues,
  valuesOf,
} from './department-values.ts';
import type { DepartmentsStore } from './departments.store.ts';

type SaveState =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** Another administrator saved first. */
  | { readonly status: 'conflict'; readonly error: ApiError };

/** `taken` and `refused`: the server's reason is in the error of `save`. */
export type Faults = Readonly<Partial<Record<DepartmentField, 'required' | 'taken' | 'refused'>>>;

/** Fields of the form by the names of the API. */
const FIELD_OF: Readonly<Record<string, DepartmentField>> = {
  name: 'name',
  code: 'code',
  managerId: 'head',
  companyId: 'company',
  active: 'active',
};

function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'department.code_taken') return { code: 'taken' };
  const fields = error.errors.flatMap(({ pointer }) => FIELD_OF[pointer.split('/')[1] ?? ''] ?? []);
  return Object.fromEntries(fields.map((field) => [field, 'refused']));
}

/** One department being edited. */
export function createDepartmentStore(first: Department, list: Pick<DepartmentsStore, 'update' | 'load'>) {
  const saved = signal(first);
  const values = signal(valuesOf(first));
  const faults = signal<Faults>({});
  const theirs = signal<Partial<DepartmentValues>>({});
  const save = signal<SaveState>({ status: 'idle' });
  const isChanged = computed(() => differs(values.value, valuesOf(saved.value)));

  /** Takes over what the server has now, keeping the changes made here. */
  function sync(department: Department): void {
    const before = saved.peek();
    if (department === before || department.version < before.version) return;
    const merged = mergeValues(valuesOf(before), values.peek(), valuesOf(department));
    batch(() => {
      saved.value = department;
      values.value = merged.values;
      if (department.version > before.version) theirs.value = merged.theirs;
    });
  }

  function reset(): void {
    batch(() => {
      values.value = valuesOf(saved.peek());
      faults.value = {};
      theirs.value = {};
      save.value = { status: 'idle' };
    });
  }

  /** `sent`: the saved values. What was typed since stays. */
  function accept(department: Department, sent: DepartmentValues): void {
    batch(() => {
      saved.value = department;
      values.value = mergeValues(sent, values.peek(), valuesOf(department)).values;
      theirs.value = {};
      save.value = { status: 'idle' };
    });
  }

  function refuse(error: unknown): void {
    const isConflict = error instanceof ApiError && error.code === 'edit.conflict';
    const current = isConflict ? (error.problem?.current as Department | undefined) : undefined;
    batch(() => {
      if (current) sync(current);
      faults.value = faultsOf(error);
      save.value = isConflict ? { status: 'conflict', error } : { status: 'failed', error };
    });
  }

  /** Saves the changes. Returns whether they were saved; what was typed stays otherwise. */
  async function submit(): Promise<boolean> {
    if (save.peek().status === 'saving') return false;
    const typed = values.peek();
    const change = changeOf(typed);
    faults.value = {
      ...(change.name === '' && { name: 'required' as const }),
      ...(change.code === '' && { code: 'required' as const }),
    };
    if (Object.keys(faults.peek()).length > 0) return false;
    save.value = { status: 'saving' };
    try {
      accept(await list.update(saved.peek(), change), typed);
      return true;
    } catch (error) {
      refuse(error);
      if (save.peek().status === 'conflict') await list.load();
      return false;
    }
  }

  return {
    ...{ saved, values, faults, theirs, save, isChanged, sync, reset, submit },
    type(change: Partial<DepartmentValues>): void {
      batch(() => {
        values.value = { ...values.peek(), ...change };
        const changed = Object.keys(change);
        faults.value = Object.fromEntries(Object.entries(faults.peek()).filter(([field]) => !changed.includes(field)));
      });
    },
  };
}

export type DepartmentStore = ReturnType<typeof createDepartmentStore>;
