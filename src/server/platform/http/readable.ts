import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { ErrorCode, ErrorParams, FieldError } from '../../../shared/contracts/errors.ts';
import { AppError } from '../errors.ts';

/** Deeper than any valid body; our own recursive functions can handle this depth. */
const DEPTH_MAX = 60;
const ERRORS_MAX = 20;
const NAME_MAX = 100;

// The default is 8 faults.
Settings.Set({ maxErrors: ERRORS_MAX });

/** Refuses texts that no database column can hold (NUL, lone surrogates), and excessive nesting. */
export function assertReadable(value: unknown): void {
  const open: { readonly value: unknown; readonly pointer: string; readonly depth: number }[] = [
    { value, pointer: '', depth: 0 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer, depth } = next;
    if (typeof next.value === 'string') assertText(next.value, pointer);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (depth >= DEPTH_MAX) throw invalid(pointer);
    for (const [key, inner] of Object.entries(next.value)) {
      assertText(key, pointer);
      open.push({ value: inner, pointer: `${pointer}/${escaped(key)}`, depth: depth + 1 });
    }
  }
}

/** The same check for one parameter. */
export function assertText(text: string, pointer: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw invalid(pointer);
}

function invalid(pointer: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer: shortened(pointer), code: 'request.invalid' }] });
}

/** Returns a check of bodies against a schema; it throws 400 with a pointer to each fault. */
export function bodyCheck(schema: TSchema): (body: unknown) => void {
  const validator = Compile(schema);
  const lists = listsOf(schema);
  return (body) => {
    assertLengths(lists, body);
    if (!validator.Check(body)) throw new AppError('request.invalid', {}, { errors: faultsOf(validator, body) });
  };
}

/** Members of a body that are lists of limited length. */
function listsOf({ properties = {} }: TSchema & { properties?: Record<string, { maxItems?: number }> }) {
  return Object.entries(properties).flatMap(([name, { maxItems }]) =>
    maxItems === undefined ? [] : [{ name, maxItems }],
  );
}

/** Refuses lists that are too long before each of their items is checked and described. */
function assertLengths(lists: ReturnType<typeof listsOf>, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const { name, maxItems } of lists) {
    const list = (body as Record<string, unknown>)[name];
    if (!Array.isArray(list) || list.length <= maxItems) continue;
    const fault: FieldError = { pointer: `/${escaped(name)}`, code: 'field.type', params: { attribute: name } };
    throw new AppError('request.invalid', {}, { errors: [fault] });
  }
}

/**
 * Returns a reader of queries by schema: converts text to numbers and booleans. Refuses unknown names, unless a pattern
 * of the schema matches them.
 */
export function queryReader(schema: TSchema): (query: Readonly<Record<string, unknown>>) => unknown {
  const { properties = {}, patternProperties = {} } = schema as QuerySchema;
  const patterns = Object.entries(patternProperties).map(([pattern, one]) => [new RegExp(pattern), one] as const);
  const validator = Compile(schema);
  return (query) => {
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
