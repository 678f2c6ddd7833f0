import type { FieldError } from '../contracts/errors.ts';
import { CONDITION_OPERATORS } from './definition.ts';
import { type DefinitionFault, type FaultParams, FaultyTextError, faultParams } from './definition-faults.ts';

/**
 * Composable checkers of the definition's grammar (check-definition.ts). Each records its errors and continues, and
 * describes what it accepts as JSON Schema.
 */
export class Problems {
  readonly list: FieldError[] = [];

  add(
    pointer: string,
    fault: DefinitionFault,
    params: FaultParams = {},
    code: FieldError['code'] = 'form.definition_invalid',
  ): void {
    if (this.list.length < 200) this.list.push({ pointer, code, params: faultParams(fault, params) });
  }

  /** Runs `read` and records the error if it throws one about the text. */
  read(pointer: string, read: () => unknown): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof FaultyTextError)) throw error;
      this.add(pointer, error.fault, error.params);
    }
  }
}

/** A part of JSON Schema 2020-12. */
export type JsonSchema = { readonly [member: string]: unknown };

export type Check = ((value: unknown, pointer: string, problems: Problems) => void) & { readonly schema: JsonSchema };

export function check(schema: JsonSchema, run: (value: unknown, pointer: string, problems: Problems) => void): Check {
  return Object.assign(run, { schema });
}

/** Adds the check's schema to `definitions` and refers to it by `$ref`. */
export function named(name: string, inner: Check, definitions: Record<string, JsonSchema>): Check {
  definitions[name] = inner.schema;
  return check({ $ref: `#/$defs/${name}` }, (value, pointer, problems) => inner(value, pointer, problems));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escaped(name: string): string {
  return name.slice(0, 80).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}

export function pointerTo(pointer: string, part: string | number): string {
  return `${pointer}/${escaped(String(part))}`;
}

export function text(max: number, least = 1): Check {
  return check({ type: 'string', minLength: least, maxLength: max }, (value, pointer, problems) => {
    if (typeof value !== 'string' || value.length < least || value.length > max) {
      problems.add(pointer, 'text', { least, most: max });
    } else if (value.includes('\u0000') || !value.isWellFormed()) problems.add(pointer, 'characters');
  });
}

export function matching(pattern: RegExp, fault: DefinitionFault, example = ''): Check {
  return check({ type: 'string', pattern: pattern.source }, (value, pointer, problems) => {
    if (typeof value !== 'string' || !pattern.test(value)) problems.add(pointer, fault, { example });
  });
}

export function oneOf(values: readonly unknown[]): Check {
  return check({ enum: values }, (value, pointer, problems) => {
    if (!values.includes(value)) problems.add(pointer, 'oneOf', { list: values.join(', ') });
  });
}

export const flag: Check = oneOf([true, false]);

export function whole(least: number, most: number): Check {
  return check({ type: 'integer', minimum: least, maximum: most }, (value, pointer, problems) => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      problems.add(pointer, 'whole', { least, most });
    }
  });
}

export const number: Check = check({ type: 'number', minimum: -1e15, maximum: 1e15 }, (value, pointer, problems) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 1e15) {
    problems.add(pointer, 'number');
  }
});

/** Chooses the check by `test`; the schema accepts both. */
export function either(test: (value: unknown) => boolean, then: Check, otherwise: Check): Check {
  return check({ anyOf: [then.schema, otherwise.schema] }, (value, pointer, problems) =>
    (test(value) ? then : otherwise)(value, pointer, problems),
  );
}

export function listOf(item: Check, least: number, most: number): Check {
  return check({ type: 'array', items: item.schema, minItems: least, maxItems: most }, (value, pointer, problems) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      problems.add(pointer, 'list', { least, most });
      return;
    }
    for (const [index, entry] of value.entries()) item(entry, pointerTo(pointer, index), problems);
  });
}

/** An object with the same check for all names, and for all values. */
export function mapOf(name: Check, item: Check, least: number, most: number): Check {
  const schema = {
    type: 'object',
    propertyNames: name.schema,
    additionalProperties: item.schema,
    minProperties: least,
    maxProperties: most,
  };
  return check(schema, (value, pointer, problems) => {
    const count = isObject(value) ? Object.keys(value).length : -1;
    if (!isObject(value) || count < least || count > most) {
      problems.add(pointer, 'members', { least, most });
      return;
    }
    for (const [key, entry] of Object.entries(value)) {
      name(key, pointerTo(pointer, key), problems);
      item(entry, pointerTo(pointer, key), problems);
    }
  });
}

/** An object with exactly these members; names that end in `?` are optional. */
export function object(members: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(members);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name]?.schema])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
  return check(schema, (value, pointer, problems) => {
    if (!isObject(value)) {
      problems.add(pointer, 'object');
      return;
    }
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(members, name) && !Object.hasOwn(members, `${name}?`)) {
        problems.add(pointerTo(pointer, name), 'unknown', {}, 'field.unknown');
      }
    }
    for (const [declared, inner] of Object.entries(members)) {
      const name = declared.replace(/\?$/, '');
      if (Object.hasOwn(value, name) && value[name] !== undefined)
        inner(value[name], pointerTo(pointer, name), problems);
      else if (name === declared) problems.add(pointerTo(pointer, name), 'missing', {}, 'field.required');
    }
  });
}

/**
 * The member `type` decides which members are allowed. Reads own properties only, so that `constructor` is not a type.
 */
export function byType(kinds: Readonly<Record<string, Check>>): Check {
  const schema = {
    type: 'object',
    required: ['type'],
    oneOf: Object.entries(kinds).map(([type, { schema }]) => typed(schema, type)),
  };
  return check(schema, (value, pointer, problems) => {
    const type = isObject(value) ? value.type : undefined;
    const inner = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (inner) inner(value, pointer, problems);
    else if (!isObject(value)) problems.add(pointer, 'object');
    else problems.add(pointerTo(pointer, 'type'), 'oneOf', { list: Object.keys(kinds).join(', ') });
  });
}

function typed(schema: JsonSchema, type: string): JsonSchema {
  return { ...schema, properties: { ...(schema.properties as object | undefined), type: { const: type } } };
}

const language = matching(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'language');

/** Texts per language; at least one. */
export function texts(max: number): Check {
  const each = mapOf(language, text(max), 1, 30);
  return check({ ...each.schema, title: 'A text per language' }, (value, pointer, problems) => {
    if (!isObject(value)) problems.add(pointer, 'texts', { example: '{"en": "…"}' });
    else each(value, pointer, problems);
  });
}

const scalar: Check = check(
  { anyOf: [text(1000, 0).schema, number.schema, { type: ['boolean', 'null'] }] },
  (value, pointer, problems) => {
    if (typeof value === 'string') text(1000, 0)(value, pointer, problems);
    else if (value !== null && typeof value !== 'boolean') number(value, pointer, problems);
  },
);

const conditionValue: Check = either(Array.isArray, listOf(scalar, 0, 200), scalar);
const expression = object({ expr: text(2000) });
const comparison = object({ field: text(140), op: oneOf(CONDITION_OPERATORS), value: conditionValue });
const CONDITION: JsonSchema = { $ref: '#/$defs/condition' };

/** The schema at `#/$defs/condition`. */
export const conditionSchema: JsonSchema = {
  anyOf: [
    ...['all', 'any'].map(
      (name) =>
        object({
          [name]: listOf(
            check(CONDITION, () => {}),
            1,
            20,
          ),
        }).schema,
    ),
    object({ not: check(CONDITION, () => {}) }).schema,
    expression.schema,
    comparison.schema,
  ],
};

/** Checks the structure of a condition; its names are checked with the references. */
export function condition(depth = 0): Check {
  return check(CONDITION, (value, pointer, problems) => {
    if (!isObject(value)) problems.add(pointer, 'condition');
    else if (depth > 8) problems.add(pointer, 'deep');
    else if ('all' in value) object({ all: listOf(condition(depth + 1), 1, 20) })(value, pointer, problems);
    else if ('any' in value) object({ any: listOf(condition(depth + 1), 1, 20) })(value, pointer, problems);
    else if ('not' in value) object({ not: condition(depth + 1) })(value, pointer, problems);
    else if ('expr' in value) expression(value, pointer, problems);
    else {
      comparison(value, pointer, problems);
      const list = Array.isArray(value.value);
      const wantsList = value.op === 'in' || value.op === 'inrange';
      if (list !== wantsList) problems.add(pointerTo(pointer, 'value'), wantsList ? 'severalValues' : 'oneValue');
      if (value.op === 'inrange' && list && (value.value as unknown[]).length !== 2) {
        problems.add(pointerTo(pointer, 'value'), 'fromTo');
      }
    }
  });
}
