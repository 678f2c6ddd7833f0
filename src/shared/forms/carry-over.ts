import { acceptValue } from './accept-value.ts';
import { type CompiledField, type CompiledTable, compileForm } from './compile.ts';
import type { DataField, FieldValue, FormBody, FormValue, FormValues, RowValue, Texts } from './definition.ts';
import { isEmpty, isTexts } from './field-values.ts';
import { isRecord } from './read-values.ts';

/** An answer that a newer form version affects, or a field that it adds. */
interface Difference {
  /**
   * `gone`: the new version has no such field. `unreadable`: its field does not accept the answer. `new`: the field was
   * added.
   */
  readonly kind: 'gone' | 'unreadable' | 'new';
  /** The field's key, or `lines.qty` for a column. */
  readonly field: string;
  readonly label: Texts;
  /** Answers that are not carried over, so that nothing is lost: one, or one per row. */
  readonly answers: readonly Answer[];
}

/** The old field determines the format of the value. */
export interface Answer {
  readonly field: DataField;
  readonly value: FieldValue;
}

export interface CarriedOver {
  readonly values: FormValues;
  readonly differences: readonly Difference[];
}

/** Carries answers over from one version of a form to another by key, if the new field accepts the value. */
export function carryOver(from: FormBody, to: FormBody, values: unknown): CarriedOver {
  const old = compileForm(from).fields;
  const current = compileForm(to).fields;
  const source = (isRecord(values) ? values : {}) as FormValues;
  const taken: Record<string, FormValue> = {};
  const differences: Difference[] = [];
  for (const [key, before] of old) {
    const value = Object.hasOwn(source, key) ? source[key] : undefined;
    if (value === undefined) continue;
    const now = current.get(key);
    if (before.kind === 'table') {
      const rows = takeRows(before, now?.kind === 'table' ? now : undefined, value, differences);
      if (rows) taken[key] = rows;
    } else takeField(before, now, value as FieldValue, key, taken, differences);
  }
  for (const [key, now] of current) noteNew(key, old.get(key), now, differences);
  return { values: taken, differences };
}

function takeField(
  before: CompiledField,
  now: CompiledField | CompiledTable | undefined,
  value: FieldValue,
  key: string,
  taken: Record<string, FormValue>,
  differences: Difference[],
): void {
  const read = now?.kind === 'field' ? fitting(now, value) : undefined;
  if (read && 'value' in read) taken[key] = read.value;
  else if (!isEmpty(value) && !before.computed) {
    differences.push({
      kind: now ? 'unreadable' : 'gone',
      field: key,
      label: (now ?? before).label,
      answers: [{ field: before.node, value }],
    });
  }
}

/** Converts the value for the new field; of several choices, keeps those that still exist. */
function fitting(now: CompiledField, value: FieldValue): ReturnType<typeof acceptValue> {
  const read = acceptValue(now.node, value);
  if ('value' in read || !isTexts(value)) return read;
  const kept = value.filter((entry) => 'value' in acceptValue(now.node, [entry]));
  return kept.length > 0 ? acceptValue(now.node, kept) : read;
}

function takeRows(
  before: CompiledTable,
  now: CompiledTable | undefined,
  value: FormValue,
  differences: Difference[],
): RowValue[] | null {
  if (!Array.isArray(value)) return null;
  const lost = new Map<string, Answer[]>();
  const rows = (value as readonly RowValue[]).filter(isRecord).map((row) => {
    const cells: Record<string, FieldValue> = {};
    for (const [column, was] of before.columns) {
      const cell = row[column] ?? null;
      const target = now?.columns.get(column);
      const read = target ? fitting(target, cell) : undefined;
      if (read && 'value' in read) cells[column] = read.value;
      else if (!isEmpty(cell) && !was.computed) {
        lost.set(column, [...(lost.get(column) ?? []), { field: was.node, value: cell }]);
      }
    }
    return { ...cells, rowId: row.rowId } as RowValue;
  });
  for (const [column, answers] of lost) {
    const target = now?.columns.get(column);
    differences.push({
      kind: target ? 'unreadable' : 'gone',
      field: `${before.key}.${column}`,
      label: (target ?? before.columns.get(column) ?? before).label,
      answers,
    });
  }
  return now ? rows : null;
}

function noteNew(
  key: string,
  before: CompiledField | CompiledTable | undefined,
  now: CompiledField | CompiledTable,
  differences: Difference[],
): void {
  const added = (field: string, { label }: CompiledField | CompiledTable) =>
    differences.push({ kind: 'new', field, label, answers: [] });
  if (now.kind === 'field' && now.computed) return;
  if (!before) added(key, now);
  else if (now.kind === 'table' && before.kind === 'table') {
    for (const [column, definition] of now.columns) {
      if (!definition.computed && !before.columns.has(column)) added(`${key}.${column}`, definition);
    }
  }
}
