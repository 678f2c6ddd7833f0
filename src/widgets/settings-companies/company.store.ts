import { batch, computed, signal } from '@preact/signals-core';
import { type call, codeOf } from '../../shared/api/index.ts';
import {
  type CompanyChange,
  type CompanyRow,
  deleteCompanyLogo,
  getCompany,
  putCompanyLogo,
  updateCompany,
} from '../../shared/contracts/companies.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { currentOf, isSameValue, mergeValues } from '../../shared/ui/merge-values.ts';

/** What an administrator can change of a company, as typed. */
export interface CompanyValues {
  readonly name: string;
  readonly code: string;
  readonly registryCode: string;
  readonly country: string | null;
  readonly active: boolean;
}

export type LogoChange = { readonly kind: 'same' | 'none' } | { readonly kind: 'new'; readonly file: File };

export type SaveState =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'failed'; readonly error: unknown; readonly of: 'company' | 'logo' };

const SAME: LogoChange = { kind: 'same' };

export function valuesOf(company: CompanyRow | null): CompanyValues {
  return {
    name: company?.name ?? '',
    code: company?.code ?? '',
    registryCode: company?.registryCode ?? '',
    country: company?.country ?? null,
    active: company?.active ?? true,
  };
}

/** What is sent: without spaces at the ends. */
export function bodyOf({ name, code, registryCode, country, active }: CompanyValues): CompanyChange {
  return { name: name.trim(), code: code.trim(), registryCode: registryCode.trim() || null, country, active };
}

export const isWhole = ({ name, code }: CompanyValues): boolean => name.trim() !== '' && code.trim() !== '';

/** One company being edited. `send` is `call` of shared/api. */
export function createCompanyStore({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const values = signal<CompanyValues | null>(null);
  const theirs = signal<Partial<CompanyValues>>({});
  const logo = signal<LogoChange>(SAME);
  const save = signal<SaveState>({ status: 'idle' });
  const isTried = signal(false);
  const params = { id };
  const { state, load, stop } = createLoaded(async (signal) => {
    const company = await send(getCompany, { params, signal });
    if (!signal.aborted) values.value = valuesOf(company);
    return { company };
  });

  const isChanged = computed(
    () =>
      state.value.status === 'ready' &&
      (logo.value.kind !== 'same' || !isSameValue(values.value, valuesOf(state.value.company))),
  );

  /** Takes over the saved company, keeping the changes made here. */
  function merge(company: CompanyRow): void {
    const now = state.peek();
    const typed = values.peek();
    if (now.status !== 'ready' || !typed) return;
    const merged = mergeValues(valuesOf(now.company), typed, valuesOf(company));
    batch(() => {
      state.value = { status: 'ready', company };
      values.value = merged.values;
      theirs.value = merged.theirs;
    });
  }

  async function saveCompany(): Promise<void> {
    const now = state.peek();
    const typed = values.peek();
    if (now.status !== 'ready' || !typed || isSameValue(typed, valuesOf(now.company))) return;
    const company = await send(updateCompany, { params, ifMatch: now.company.version, body: bodyOf(typed) });
    batch(() => {
      state.value = { status: 'ready', company };
      // What was typed during the request stays.
      if (isSameValue(values.peek(), typed)) values.value = valuesOf(company);
      theirs.value = {};
    });
  }

  async function saveLogo(): Promise<void> {
    const change = logo.peek();
    if (change.kind === 'same') return;
    if (change.kind === 'new') await send(putCompanyLogo, { params, body: change.file });
    else await send(deleteCompanyLogo, { params });
    logo.value = SAME;
    merge(await send(getCompany, { params }));
  }

  /** Saves the changes. Returns whether all were saved; what was typed stays otherwise. */
  async function submit(): Promise<boolean> {
    const typed = values.peek();
    if (!typed || save.peek().status === 'saving') return false;
    isTried.value = true;
    if (!isWhole(typed)) return false;
    save.value = { status: 'saving' };
    let of: 'company' | 'logo' = 'company';
    try {
      await saveCompany();
      of = 'logo';
      await saveLogo();
      batch(() => {
        save.value = { status: 'idle' };
        isTried.value = false;
      });
      return true;
    } catch (error) {
      const current = currentOf<CompanyRow>(error);
      batch(() => {
        if (current) merge(current);
        save.value = { status: 'failed', error, of };
      });
      return false;
    }
  }

  function reset(): void {
    const now = state.peek();
    batch(() => {
      if (now.status === 'ready') values.value = valuesOf(now.company);
      logo.value = SAME;
      theirs.value = {};
      save.value = { status: 'idle' };
      isTried.value = false;
    });
  }

  /** Removes an error after its value has changed. */
  function clear(isOwn: (failed: Extract<SaveState, { status: 'failed' }>) => boolean): void {
    const now = save.peek();
    if (now.status === 'failed' && isOwn(now)) save.value = { status: 'idle' };
  }

  return {
    ...{ id, state, values, theirs, logo, save, isTried, isChanged, load, stop, submit, reset },
    type(change: Partial<CompanyValues>): void {
      const typed = values.peek();
      if (!typed) return;
      values.value = { ...typed, ...change };
      clear(({ of, error }) => of === 'company' && change.code !== undefined && codeOf(error) === 'company.code_taken');
    },
    changeLogo(change: LogoChange): void {
      logo.value = change;
      clear(({ of }) => of === 'logo');
    },
    /** Reads the company again after an action, such as its deactivation; rejects with ApiError. */
    refresh: async (): Promise<void> => merge(await send(getCompany, { params })),
  };
}

export type CompanyStore = ReturnType<typeof createCompanyStore>;
