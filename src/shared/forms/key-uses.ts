import { pointerTo } from './check-shape.ts';
import { type Condition, type FormBody, type FormNode, isLayout, isRepeating, type TableNode } from './definition.ts';
import { cachedExpression, ExpressionError } from './expression.ts';
import { COUNTED, type Known, type NamePart, namePlacesIn } from './expression-names.ts';

/**
 * Where a key is used: a condition, an expression, a limit, the filter of a dropdown, the footer of a table, or a rule.
 */
type UseKind =
  | 'visible'
  | 'required'
  | 'readOnly'
  | 'computed'
  | 'min'
  | 'max'
  | 'filter'
  | 'total'
  | 'rule'
  | 'ruleAt';

interface UsePlace {
  readonly kind: UseKind;
  /** The node or rule that names the key: its id, its key, or `lines.qty` for a column. */
  readonly of: string;
}

/** A position in a definition that names a field. */
export interface KeyUse {
  /** JSON pointer into the definition, to the condition's `field` or the expression's text. */
  readonly pointer: string;
  readonly place: UsePlace;
}

/** Returns the name that replaces another; `table` is the one whose row `row` refers to. */
type NewName = (parts: readonly string[], table: string | null, use: KeyUse) => readonly string[];

interface Renaming {
  readonly name: NewName;
  readonly known: Known;
}

/**
 * Returns every use of a field (`subject`, or `lines.qty` for a column). For a table this includes uses of its columns,
 * for a period uses of its days. Expressions that cannot be parsed name nothing.
 */
export function usesOfKey(body: FormBody, key: string): readonly KeyUse[] {
  const wanted = key.split('.');
  const found: KeyUse[] = [];
  mapNames(body, (parts, table, use) => {
    if (isNamed(parts, table, wanted)) found.push(use);
    return parts;
  });
  return found;
}

/**
 * Returns the definition with the key of a field or column (`lines.qty` to `amount`) changed at its declaration and in
 * every use. `to` is not checked. Unchanged parts stay the same objects.
 */
export function renameKey(body: FormBody, from: string, to: string): FormBody {
  const wanted = from.split('.');
  const last = wanted.length - 1;
  const named = mapNames(body, (parts, table) => {
    if (!isNamed(parts, table, wanted)) return parts;
    return parts.map((part, index) => (index === last ? to : part));
  });
  const root = withKey(named.root, wanted, to);
  return root === named.root ? named : { ...named, root: root as FormBody['root'] };
}

/**
 * Whether a name refers to the wanted field or to a part of it. A cell of the same row is not a reference to its table.
 */
function isNamed(parts: readonly string[], table: string | null, wanted: readonly string[]): boolean {
  const isRow = parts[0] === 'row' && table !== null;
  const name = isRow ? [table, ...parts.slice(1)] : parts;
  return (!isRow || wanted.length > 1) && wanted.every((part, index) => name[index] === part);
}

function withKey(node: FormNode, [key = '', column]: readonly string[], to: string): FormNode {
  if (isLayout(node)) {
    const children = mapped(node.children, (child) => withKey(child, column === undefined ? [key] : [key, column], to));
    return children === node.children ? node : { ...node, children };
  }
  if (!('key' in node) || node.key !== key) return node;
  if (column === undefined) return { ...node, key: to };
  if (!isRepeating(node)) return node;
  return { ...node, columns: mapped(node.columns, (cell) => (cell.key === column ? { ...cell, key: to } : cell)) };
}

function mapped<T>(list: readonly T[], change: (entry: T, index: number) => T): readonly T[] {
  const changed = list.map(change);
  return changed.some((entry, index) => entry !== list[index]) ? changed : list;
}

/** Maps every name of a definition. */
function mapNames(body: FormBody, name: NewName): FormBody {
  const renaming: Renaming = { name, known: knownOf(body) };
  const root = mapNode(body.root, '/root', renaming);
  const rules =
    body.rules &&
    mapped(body.rules, (rule, index) => {
      const pointer = pointerTo('/rules', index);
      const placed = (kind: UseKind, name: string) => ({
        pointer: pointerTo(pointer, name),
        place: { kind, of: rule.id },
      });
      const assert = mapCondition(rule.assert, null, placed('rule', 'assert'), renaming);
      const at = renaming.name([rule.at], null, placed('ruleAt', 'at')).join('.');
      return assert === rule.assert && at === rule.at ? rule : { ...rule, assert, at };
    });
  if (root === body.root && rules === body.rules) return body;
  return { ...body, root: root as FormBody['root'], ...(rules && { rules }) };
}

function mapNode(node: FormNode, pointer: string, renaming: Renaming): FormNode {
  if (isLayout(node) || node.type === 'richText') {
    const placed = placeIn(pointer, node.id);
    const visible = node.visible && mapCondition(node.visible, null, placed('visible'), renaming);
    const own = visible === node.visible ? node : { ...node, visible };
    if (!isLayout(own)) return own as FormNode;
    const children = mapped(own.children, (child, index) => mapNode(child, `${pointer}/children/${index}`, renaming));
    return children === own.children ? (own as FormNode) : ({ ...own, children } as FormNode);
  }
  const own = mapMembers(node, pointer, null, renaming) as typeof node;
  if (!isRepeating(own)) return own;
  const columns = mapped(
    own.columns,
    (column, index) => mapMembers(column, `${pointer}/columns/${index}`, own, renaming) as typeof column,
  );
  const totals =
    own.totals &&
    mapped(own.totals, (key, index) =>
      renaming
        .name([key], null, { pointer: `${pointer}/totals/${index}`, place: { kind: 'total', of: own.key } })
        .join('.'),
    );
  return columns === own.columns && totals === own.totals ? own : { ...own, columns, ...(totals && { totals }) };
}

function placeIn(pointer: string, of: string): (kind: UseKind) => KeyUse {
  return (kind) => ({ pointer: pointerTo(pointer, kind), place: { kind, of } });
}

/** Maps conditions, expressions and filters of one field; `table` is set only for columns. */
function mapMembers(node: FormNode, pointer: string, table: TableNode | null, renaming: Renaming): FormNode {
  const field = node as unknown as Readonly<Record<string, unknown>> & { readonly key: string };
  const placed = placeIn(pointer, table ? `${table.key}.${field.key}` : field.key);
  const changes: Record<string, unknown> = {};
  const scope = table?.key ?? null;
  for (const kind of ['visible', 'required', 'readOnly', 'min', 'max'] as const) {
    const value = field[kind];
    if (typeof value !== 'object' || value === null) continue;
    const changed = mapCondition(value as Condition, scope, placed(kind), renaming);
    if (changed !== value) changes[kind] = changed;
  }
  if (typeof field.computed === 'string') {
    const computed = mapExpression(field.computed, scope, placed('computed'), renaming);
    if (computed !== field.computed) changes.computed = computed;
  }
  const source = field.source as { readonly filter?: Readonly<Record<string, unknown>> } | undefined;
  const filter = { ...source?.filter };
  let isFilterChanged = false;
  for (const [property, value] of Object.entries(filter)) {
    const named = (value as { readonly field?: unknown } | null)?.field;
    if (typeof named !== 'string') continue;
    const place = `${pointerTo(`${pointer}/source/filter`, property)}/field`;
    const changed = renaming.name(named.split('.'), scope, { pointer: place, place: placed('filter').place }).join('.');
    if (changed === named) continue;
    filter[property] = { field: changed };
    isFilterChanged = true;
  }
  if (isFilterChanged) changes.source = { ...source, filter };
  return Object.keys(changes).length === 0 ? node : ({ ...node, ...changes } as FormNode);
}

function mapCondition(condition: Condition, table: string | null, use: KeyUse, renaming: Renaming): Condition {
  const below = (part: string) => ({ ...use, pointer: `${use.pointer}/${part}` });
  if ('all' in condition || 'any' in condition) {
    const name = 'all' in condition ? 'all' : 'any';
    const parts = 'all' in condition ? condition.all : condition.any;
    const changed = mapped(parts, (part, index) => mapCondition(part, table, below(`${name}/${index}`), renaming));
    return changed === parts ? condition : ({ [name]: changed } as unknown as Condition);
  }
  if ('not' in condition) {
    const not = mapCondition(condition.not, table, below('not'), renaming);
    return not === condition.not ? condition : { not };
  }
  if ('expr' in condition) {
    const expr = mapExpression(condition.expr, table, below('expr'), renaming);
    return expr === condition.expr ? condition : { expr };
  }
  if (typeof condition.field !== 'string') return condition;
  const field = renaming.name(condition.field.split('.'), table, below('field')).join('.');
  return field === condition.field ? condition : { ...condition, field };
}

/** Returns the text with its names changed; everything else stays as typed. */
function mapExpression(text: string, table: string | null, use: KeyUse, { name, known }: Renaming): string {
  const changes = new Map<number, readonly [from: string, to: string]>();
  for (const place of placesIn(text, known)) {
    const parts = place.filter((part) => part.name !== COUNTED);
    const named = name(
      parts.map((part) => part.name),
      table,
      use,
    );
    for (const [index, { name: from, at }] of parts.entries()) {
      const to = named[index] ?? from;
      if (to !== from && at >= 0) changes.set(at, [from, to]);
    }
  }
  // From the end, so that earlier positions stay valid.
  return [...changes]
    .toSorted(([a], [b]) => b - a)
    .reduce((changed, [at, [from, to]]) => changed.slice(0, at) + to + changed.slice(at + from.length), text);
}

function placesIn(text: string, known: Known): readonly (readonly NamePart[])[] {
  try {
    return namePlacesIn(cachedExpression(text), known);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [];
  }
}

function knownOf(body: FormBody): Known {
  const tables = new Map<string, ReadonlySet<string>>();
  const collect = (node: FormNode): void => {
    if (isLayout(node)) node.children.forEach(collect);
    else if (node.type !== 'richText' && isRepeating(node)) {
      tables.set(node.key, new Set(node.columns.map(({ key }) => key)));
    }
  };
  collect(body.root);
  return {
    isTable: (name) => name.length === 1 && tables.has(name[0] ?? ''),
    hasColumn: ([table = ''], column) => tables.get(table)?.has(column) === true,
  };
}
