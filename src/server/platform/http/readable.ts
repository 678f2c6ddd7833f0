import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { ErrorCode, ErrorParams, FieldError } from '../../../shared/contracts/errors.ts';
import { AppError } from '../errors.ts';

const ERRORS_MAX = 20;
const NAME_MAX = 100;

// The default is 8 faults.
Settings.Set({ maxErrors: ERRORS_MAX });

/** Place of a value within a body. Made into a pointer only when something is refused. */
interface Place {
  readonly key: string | number;
  readonly of: Place | undefined;
}

/**
 * Refuses what no database column can hold: texts with NUL or lone surrogates, and numbers too large for the type
 * (`1e400` is parsed as Infinity and would be stored as null). Bodies are not deep: json-bounds.ts.
 */
export function assertReadable(value: unknown, place?: Place): void {
  if (typeof value === 'string') assertTextAt(value, place);
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalid(pointerTo(place));
  if (typeof value !== 'object' || value === null) return;
  const body = value as Readonly<Record<string | number, unknown>>;
  if (Array.isArray(value)) {
    for (let key = 0; key < value.length; key += 1) assertMember(body, key, place);
    return;
  }
  for (const key of Object.keys(body)) {
    assertTextAt(key, place);
    assertMember(body, key, place);
  }
}

/** Makes no place for a member that cannot be refused: a large body has many numbers. */
function assertMember(body: Readonly<Record<string | number, unknown>>, key: string | number, of: Place | undefined) {
  const member = body[key];
  const isHarmless = typeof member === 'boolean' || (typeof member === 'number' && Number.isFinite(member));
  if (!isHarmless) assertReadable(member, { key, of });
}

function assertTextAt(text: string, place: Place | undefined): void {
  if (!isStorable(text)) throw invalid(pointerTo(place));
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function pointerTo(place: Place | undefined): string {
  return place ? `${pointerTo(place.of)}/${escaped(String(place.key))}` : '';
}

/** The same check for one parameter. */
export function assertText(text: string, pointer: string): void {
  if (!isStorable(text)) throw invalid(pointer);
}

function invalid(pointer: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer: shortened(pointer), code: 'request.invalid' }] });
}

const validators = new WeakMap<TSchema, Validator>();

/** Returns the validator of a schema, compiled by its first use: a server starts without those of all its routes. */
function validatorOf(schema: TSchema): Validator {
  let validator = validators.get(schema);
  if (!validator) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

/** Returns a check of bodies against a schema; it throws 400 with a pointer to each fault. */
export function bodyCheck(schema: TSchema): (body: unknown) => void {
  return (body) => {
    assertLengths(schema, body, undefined);
    const validator = validatorOf(schema);
    if (!validator.Check(body)) throw new AppError('request.invalid', {}, { errors: faultsOf(validator, body) });
  };
}

type ListSchema = TSchema & {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly maxItems?: number;
};

/** Refuses lists that are too long before each of their items is checked and described. */
function assertLengths({ properties, items, maxItems }: ListSchema, body: unknown, place: Place | undefined): void {
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body)) {
    if (maxItems !== undefined && body.length > maxItems) throw tooLong(place);
    if (!items || !mayHoldLists(items)) return;
    for (const [key, item] of body.entries()) assertLengths(items, item, { key, of: place });
    return;
  }
  for (const [key, inner] of Object.entries(properties ?? {})) {
    if (Object.hasOwn(body, key)) {
      assertLengths(inner, (body as Record<string, unknown>)[key], { key, of: place });
    }
  }
}

/** Whether values of the schema may contain lists. */
function mayHoldLists({ type }: TSchema & { readonly type?: unknown }): boolean {
  return type === 'array' || type === 'object';
}

function tooLong(place: Place | undefined): AppError {
  const fault: FieldError = {
    pointer: pointerTo(place),
    code: 'field.type',
    params: { attribute: String(place?.key ?? '') },
  };
  return new AppError('request.invalid', {}, { errors: [fault] });
}

/**
 * Returns a reader of queries by schema: converts text to numbers and booleans. Refuses unknown names, unless a pattern
 * of the schema matches them.
 */
export function queryReader(schema: TSchema): (query: Readonly<Record<string, unknown>>) => unknown {
  const { properties = {}, patternProperties = {} } = schema as QuerySchema;
  const patterns = Object.entries(patternProperties).map(([pattern, one]) => [new RegExp(pattern), one] as const);
  return (query) => {
    const validator = validatorOf(schema);
    const result: Record<string, unknown> = {};
    for (const [name, raw] of Object.entries(query)) {
      const property = Object.hasOwn(properties, name)
        ? properties[name]
        : patterns.find(([pattern]) => pattern.test(name))?.[1];
      if (!property || typeof raw !== 'string') throw badQuery(name, property ? 'field.type' : 'field.unknown');
      assertText(raw, `?${name}`);
      result[name] = coerced(raw, property.type);
    }
    if (validator.Check(result)) return result;
    const [fault] = [...validator.Errors(result)];
    throw badQuery(fault?.instancePath.slice(1) ?? '', 'field.type');
  };
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, { type?: string }>>;
  readonly patternProperties?: Readonly<Record<string, { type?: string }>>;
}

function badQuery(name: string, code: ErrorCode): AppError {
  const shown = name.slice(0, NAME_MAX);
  return new AppError(
    'request.invalid',
    {},
    { errors: [{ pointer: `?${shown}`, code, params: { attribute: shown } }] },
  );
}

function coerced(raw: string, type: string | undefined): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d+)?$/.test(raw)) return Number(raw);
  if (type === 'boolean' && (raw === 'true' || raw === 'false')) return raw === 'true';
  return raw;
}

interface Fault {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function faultsOf(validator: Validator, body: unknown): FieldError[] {
  const faults = [...validator.Errors(body)] as unknown as readonly Fault[];
  const errors = new Map<string, FieldError>();
  for (const error of faults.flatMap(errorsOf)) {
    const key = `${error.code} ${error.pointer}`;
    if (!errors.has(key)) errors.set(key, error);
    if (errors.size === ERRORS_MAX) break;
  }
  return [...errors.values()];
}

function errorsOf({ keyword, schemaPath, instancePath, params }: Fault): FieldError[] {
  const at = (path: string, code: ErrorCode, more: ErrorParams = {}): FieldError => {
    const pointer = shortened(path);
    return { pointer, code, params: { attribute: pointer.split('/').pop() ?? '', ...more } };
  };
  const named = (names: unknown, code: ErrorCode) =>
    (Array.isArray(names) ? names.slice(0, ERRORS_MAX) : []).map((name) =>
      at(`${instancePath}/${escaped(String(name))}`, code),
    );
  switch (keyword) {
    case 'required':
      return named(params.requiredProperties, 'field.required');
    case 'additionalProperties':
      return named(params.additionalProperties, 'field.unknown');
    case 'maxLength':
      return [at(instancePath, 'field.too_long', { max: Number(params.limit) })];
    case 'minLength':
      return [at(instancePath, 'field.too_short')];
    // Each unknown name yields one, before the fault that lists them all, which a full list of faults no longer holds.
    // Elsewhere it is a consequence of other faults in the list.
    case 'boolean':
      return schemaPath.endsWith('/additionalProperties') ? [at(instancePath, 'field.unknown')] : [];
    default:
      return [at(instancePath, 'field.type')];
  }
}

/** Cuts each name of a pointer, so that an answer does not repeat a long one. Leaves no half of an escape or character. */
function shortened(pointer: string): string {
  const names = pointer
    .split('/')
    .map((name) => (name.length > NAME_MAX ? name.slice(0, NAME_MAX).replace(/~$/, '') : name));
  return names.join('/').toWellFormed();
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
