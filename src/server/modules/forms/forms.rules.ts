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

/** Body of a request that creates a form or replaces its draft. */
export interface SentForm {
  readonly id?: string | undefined;
  readonly kind?: FormKind | undefined;
  readonly title?: Texts | undefined;
  readonly body?: unknown;
}

/** Maximum nesting of arrays and objects in stored content. */
const MAX_DEPTH = 64;

/**
 * Reads the form of a request; `id` is that of the path, if any. A draft may be faulty until it is published: its errors are
 * counted, and only content that cannot be read back is refused.
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
  const invalidIds: FieldError[] = [];
  if (body.id !== wanted)
    invalidIds.push({
      pointer: '/body/id',
      code: 'form.definition_invalid',
      params: faultParams('formId', { word: wanted }),
    });
  if (sent.id !== undefined && sent.id !== wanted)
    invalidIds.push({
      pointer: '/id',
      code: 'form.definition_invalid',
      params: faultParams('formId', { word: wanted }),
    });
  if (invalidIds.length > 0) throw new AppError('form.definition_invalid', {}, { errors: invalidIds });
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

/** Asserts that a draft can be stored and read back: an object of the format with an id. Throws form.definition_invalid. */
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

/** Throws form.definition_invalid for content that is nested too deeply, and for texts that the database cannot store. */
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

/** Throws form.definition_invalid with every error; pointers begin with `/body`. */
export function assertDefinition(body: unknown): FormBody {
  const problems = checkDefinition(body);
  if (problems.length === 0) return body as FormBody;
  const errors = problems.map((problem) => ({ ...problem, pointer: `/body${problem.pointer}` }));
  throw new AppError('form.definition_invalid', {}, { errors });
}

/** Checks `If-Match` against the form's version. */
export function assertUnchanged(ifMatch: string | undefined, version: number): void {
  if (isStale(ifMatch, version)) throw new AppError('edit.conflict', {}, { current: version });
}

/** Returns a digest that is independent of the order of object members. */
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
