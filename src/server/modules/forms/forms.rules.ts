import { createHash } from 'node:crypto';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { checkDefinition, type FormBody, type Texts } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale } from '../../platform/http/if-match.ts';
import type { FormKind, NewForm } from './forms.store.ts';

/** What somebody sends to create a form or to replace its draft. */
export interface SentForm {
  readonly id?: string | undefined;
  readonly kind?: FormKind | undefined;
  readonly title?: Texts | undefined;
  readonly body?: unknown;
}

/** The form that was sent, complete and sound; `id` is the one of the path when there is one. */
export function readForm(sent: SentForm, id?: string): NewForm {
  if (sent.body === undefined || sent.body === null)
    throw new AppError('request.missing_parameter', { parameter: 'body' });
  const inner = typeof sent.body === 'object' && 'id' in sent.body ? sent.body.id : undefined;
  if (id === undefined && sent.id === undefined && inner === undefined) {
    throw new AppError('request.missing_parameter', { parameter: 'id' });
  }
  const body = assertDefinition(sent.body);
  const wanted = id ?? sent.id ?? body.id;
  const strayIds: FieldError[] = [];
  if (body.id !== wanted)
    strayIds.push({
      pointer: '/body/id',
      code: 'form.definition_invalid',
      params: { detail: `${wanted} is expected` },
    });
  if (sent.id !== undefined && sent.id !== wanted)
    strayIds.push({ pointer: '/id', code: 'form.definition_invalid', params: { detail: `${wanted} is expected` } });
  if (strayIds.length > 0) throw new AppError('form.definition_invalid', {}, { errors: strayIds });
  return { id: wanted, kind: sent.kind ?? body.kind ?? 'task', title: sent.title ?? body.title, body };
}

/** Throws form.definition_invalid with every fault, its pointer beginning at `/body`. */
export function assertDefinition(body: unknown): FormBody {
  const problems = checkDefinition(body);
  if (problems.length === 0) return body as FormBody;
  const errors = problems.map((problem) => ({ ...problem, pointer: `/body${problem.pointer}` }));
  throw new AppError('form.definition_invalid', {}, { errors });
}

/** `If-Match` against the form's version. */
export function assertUnchanged(ifMatch: string | undefined, version: number): void {
  if (isStale(ifMatch, version)) throw new AppError('edit.conflict', {}, { current: version });
}

/** The same for the same content, whatever order its members came in. */
export function digestOf(body: FormBody): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
