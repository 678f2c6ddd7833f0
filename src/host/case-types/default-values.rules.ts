import type { CaseType } from '../../shared/contracts/case-types.contract.ts';

type Defaults = CaseType['defaults'];

/** A default value as it is typed. */
export interface DefaultRow {
  readonly name: string;
  readonly text: string;
}

/** Returns a value as text: a text as it is, another value as JSON. A text that reads as JSON is quoted. */
const textOf = (value: Defaults[string]): string =>
  typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);

/** Reads a typed value: a number, true, false, null, a quoted text or a list of texts; anything else is a text. */
function readValue(text: string): Defaults[string] {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (isList || value === null || ['number', 'boolean', 'string'].includes(typeof value))
      return value as Defaults[string];
  } catch {
    // Most texts are no JSON.
  }
  return text;
}

export const rowsOf = (defaults: Defaults): DefaultRow[] =>
  Object.entries(defaults).map(([name, value]) => ({ name, text: textOf(value) }));

/** Returns the values of the rows with a name; of several rows with one name the last one counts. */
export const defaultsOf = (rows: readonly DefaultRow[]): Defaults =>
  Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== '').map(({ name, text }) => [name.trim(), readValue(text)]),
  );

/** Whether a text can be the name of a variable. */
export const isVariable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name.trim());
