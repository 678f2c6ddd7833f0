import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import {
  createForm,
  deleteForm,
  type Form,
  getForm,
  listForms,
  updateForm,
} from '../../shared/contracts/forms.contract.ts';
import { type FormBody, isDrawable, type Texts } from '../../shared/forms/index.ts';
import { createPagedList } from '../../shared/lists/paged-list.ts';

export type FormKind = Form['kind'];
export const KINDS: readonly FormKind[] = ['task', 'record', 'start'];

/** Filters of the list; empty strings for no filter. */
export interface FormFilter {
  readonly q: string;
  readonly kind: FormKind | '';
  readonly state: 'active' | 'changed' | 'unpublished' | 'inactive' | '';
}

const PAGE = 50;
export const ALL_IN_USE: FormFilter = { q: '', kind: '', state: 'active' };
const STATES: Readonly<Record<FormFilter['state'], Readonly<Record<string, string>>>> = {
  '': {},
  active: { active: 'eq:true' },
  changed: { active: 'eq:true', changed: 'eq:true', published: 'eq:true' },
  unpublished: { active: 'eq:true', published: 'eq:false' },
  inactive: { active: 'eq:false' },
};

/** State of the list of forms; `send` is `call` of shared/api. Rejects with ApiError. */
export function createForms({
  send,
  filter: first = ALL_IN_USE,
}: {
  readonly send: typeof call;
  readonly filter?: FormFilter;
}) {
  const idempotent = createIdempotentRequest();
  const { list, filter, load, more, narrow, stop } = createPagedList(
    first,
    async ({ q, kind, state }, after, ended) => {
      const query = {
        limit: PAGE,
        count: true,
        ...(q && { q }),
        ...(kind && { kind: `eq:${kind}` }),
        ...STATES[state],
        ...(after && { after }),
      };
      const { items, next, total = items.length } = await send(listForms, { query, signal: ended });
      return { items, next, total };
    },
  );

  /** Reads the draft of a form. */
  async function draftOf(id: string): Promise<FormBody> {
    return (await send(getForm, { params: { id } })).body as unknown as FormBody;
  }

  /** Creates a form with another id, title and kind from a definition, or an empty form. */
  async function create(made: { id: string; title: Texts; kind: FormKind }, from: FormBody | null): Promise<void> {
    const empty: FormBody = {
      formatVersion: 1,
      id: made.id,
      title: made.title,
      root: { type: 'stack', id: 'root', children: [] },
    };
    const body = { id: made.id, kind: made.kind, title: made.title, body: { ...(from ?? empty), ...made } };
    await idempotent.carryOut(body, (idempotencyKey) => send(createForm, { body, idempotencyKey }));
    await load();
  }

  /** Replaces a form's draft by a definition and keeps its id. */
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

  return { list, filter, load, more, narrow, draftOf, create, upload, takeOut, takeIn, stop };
}

export type FormsStore = ReturnType<typeof createForms>;

/** Result of reading a file: a definition, possibly invalid, or the reason there is none. */
type ReadForm = { readonly status: 'read'; readonly body: FormBody } | { readonly status: 'notJson' | 'unknown' };

export function readForm(text: string): ReadForm {
  try {
    const json: unknown = JSON.parse(text);
    return isDrawable(json) ? { status: 'read', body: json } : { status: 'unknown' };
  } catch {
    return { status: 'notJson' };
  }
}
