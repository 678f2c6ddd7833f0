import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiError, asApiError, type call } from '../../shared/api/index.ts';
import {
  createRecord,
  getRecord,
  getRecordForm,
  type RecordForm,
  type RegistryRecord,
  updateRecord,
} from '../../shared/contracts/registries.contract.ts';
import type { Values } from '../../shared/contracts/shapes.contract.ts';

export type LoadState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: ApiError }
  | {
      readonly status: 'ready';
      readonly form: RecordForm;
      /** What the form begins with, where that is not the record's. */
      readonly typed?: Values;
    };

/** What became of the last saving. `refused` and `conflict` keep everything that was typed. */
export type SaveState =
  | { readonly status: 'idle' | 'saving' | 'merged' }
  | { readonly status: 'refused'; readonly error: ApiError }
  | { readonly status: 'conflict'; readonly theirs: RegistryRecord };

interface Change {
  readonly data: Values;
  readonly status?: string;
}

/** One record on a page; `recordId` may be `new`. `send` is `call` of shared/api. Begin with `open()`. */
export function createRecordStore(send: typeof call, resource: string, recordId: string) {
  const load = signal<LoadState>({ status: 'loading' });
  const saving = signal<SaveState>({ status: 'idle' });
  let running = new AbortController();
  const intention = createIdempotentRequest();

  /** Reads it, also anew; of what was typed `typed` stays, as far as the form takes it. */
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

  /** The record as it was saved; null when it was refused, and `saving` says why. */
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

  function update({ id, version }: RegistryRecord, body: Change): Promise<RegistryRecord> {
    return send(updateRecord, { params: { resource, recordId: id }, body: { ...body }, ifMatch: version });
  }

  function create({ number }: RecordForm, change: Change): Promise<RegistryRecord> {
    const body = { ...change, formVersion: number };
    return intention.carryOut(body, (idempotencyKey) =>
      send(createRecord, { params: { resource }, body, idempotencyKey }),
    );
  }

  /** What is saved next is a change of `theirs`; `merged` says so to the person. */
  function goOn(theirs: RegistryRecord, says: 'merged' | 'idle'): void {
    const now = load.peek();
    if (now.status !== 'ready') return;
    load.value = { ...now, form: { ...now.form, record: theirs } };
    saving.value = { status: says };
  }

  /**
   * Reads what somebody else has made of it, after that was told, or after something may have been missed (`resync`, which
   * says nothing more); null when this page knows it, or it cannot be read.
   */
  async function hear(told: Readonly<Record<string, unknown>>): Promise<RegistryRecord | null> {
    const { recordId: id, version = Number.POSITIVE_INFINITY } = told;
    const known = () => {
      const now = load.peek();
      return now.status === 'ready' && saving.peek().status !== 'saving' ? now.form.record : null;
    };
    const before = known();
    if (!before || Number(version) <= before.version || (id !== undefined && id !== before.id)) return null;
    const options = { params: { resource, recordId: before.id }, signal: running.signal };
    // It is told of again when it is saved.
    const theirs = await send(getRecord, options).catch(() => null);
    const now = known();
    return theirs && now?.id === theirs.id && theirs.version > now.version ? theirs : null;
  }

  /** What was typed here goes against `theirs`: the person decides. */
  function oppose(theirs: RegistryRecord): void {
    saving.value = { status: 'conflict', theirs };
  }

  return { load, saving, open, save, goOn, hear, oppose, stop: () => running.abort() };
}

export type RecordStore = ReturnType<typeof createRecordStore>;
