import type { FieldError } from '../contracts/errors.ts';
import { CONDITION_OPERATORS } from './definition.ts';

/** Small checkers of which the definition's grammar is put together (check-definition.ts). Each notes its faults and goes on. */
export class Problems {
  readonly list: FieldError[] = [];

  /** `detail` is for whoever writes definitions, in English like the format itself. */
  add(pointer: string, detail: string, code: FieldError['code'] = 'form.definition_invalid'): void {
    if (this.list.length < 200) this.list.push({ pointer, code, params: { detail } });
  }
}

export type Check = (value: unknown, pointer: string, problems: Problems) => void;

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
  return (value, pointer, problems) => {
    if (typeof value !== 'string' || value.length < least || value.length > max) {
      problems.add(pointer, `a text of ${least} to ${max} characters is expected`);
    } else if (value.includes('\u0000') || !value.isWellFormed())
      problems.add(pointer, 'holds characters that cannot be stored');
  };
}

export function matching(pattern: RegExp, what: string): Check {
  return (value, pointer, problems) => {
    if (typeof value !== 'string' || !pattern.test(value)) problems.add(pointer, `${what} is expected`);
  };
}

export function oneOf(values: readonly unknown[]): Check {
  return (value, pointer, problems) => {
    if (!values.includes(value)) problems.add(pointer, `one of ${values.join(', ')} is expected`);
  };
}

export const flag: Check = oneOf([true, false]);

export function whole(least: number, most: number): Check {
  return (value, pointer, problems) => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      problems.add(pointer, `a whole number from ${least} to ${most} is expected`);
    }
  };
}

export const number: Check = (value, pointer, problems) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 1e15) {
    problems.add(pointer, 'a number is expected');
  }
};

export function either(test: (value: unknown) => boolean, then: Check, otherwise: Check): Check {
  return (value, pointer, problems) => (test(value) ? then : otherwise)(value, pointer, problems);
}

export function listOf(item: Check, least: number, most: number): Check {
  return (value, pointer, problems) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      problems.add(pointer, `a list of ${least} to ${most} is expected`);
      return;
    }
    for (const [index, entry] of value.entries()) item(entry, pointerTo(pointer, index), problems);
  };
}

/** An object whose names and values are checked alike. */
export function mapOf(name: Check, item: Check, most: number): Check {
  return (value, pointer, problems) => {
    if (!isObject(value) || Object.keys(value).length > most) {
      problems.add(pointer, `an object with at most ${most} members is expected`);
      return;
    }
    for (const [key, entry] of Object.entries(value)) {
      name(key, pointerTo(pointer, key), problems);
      item(entry, pointerTo(pointer, key), problems);
    }
  };
}

/** An object with these members and no others; names that end in `?` may be missing. */
export function object(members: Readonly<Record<string, Check>>): Check {
  return (value, pointer, problems) => {
    if (!isObject(value)) {
      problems.add(pointer, 'an object is expected');
      return;
    }
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(members, name) && !Object.hasOwn(members, `${name}?`)) {
        problems.add(pointerTo(pointer, name), 'is not known here', 'field.unknown');
      }
    }
    for (const [declared, check] of Object.entries(members)) {
      const name = declared.replace(/\?$/, '');
      if (Object.hasOwn(value, name) && value[name] !== undefined)
        check(value[name], pointerTo(pointer, name), problems);
      else if (name === declared) problems.add(pointerTo(pointer, name), 'is missing', 'field.required');
    }
  };
}

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Texts per language: at least one. */
export function texts(max: number): Check {
  const each = text(max);
  return (value, pointer, problems) => {
    if (!isObject(value) || Object.keys(value).length === 0 || Object.keys(value).length > 30) {
      problems.add(pointer, 'a text per language is expected, as {"en": "…"}');
      return;
    }
    for (const [language, entry] of Object.entries(value)) {
      if (!LANGUAGE.test(language)) problems.add(pointerTo(pointer, language), 'is not a language');
      each(entry, pointerTo(pointer, language), problems);
    }
  };
}

export const scalar: Check = (value, pointer, problems) => {
  if (typeof value === 'string') text(1000, 0)(value, pointer, problems);
  else if (value !== null && typeof value !== 'boolean') number(value, pointer, problems);
};

const conditionValue: Check = either(Array.isArray, listOf(scalar, 0, 200), scalar);

/** A condition's shape; what its names mean is checked with the references. */
export function condition(depth = 0): Check {
  return (value, pointer, problems) => {
    if (!isObject(value)) problems.add(pointer, 'a condition is expected');
    else if (depth > 8) problems.add(pointer, 'is nested too deeply');
    else if ('all' in value) object({ all: listOf(condition(depth + 1), 1, 20) })(value, pointer, problems);
    else if ('any' in value) object({ any: listOf(condition(depth + 1), 1, 20) })(value, pointer, problems);
    else if ('not' in value) object({ not: condition(depth + 1) })(value, pointer, problems);
    else if ('expr' in value) object({ expr: text(2000) })(value, pointer, problems);
    else {
      object({ field: text(140), op: oneOf(CONDITION_OPERATORS), value: conditionValue })(value, pointer, problems);
      const list = Array.isArray(value.value);
      const wantsList = value.op === 'in' || value.op === 'inrange';
      if (list !== wantsList)
        problems.add(pointerTo(pointer, 'value'), wantsList ? 'a list is expected' : 'one value is expected');
      if (value.op === 'inrange' && list && (value.value as unknown[]).length !== 2) {
        problems.add(pointerTo(pointer, 'value'), '[from, to] is expected');
      }
    }
  };
}
