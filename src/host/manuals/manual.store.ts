import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import type { BodyOf } from '../../shared/contracts/endpoint.ts';
import {
  createManualVersion,
  deleteManual,
  deleteManualVersion,
  getManual,
  getManualAudience,
  listManualVersions,
  type ManualAudience,
  type ManualAudienceRule,
  type ManualReadingBudget,
  type ManualSettings,
  type ManualVersion,
  previewManualRelease,
  releaseManualVersion,
  saveManualAudience,
  unscheduleManualVersion,
  updateManual,
} from '../../shared/contracts/manual-authoring.contract.ts';
import type { ManualAsks } from '../../shared/contracts/manuals.contract.ts';
import type { SavingState } from './text/text.store.ts';

export type ManualState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready'; readonly manual: ManualSettings; readonly versions: readonly ManualVersion[] };

export type ManualChangeBody = Omit<BodyOf<typeof updateManual>, 'version'>;
export type Release = BodyOf<typeof releaseManualVersion>;

/** One manual with its versions. Rejects with ApiError. */
export function createManualStore({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const state = signal<ManualState>({ status: 'loading' });
  /** Worst save state of the open texts; null without changes. */
  const saving = signal<SavingState['status'] | null>(null);
  const params = { id };
  const idempotent = createIdempotentRequest();

  async function load(): Promise<void> {
    try {
      const [manual, versions] = await Promise.all([send(getManual, { params }), send(listManualVersions, { params })]);
      state.value = { status: 'ready', manual, versions };
    } catch (error) {
      state.value = { status: 'failed', code: codeOf(error) };
    }
  }

  /** Reloads the versions, for example after a text was saved; the manual stays. */
  async function refresh(): Promise<void> {
    try {
      const versions = await send(listManualVersions, { params });
      const now = state.peek();
      if (now.status === 'ready') state.value = { ...now, versions };
    } catch {
      // The data beside the text is slightly stale until the next save.
    }
  }

  async function save(body: ManualChangeBody): Promise<void> {
    const now = state.peek();
    if (now.status !== 'ready') return;
    const manual = await send(updateManual, { params, ifMatch: now.manual.version, body });
    state.value = { ...now, manual };
  }

  /** Creates a draft and returns its number. */
  async function beginDraft(): Promise<number> {
    const { number } = await send(createManualVersion, { params });
    await load();
    return number;
  }

  async function discard(number: number): Promise<void> {
    await send(deleteManualVersion, { params: { id, number: String(number) } });
    await load();
  }

  const budget = (number: number, asks: ManualAsks, signal?: AbortSignal): Promise<ManualReadingBudget> =>
    send(previewManualRelease, { params: { id, number: String(number) }, body: { asks }, ...(signal && { signal }) });

  async function publish(number: number, body: Release): Promise<ManualVersion> {
    const params = { id, number: String(number) };
    const version = await idempotent.carryOut([params, body], (idempotencyKey) =>
      send(releaseManualVersion, { params, body, idempotencyKey }),
    );
    await load();
    return version;
  }

  async function unschedule(number: number): Promise<void> {
    await send(unscheduleManualVersion, { params: { id, number: String(number) } });
    await load();
  }

  return {
    id,
    state,
    saving,
    load,
    refresh,
    save,
    beginDraft,
    discard,
    budget,
    publish,
    unschedule,
    remove: () => send(deleteManual, { params }),
    audience: (): Promise<ManualAudience> => send(getManualAudience, { params }),
    /** Previews the readers that rules would select; saves nothing. */
    tryAudience: (rules: ManualAudienceRule[], signal?: AbortSignal): Promise<ManualAudience> =>
      send(saveManualAudience, { params, query: { preview: true }, body: { rules }, ...(signal && { signal }) }),
    saveAudience: (rules: ManualAudienceRule[]): Promise<ManualAudience> =>
      send(saveManualAudience, { params, body: { rules } }),
  };
}
export type ManualStore = ReturnType<typeof createManualStore>;

/** The draft, or the version scheduled for publishing. */
export function draftOf(versions: readonly ManualVersion[]): ManualVersion | undefined {
  return versions.find(({ state }) => state === 'draft' || state === 'scheduled');
}
