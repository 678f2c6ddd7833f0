import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiError, asApiError, type call } from '../../shared/api/index.ts';
import {
  createRecord,
  deleteRecord,
  getRecord,
  getRecordForm,
  type RecordForm,
  type RegistryRecord,
  restoreRecord,
  updateRecord,
} from '../../shared/contracts/registries.contract.ts';
import type { Values } from '../../shared/contracts/shapes.contract.ts';

export type LoadState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: ApiError }
  | { readonly status: 'removed'; readonly id: string }
  | {
      readonly status: 'ready';
      readonly form: RecordForm;
      /** Initial values of the form, if they differ from the record's. */
      readonly typed?: Values;
    };

/** Result of the last save. `refused` and `conflict` keep the input. */
export type SaveState =
  | { readonly status: 'idle' | 'saving' | 'merged' }
  | { readonly status: 'refused'; readonly error: ApiError }
  | { readonly status: 'conflict'; readonly theirs: RegistryRecord };

interface Change {
  readonly data: Values;
  readonly status?: string;
}

/** One record; `recordId` may be `new`. `send` is `call` of shared/api. Call `open()` first. */
export function createRecordStore(send: typeof call, resource: string, recordId: string) {
  const load = signal<LoadState>({ status: 'loading' });
  const saving = signal<SaveState>({ status: 'idle' });
  let running = new AbortController();
  const idempotent = createIdempotentRequest();

  /** Loads or reloads the record; keeps the values `typed` as far as the form accepts them. */
  async function open(typed?: Values): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    saving.value = { status: 'idle' };
    load.value = { status: 'loading' };
    try {
      const form = await send(getRecordForm, { params: { resource, recordId }, signal: mine.signal });
      if (mine === running) load.value = { status: 'ready', form, ...(typed ? { typed } : {}) };
    } catch (error) {
      if (mine === running && !mine.signal.aborted) load.value = { status: 'failed', error: asApiError(error) };
    }
  }

  /** Saves and returns the record; null if refused, with the reason in `saving`. */
  async function save(change: Change): Promise<RegistryRecord | null> {
    const now = load.peek();
    if (now.status !== 'ready' || saving.peek().status === 'saving') return null;
    const { form } = now;
    saving.value = { status: 'saving' };
    try {
      const record = await (form.record ? update(form.record, change) : create(form, change));
      load.value = { status: 'ready', form: { ...form, record } };
      saving.value = { status: 'idle' };
      return record;
    } catch (error) {
      const refusal = asApiError(error);
      const theirs =
        refusal.code === 'edit.conflict' ? (refusal.problem?.current as RegistryRecord | undefined) : undefined;
      saving.value = theirs ? { status: 'conflict', theirs } : { status: 'refused', error: refusal };
      return null;
    }
  }

  /** Changes the owner, or whether the record is on hold, at once; input stays. Rejects with ApiError. */
  async function change(body: { readonly owner?: string | null; readonly hold?: boolean }): Promise<void> {
    const now = load.peek();
    if (now.status !== 'ready' || !now.form.record) return;
    const { id, version } = now.form.record;
    const record = await send(updateRecord, { params: { resource, recordId: id }, body, ifMatch: version });
    const current = load.peek();
    if (current.status === 'ready') load.value = { ...current, form: { ...current.form, record } };
  }

  /** Moves the record to the bin. Rejects with ApiError. */
  async function remove(): Promise<void> {
    const now = load.peek();
    if (now.status !== 'ready' || !now.form.record) return;
    const { id, version } = now.form.record;
    await send(deleteRecord, { params: { resource, recordId: id }, ifMatch: version });
    load.value = { status: 'removed', id };
  }

  /** Takes the record out of the bin. Rejects with ApiError. */
  async function restore(): Promise<void> {
    const now = load.peek();
    if (now.status !== 'removed') return;
    await send(restoreRecord, { params: { resource, recordId: now.id } });
    await open();
  }

  function update({ id, version }: RegistryRecord, body: Change): Promise<RegistryRecord> {
    return send(updateRecord, { params: { resource, recordId: id }, body: { ...body }, ifMatch: version });
  }

  function create({ number }: RecordForm, change: Change): Promise<RegistryRecord> {
    const body = { ...change, formVersion: number };
    return idempotent.carryOut(body, (idempotencyKey) =>
      send(createRecord, { params: { resource }, body, idempotencyKey }),
    );
  }

  /** Bases the next save on `theirs`; `merged` informs the user. */
  function continueFrom(theirs: RegistryRecord, status: 'merged' | 'idle'): void {
    const now = load.peek();
    if (now.status !== 'ready') return;
    load.value = { ...now, form: { ...now.form, record: theirs } };
    saving.value = { status };
  }

  /**
   * Reads another user's change after an event, or silently after events may have been missed (`resync`). Null if the page
   * already has it or it cannot be read.
   */
  async function receiveChange(event: Readonly<Record<string, unknown>>): Promise<RegistryRecord | null> {
    const { recordId: id, version = Number.POSITIVE_INFINITY } = event;
    const known = () => {
      const now = load.peek();
      return now.status === 'ready' && saving.peek().status !== 'saving' ? now.form.record : null;
    };
    const before = known();
    if (!before || Number(version) <= before.version || (id !== undefined && id !== before.id)) return null;
    const options = { params: { resource, recordId: before.id }, signal: running.signal };
    // The next save reports it again.
    const theirs = await send(getRecord, options).catch(() => null);
    const now = known();
    return theirs && now?.id === theirs.id && theirs.version > now.version ? theirs : null;
  }

  /** The input conflicts with `theirs`: the user decides. */
  function oppose(theirs: RegistryRecord): void {
    saving.value = { status: 'conflict', theirs };
  }

  return {
    load,
    saving,
    open,
    save,
    change,
    remove,
    restore,
    continueFrom,
    receiveChange,
    oppose,
    stop: () => running.abort(),
  };
}

export type RecordStore = ReturnType<typeof createRecordStore>;
