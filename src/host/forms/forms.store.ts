import { signal } from '@preact/signals-core';
import { ApiError, type ApiErrorCode, type call } from '../../shared/api/index.ts';
import {
  createForm,
  deleteForm,
  type Form,
  getForm,
  listForms,
  updateForm,
} from '../../shared/contracts/forms.contract.ts';
import type { FormBody, Texts } from '../../shared/forms/index.ts';
import { randomId } from '../../shared/page/random.ts';

export type FormList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready'; readonly items: readonly Form[]; readonly next: string | null; readonly total: number };

export type FormKind = Form['kind'];
export const KINDS: readonly FormKind[] = ['task', 'record', 'start'];

/** By what the list is narrowed; empty strings for everything. */
export interface FormFilter {
  readonly q: string;
  readonly kind: FormKind | '';
  readonly state: 'active' | 'changed' | 'unpublished' | 'inactive' | '';
}

const PAGE = 50;
const STATES: Readonly<Record<FormFilter['state'], Readonly<Record<string, string>>>> = {
  '': {},
  active: { active: 'eq:true' },
  changed: { active: 'eq:true', changed: 'eq:true', published: 'eq:true' },
  unpublished: { active: 'eq:true', published: 'eq:false' },
  inactive: { active: 'eq:false' },
};

/** The list of forms; `send` is `call` of shared/api. What the server refuses is thrown to the caller. */
export function createForms({ send }: { readonly send: typeof call }) {
  const list = signal<FormList>({ status: 'loading' });
  const filter = signal<FormFilter>({ q: '', kind: '', state: 'active' });
  let reading = new AbortController();

  const query = (more: Readonly<Record<string, string>> = {}) => {
    const { q, kind, state } = filter.peek();
    return {
      limit: PAGE,
      count: true,
      ...(q && { q }),
      ...(kind && { kind: `eq:${kind}` }),
      ...STATES[state],
      ...more,
    };
  };

  async function load(): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const mine = reading;
    try {
      const { items, next, total = items.length } = await send(listForms, { query: query(), signal: mine.signal });
      if (mine === reading) list.value = { status: 'ready', items, next, total };
    } catch (error) {
      if (mine !== reading || mine.signal.aborted) return;
      list.value = { status: 'failed', code: error instanceof ApiError ? error.code : 'network' };
    }
  }

  async function more(): Promise<void> {
    const now = list.peek();
    if (now.status !== 'ready' || now.next === null) return;
    const page = await send(listForms, { query: query({ after: now.next }), signal: reading.signal });
    if (list.peek() === now) list.value = { ...now, items: [...now.items, ...page.items], next: page.next };
  }

  function narrow(part: Partial<FormFilter>): void {
    filter.value = { ...filter.peek(), ...part };
    void load();
  }

  /** The draft of a form. */
  async function draftOf(id: string): Promise<FormBody> {
    return (await send(getForm, { params: { id } })).body as unknown as FormBody;
  }

  /** Makes a form of a definition under another id, title and kind; without a definition an empty one. */
  async function create(made: { id: string; title: Texts; kind: FormKind }, from: FormBody | null): Promise<void> {
    const empty: FormBody = {
      formatVersion: 1,
      id: made.id,
      title: made.title,
      root: { type: 'stack', id: 'root', children: [] },
    };
    await send(createForm, {
      body: { id: made.id, kind: made.kind, title: made.title, body: { ...(from ?? empty), ...made } },
      idempotencyKey: randomId(),
    });
    await load();
  }

  /** Replaces the draft of a form by a definition; its id stays. */
  async function upload({ id, version }: Form, body: FormBody): Promise<void> {
    await send(updateForm, { params: { id }, ifMatch: version, body: { body: { ...body, id } } });
    await load();
  }

  async function takeOut({ id, version }: Form): Promise<void> {
    await send(deleteForm, { params: { id }, ifMatch: version });
    await load();
  }

  async function takeIn({ id, version }: Form): Promise<void> {
    await send(updateForm, { params: { id }, ifMatch: version, body: { body: await draftOf(id), active: true } });
    await load();
  }

  return { list, filter, load, more, narrow, draftOf, create, upload, takeOut, takeIn, stop: () => reading.abort() };
}

export type FormsStore = ReturnType<typeof createForms>;
