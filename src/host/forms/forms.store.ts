import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import { createForm, deleteForm, type Form, getForm, updateForm } from '../../shared/contracts/forms.contract.ts';
import { type FormBody, isDrawable, type Texts } from '../../shared/forms/index.ts';
import { createRecordsStore, type Question } from '../../shared/records/index.ts';

export type FormKind = Form['kind'];
export const KINDS: readonly FormKind[] = ['task', 'record', 'start'];

export type FormState = 'published' | 'changed' | 'unpublished' | 'inactive';

/** Returns the state of a form: retired, or how its draft relates to what is published. */
export function stateOf({ active, published, changed }: Form): FormState {
  if (!active) return 'inactive';
  if (published === null) return 'unpublished';
  return changed ? 'changed' : 'published';
}

/** State of the list of forms; `send` is `call` of shared/api. Rejects with ApiError. */
export function createForms({ send, asked }: { readonly send: typeof call; readonly asked?: Question }) {
  const idempotent = createIdempotentRequest();
  const records = createRecordsStore<Form>({ send, resource: 'forms', ...(asked && { asked }) });
  const { load } = records;

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

  return { records, draftOf, create, upload, takeOut, takeIn };
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
