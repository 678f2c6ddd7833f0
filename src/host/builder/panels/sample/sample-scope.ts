import {
  checkDefinition,
  createFormModel,
  type DataField,
  evaluate,
  type FeelValue,
  type FieldValue,
  type FormBody,
  type FormValues,
  parseExpression,
  type RowValue,
  type Scope,
  toFeel,
} from '../../../../shared/forms/index.ts';
import { type NodeId, placesOf } from '../../edits/tree.ts';
import { tableAround } from '../conditions/scope.ts';

const EMPTY: FeelValue = null;

/**
 * Evaluates an expression of a node with these values; for a column, in its first row. Throws ExpressionError for a syntax
 * error.
 */
export function valueWith(
  text: string,
  body: FormBody,
  values: FormValues,
  node: NodeId | null,
  today: string,
): FeelValue {
  return evaluate(parseExpression(text), scopeOf(body, values, node, today), today);
}

function scopeOf(body: FormBody, values: FormValues, node: NodeId | null, today: string): Scope {
  const shown = computedValues(body, values, today);
  const places = placesOf(body);
  const table = tableAround(body, node);
  const get = (name: string): FeelValue => {
    const found = places.get(name)?.node;
    if (!found || !('key' in found)) return name === 'row' && table !== null ? (rowsOf(table)[0] ?? EMPTY) : EMPTY;
    if ('columns' in found) return rowsOf(name);
    return toFeel(found, (shown[name] ?? null) as FieldValue);
  };
  const rowsOf = (key: string): readonly FeelValue[] => {
    const found = places.get(key)?.node;
    const rows = shown[key];
    if (!found || !('columns' in found) || !Array.isArray(rows)) return [];
    return (rows as readonly RowValue[]).map((row) => rowScope(found.columns, row));
  };
  return { kind: 'scope', get, has: (name) => places.has(name) || name === 'row' };
}

function rowScope(columns: readonly DataField[], row: RowValue): Scope {
  const column = (name: string) => columns.find(({ key }) => key === name);
  return {
    kind: 'scope',
    get: (name) => {
      const found = column(name);
      return found ? toFeel(found, (row[name] ?? null) as FieldValue) : null;
    },
    has: (name) => column(name) !== undefined,
  };
}

const known = new WeakMap<FormBody, { values: FormValues; today: string; shown: FormValues }>();

/** Adds computed fields if the form has no problems; otherwise returns the values unchanged. */
function computedValues(body: FormBody, values: FormValues, today: string): FormValues {
  const before = known.get(body);
  if (before && before.values === values && before.today === today) return before.shown;
  const isSound = checkDefinition(body).length === 0;
  const shown = isSound ? createFormModel(body, { values, languageId: 'en', today }).values.peek() : values;
  known.set(body, { values, today, shown });
  return shown;
}
