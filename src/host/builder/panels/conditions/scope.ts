import {
  type DataField,
  type FormBody,
  isRepeating,
  type TableNode,
  type Texts,
} from '../../../../shared/forms/index.ts';
import { type NodeId, placesOf } from '../../edits/tree.ts';

/** How a field can be compared. `presence`: only with empty or not empty. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'yesNo'
  | 'choice'
  | 'tags'
  | 'reference'
  | 'presence';

/** A field that a condition or expression can refer to. */
export interface ScopeField {
  /** Reference to the field: `total`, `row.qty`, `leave.from`, `lines.qty`. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly node: DataField | TableNode;
  readonly texts: Texts;
  /** Which day of a period. */
  readonly end?: 'from' | 'to';
  /** A cell in the same row as the column that is edited. */
  readonly isInRow: boolean;
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  text: 'text',
  multiline: 'text',
  number: 'number',
  money: 'number',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  checkbox: 'yesNo',
  radio: 'choice',
  dropdown: 'choice',
  multiSelect: 'choice',
  tags: 'tags',
  user: 'reference',
  users: 'reference',
  department: 'reference',
  company: 'reference',
  dimension: 'reference',
  record: 'reference',
};

/**
 * All fields that a node's condition can refer to, in form order, cells of its own row first. Excludes the field itself and
 * its table, because nothing may depend on itself. `node` is null for a rule.
 */
export function fieldsInScope(body: FormBody, node: NodeId | null): readonly ScopeField[] {
  const places = placesOf(body);
  const own = node === null ? undefined : places.get(node);
  const table = tableAround(body, node);
  const beside: ScopeField[] = [];
  const fields: ScopeField[] = [];
  for (const { id, node: one, parent } of places.values()) {
    if (!('key' in one) || id === own?.id || id === table) continue;
    const isColumn = parent !== null && !parent.startsWith('#');
    if (!isColumn) fields.push(...named(one, one.key, false));
    else if (parent === table) beside.push(...named(one, `row.${one.key}`, true));
  }
  return [...beside, ...fields];
}

/** The table that contains a column. */
export function tableAround(body: FormBody, node: NodeId | null): NodeId | null {
  const parent = node === null ? null : (placesOf(body).get(node)?.parent ?? null);
  return parent !== null && !parent.startsWith('#') ? parent : null;
}

function named(node: DataField | TableNode, name: string, isInRow: boolean): ScopeField[] {
  const field = { name, node, texts: node.label, isInRow, kind: kindOf(node) } as const;
  if (node.type !== 'period') return [field];
  const day = (end: 'from' | 'to') => ({ ...field, name: `${name}.${end}`, end, kind: 'date' }) as const;
  return [field, day('from'), day('to')];
}

function kindOf(node: DataField | TableNode): FieldKind {
  return isRepeating(node) ? 'presence' : (KINDS[node.type] ?? 'presence');
}
