import { batch, computed, signal } from '@preact/signals-core';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import {
  deleteOrganisationLogo,
  getOrganisation,
  type Organisation,
  putOrganisationLogo,
  resumeOrganisation,
  suspendOrganisation,
  updateOrganisation,
} from '../../shared/contracts/organisations.contract.ts';
import {
  cleanOrganisation,
  type OrganisationFault,
  type OrganisationField,
  type OrganisationProfile,
  organisationFaults,
} from '../../shared/contracts/organisations.rules.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { currentOf, isSameValue, mergeValues } from '../../shared/ui/merge-values.ts';
import { createErasureStore } from './erasure.store.ts';
import { createExportStore } from './export.store.ts';

export type LogoChange = { readonly kind: 'same' | 'none' } | { readonly kind: 'new'; readonly file: File };

export type SaveState =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'failed'; readonly error: unknown; readonly of: 'profile' | 'logo' };

const SAME: LogoChange = { kind: 'same' };

function valuesOf({ name, timeZone, languageId, languages, helpUrl }: Organisation): OrganisationProfile {
  return {
    name,
    timeZone,
    languageId: languageId as LanguageId,
    languages: (languages as LanguageId[]).toSorted(),
    helpUrl: helpUrl ?? '',
  };
}

/** One organisation whose profile is edited; `send` is `call` of shared/api. */
export function createOrganisationStore({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const params = { tenantId: id };
  const values = signal<OrganisationProfile | null>(null);
  const theirs = signal<Partial<OrganisationProfile>>({});
  const logo = signal<LogoChange>(SAME);
  const save = signal<SaveState>({ status: 'idle' });
  const faults = signal<Partial<Record<OrganisationField, OrganisationFault>>>({});
  const { state, load, stop } = createLoaded(async (signal) => {
    const organisation = await send(getOrganisation, { params, signal });
    if (!signal.aborted) values.value = valuesOf(organisation);
    return { organisation };
  });

  const isChanged = computed(
    () =>
      state.value.status === 'ready' &&
      (logo.value.kind !== 'same' || !isSameValue(values.value, valuesOf(state.value.organisation))),
  );

  /** Takes over the saved organisation, keeping the changes made here. */
  function merge(organisation: Organisation): void {
    const now = state.peek();
    const typed = values.peek();
    if (now.status !== 'ready' || !typed) return;
    const merged = mergeValues(valuesOf(now.organisation), typed, valuesOf(organisation));
    batch(() => {
      state.value = { status: 'ready', organisation };
      values.value = merged.values;
      theirs.value = merged.theirs;
    });
  }

  async function saveProfile(typed: OrganisationProfile): Promise<void> {
    const now = state.peek();
    if (now.status !== 'ready' || isSameValue(typed, valuesOf(now.organisation))) return;
    const { languages, ...profile } = cleanOrganisation(typed);
    const body = { ...profile, languages: [...languages] };
    const organisation = await send(updateOrganisation, { params, ifMatch: now.organisation.version, body });
    batch(() => {
      state.value = { status: 'ready', organisation };
      // What was typed during the request stays.
      if (isSameValue(values.peek(), typed)) values.value = valuesOf(organisation);
      theirs.value = {};
    });
  }

  async function saveLogo(): Promise<void> {
    const change = logo.peek();
    if (change.kind === 'same') return;
    if (change.kind === 'new') await send(putOrganisationLogo, { params, body: change.file });
    else await send(deleteOrganisationLogo, { params });
    logo.value = SAME;
    merge(await send(getOrganisation, { params }));
  }

  /** Saves the changes. Returns whether all were saved; what was typed stays otherwise. */
  async function submit(): Promise<boolean> {
    const typed = values.peek();
    if (!typed || save.peek().status === 'saving') return false;
    faults.value = organisationFaults(cleanOrganisation(typed));
    if (Object.keys(faults.peek()).length > 0) return false;
    save.value = { status: 'saving' };
    let of: 'profile' | 'logo' = 'profile';
    try {
      await saveProfile(typed);
      of = 'logo';
      await saveLogo();
      save.value = { status: 'idle' };
      return true;
    } catch (error) {
      const current = currentOf<Organisation>(error);
      batch(() => {
        if (current) merge(current);
        if (error instanceof ApiError) {
          faults.value = Object.fromEntries(error.errors.map(({ pointer, ...fault }) => [pointer, fault]));
        }
        save.value = { status: 'failed', error, of };
      });
      return false;
    }
  }

  function reset(): void {
    const now = state.peek();
    batch(() => {
      if (now.status === 'ready') values.value = valuesOf(now.organisation);
      logo.value = SAME;
      theirs.value = {};
      faults.value = {};
      save.value = { status: 'idle' };
    });
  }

  return {
    ...{ id, state, values, theirs, logo, save, faults, isChanged, load, stop, submit, reset },
    exports: createExportStore({ send, id }),
    erasure: createErasureStore({ send, id }),
    type(change: Partial<OrganisationProfile>): void {
      const typed = values.peek();
      if (!typed) return;
      const rest = { ...faults.peek() };
      for (const name of Object.keys(change)) delete rest[`/${name}` as OrganisationField];
      batch(() => {
        values.value = { ...typed, ...change };
        faults.value = rest;
      });
    },
    /** Reads the status, keeping the changes made here. */
    async refresh(): Promise<void> {
      merge(await send(getOrganisation, { params }));
    },
    async suspend(reason: string): Promise<void> {
      merge(await send(suspendOrganisation, { params, body: { reason } }));
    },
    async resume(): Promise<void> {
      merge(await send(resumeOrganisation, { params }));
    },
    changeLogo(change: LogoChange): void {
      logo.value = change;
      const now = save.peek();
      if (now.status === 'failed' && now.of === 'logo') save.value = { status: 'idle' };
    },
  };
}

export type OrganisationStore = ReturnType<typeof createOrganisationStore>;
