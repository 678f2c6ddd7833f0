import { createHash } from 'node:crypto';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import {
  checkDefinition,
  type DefinitionFault,
  type FaultParams,
  type FormBody,
  faultParams,
  type Texts,
} from '../../../shared/forms/index.ts';
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

/** How deep lists and objects may stand in each other in what is stored. */
const MAX_DEPTH = 64;

/**
 * The form that was sent; `id` is the one of the path when there is one. A draft may be faulty until it is published: its
 * faults are counted, and only what could not be read again is refused.
 */
export function readForm(sent: SentForm, id?: string): NewForm {
  if (sent.body === undefined || sent.body === null)
    throw new AppError('request.missing_parameter', { parameter: 'body' });
  const inner = typeof sent.body === 'object' && 'id' in sent.body ? sent.body.id : undefined;
  if (id === undefined && sent.id === undefined && inner === undefined) {
    throw new AppError('request.missing_parameter', { parameter: 'id' });
  }
  const body = assertDraft(sent.body);
  const wanted = id ?? sent.id ?? body.id;
  const strayIds: FieldError[] = [];
  if (body.id !== wanted)
    strayIds.push({
      pointer: '/body/id',
      code: 'form.definition_invalid',
      params: faultParams('formId', { word: wanted }),
    });
  if (sent.id !== undefined && sent.id !== wanted)
    strayIds.push({ pointer: '/id', code: 'form.definition_invalid', params: faultParams('formId', { word: wanted }) });
  if (strayIds.length > 0) throw new AppError('form.definition_invalid', {}, { errors: strayIds });
  const kind = sent.kind ?? (KINDS.includes(body.kind as FormKind) ? body.kind : undefined) ?? 'task';
  const title = sent.title ?? (isTexts(body.title) ? body.title : { en: wanted });
  return { id: wanted, kind, title, body, problems: checkDefinition(body).length };
}

const KINDS: readonly FormKind[] = ['task', 'record', 'start'];

function isTexts(value: unknown): value is Texts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const texts = Object.values(value);
  return texts.length > 0 && texts.every((text) => typeof text === 'string');
}

/** A draft that can be stored and read again: an object of the format with an id. Throws form.definition_invalid. */
function assertDraft(body: unknown): FormBody {
  const sent = body as Partial<FormBody> | null;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw unreadable('/body', 'object');
  if (sent.formatVersion !== 1) throw unreadable('/body/formatVersion', 'oneOf', { list: '1' });
  if (typeof sent.id !== 'string' || !ID.test(sent.id)) {
    throw unreadable('/body/id', 'id');
  }
  assertStorable(sent, '/body');
  return sent as FormBody;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Throws form.definition_invalid for what is nested too deeply, and for texts that the database cannot hold. */
export function assertStorable(value: unknown, pointer: string): void {
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string' && (part.includes('\u0000') || !part.isWellFormed())) {
      throw unreadable(pointer, 'characters');
    }
    if (typeof part !== 'object' || part === null) return;
    if (depth >= MAX_DEPTH) throw unreadable(pointer, 'deep');
    for (const [name, inner] of Object.entries(part)) {
      visit(name, depth + 1);
      visit(inner, depth + 1);
    }
  };
  visit(value, 0);
}

function unreadable(pointer: string, fault: DefinitionFault, params: FaultParams = {}): AppError {
  const error: FieldError = { pointer, code: 'form.definition_invalid', params: faultParams(fault, params) };
  return new AppError('form.definition_invalid', {}, { errors: [error] });
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
