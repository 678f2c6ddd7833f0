import type { FieldError } from '../../../shared/contracts/errors.ts';
import { TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import {
  columnFields,
  type FormBody,
  type FoundReferences,
  type KnownFiles,
  referencesIn,
  submitForm,
} from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { AppError } from '../../platform/errors.ts';
import type { Registry } from '../records/index.ts';
import { findReferences } from '../references/index.ts';
import { findUser, personOfPath } from '../users/index.ts';
import { assertMove } from './moves.rules.ts';
import type { WrittenRecord } from './records.store.ts';
import type { RecordCall } from './visible.ts';

/** Record fields in a request. */
export interface SentRecord {
  readonly data?: Values;
  readonly status?: string;
  readonly owner?: string | null;
}

/**
 * Returns the record to store. Form values are treated like those of a task: hidden ones are dropped, computed ones are
 * computed here, read-only ones must be unchanged. Throws form.invalid with every error, user.not_found.
 */
export async function judge(
  call: RecordCall,
  registry: Registry,
  form: FormBody | null,
  sent: SentRecord,
  before: (WrittenRecord & { readonly files: KnownFiles }) | null,
): Promise<WrittenRecord> {
  const { tx, session } = call;
  const found = form
    ? await findReferences(tx, session, referencesIn(form, sent.data ?? {}), session.languageId)
    : new Map();
  const { errors, status, data } = judgeValues(call, registry, form, sent, before, found);
  if (errors.length > 0) throw new AppError('form.invalid', {}, { errors });
  const ownerId = sent.owner === undefined ? (before?.ownerId ?? null) : await ownerOf(call, sent.owner);
  return { title: titleOf(registry, data), status, ownerId, data };
}

/** The same with references that were looked up before, without the owner; returns the errors. Throws record.status_move. */
export function judgeValues(
  call: Judging,
  registry: Registry,
  form: FormBody | null,
  sent: Pick<SentRecord, 'data' | 'status'>,
  before: Known | null,
  found: FoundReferences,
): { readonly errors: readonly FieldError[]; readonly status: string | null; readonly data: Values } {
  const errors: FieldError[] = [];
  const data = form ? valuesOf(call, form, sent.data ?? {}, before, found, errors) : {};
  if (!form) for (const name of Object.keys(sent.data ?? {})) errors.push(unknownField(name));
  const status = sent.status ?? before?.status ?? registry.statuses[0]?.id ?? null;
  if (status !== (before?.status ?? null) && !registry.statuses.some(({ id }) => id === status) && status !== null) {
    errors.push({ pointer: '/status', code: 'field.choice_unknown', params: { value: status } });
  } else if (status !== null)
    errors.push(...missingForMove(call, registry, form, { from: before?.status ?? null, to: status, data }));
  return { errors, status, data };
}

/** What judging needs of a caller. */
type Judging = Pick<RecordCall, 'session' | 'now'>;

/** A record before a change. */
type Known = Pick<WrittenRecord, 'status' | 'data'> & { readonly files: KnownFiles };

/** Throws record.status_move. */
function missingForMove(
  { session }: Judging,
  registry: Registry,
  form: FormBody | null,
  move: Parameters<typeof assertMove>[2],
): FieldError[] {
  const language = session.languageId;
  return assertMove(registry, session, move, { fields: form ? columnFields(form) : [], language });
}

function valuesOf(
  { session, now }: Judging,
  form: FormBody,
  data: Values,
  before: Pick<Known, 'data' | 'files'> | null,
  references: FoundReferences,
  errors: FieldError[],
): Values {
  const { languageId, timeZone } = session;
  const submission = submitForm(form, data, {
    languageId,
    today: dayOf(now, timeZone),
    current: before?.data ?? {},
    prefix: '/data',
    // Files can only be added to an existing record.
    files: before?.files ?? new Map(),
    references,
  });
  errors.push(...submission.errors);
  return { ...submission.values };
}

const unknownField = (name: string): FieldError => ({
  pointer: `/data/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code: 'field.unknown',
  params: { attribute: name },
});

async function ownerOf({ tx, session }: RecordCall, owner: string | null): Promise<string | null> {
  if (owner === null) return null;
  const user = await findUser(tx, personOfPath(owner, session));
  if (!user || user.status === 'erased') {
    throw new AppError('user.not_found', {}, { errors: [{ pointer: '/owner', code: 'user.not_found' }] });
  }
  return user.key;
}

const TITLE_MAX = 500;

/** Returns the title of a record: the value of the field that its registry names. */
export function titleOf({ columns }: Pick<Registry, 'columns'>, data: Values): string {
  const from = columns.find(({ field }) => field === TITLE_COLUMN)?.from;
  const value = from === undefined ? undefined : data[from];
  return typeof value === 'string' ? value.slice(0, TITLE_MAX).toWellFormed() : '';
}
