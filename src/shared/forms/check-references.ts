import { type Problems, pointerTo } from './check-shape.ts';
import { readsOfCondition } from './conditions.ts';
import {
  type Condition,
  type DataField,
  type ExpressionSource,
  type FormBody,
  type FormNode,
  isLayout,
  isRepeating,
  type OptionSource,
  type TableNode,
} from './definition.ts';
import { cachedExpression, ExpressionError } from './expression.ts';
import { COUNTED, type Known, readsOf } from './expression-names.ts';

const MAX_FIELDS = 500;

type Names = readonly (readonly string[])[];

/** Checks what the schema cannot express: unique and existing names, limits in the right order, no cycles. */
export function checkReferences(body: FormBody, problems: Problems): void {
  new References(problems).check(body);
}

class References {
  private readonly problems: Problems;
  private readonly fields = new Map<string, DataField | TableNode>();
  private readonly ids = new Set<string>();
  /** Dependencies of each field's value and visibility; columns are `lines.qty`. */
  private readonly needs = new Map<string, { readonly pointer: string; readonly on: Set<string> }>();
  private readonly outer = new Map<string, readonly Condition[]>();
  private readonly places: { readonly node: DataField | TableNode; readonly pointer: string }[] = [];

  private readonly known: Known = {
    isTable: (name) => {
      const found = name.length === 1 ? this.fields.get(name[0] ?? '') : undefined;
      return found !== undefined && isRepeating(found);
    },
    hasColumn: (table, name) => this.lookUp([...table, name], null) !== undefined,
  };

  constructor(problems: Problems) {
    this.problems = problems;
  }

  check(body: FormBody): void {
    this.collect(body.root, '/root', []);
    // The following checks compare fields pairwise, so they are skipped for a form refused for too many fields.
    if (this.places.length > MAX_FIELDS) {
      this.problems.add('/root', 'tooManyFields', { most: MAX_FIELDS });
      return;
    }
    for (const { node, pointer } of this.places) this.checkNode(node, pointer);
    this.checkLayout(body.root, '/root');
    (body.rules ?? []).forEach((rule, index) => {
      const pointer = pointerTo('/rules', index);
      this.unique(`rule ${rule.id}`, pointerTo(pointer, 'id'));
      if (!this.fields.has(rule.at)) this.problems.add(pointerTo(pointer, 'at'), 'noField', { word: rule.at });
      this.conditionNames(rule.assert, pointerTo(pointer, 'assert'), null);
    });
    (body.outcomes ?? []).forEach((outcome, index) => {
      this.unique(`outcome ${outcome.id}`, pointerTo(pointerTo('/outcomes', index), 'id'));
    });
    this.refuseCircles();
  }

  private unique(name: string, pointer: string): void {
    if (this.ids.has(name)) this.problems.add(pointer, 'twice');
    this.ids.add(name);
  }

  private collect(node: FormNode, pointer: string, conditions: readonly Condition[]): void {
    const own = node.visible ? [...conditions, node.visible] : conditions;
    if (isLayout(node) || node.type === 'richText') {
      this.unique(`part ${node.id}`, pointerTo(pointer, 'id'));
      if (isLayout(node)) {
        for (const [index, child] of node.children.entries()) this.collect(child, `${pointer}/children/${index}`, own);
      }
      return;
    }
    this.unique(`field ${node.key}`, pointerTo(pointer, 'key'));
    this.fields.set(node.key, node);
    this.outer.set(node.key, conditions);
    this.places.push({ node, pointer });
  }

  private checkLayout(node: FormNode, pointer: string): void {
    if (!isLayout(node) && node.type !== 'richText') return;
    if (node.visible) this.conditionNames(node.visible, pointerTo(pointer, 'visible'), null);
    if (isLayout(node)) {
      for (const [index, child] of node.children.entries()) this.checkLayout(child, `${pointer}/children/${index}`);
    }
  }

  private checkNode(node: DataField | TableNode, pointer: string): void {
    const on = this.dependencies(node, pointer, null);
    // Conditions of the surrounding parts were checked where they are defined; only the names they read matter here.
    for (const condition of this.outer.get(node.key) ?? []) {
      for (const name of this.readable(condition)) on.add(this.target(name, null));
    }
    this.needs.set(node.key, { pointer, on });
    if (!isRepeating(node)) {
      this.limits(node, pointer, null);
      return;
    }
    const names = new Set<string>();
    node.columns.forEach((column, index) => {
      const place = `${pointer}/columns/${index}`;
      if (names.has(column.key)) this.problems.add(pointerTo(place, 'key'), 'twice');
      names.add(column.key);
      const needed = this.dependencies(column, place, node);
      needed.add(node.key);
      this.needs.set(`${node.key}.${column.key}`, { pointer: place, on: needed });
      this.limits(column, place, node);
    });
    if ((node.minRows ?? 0) > (node.maxRows ?? 100)) this.problems.add(pointerTo(pointer, 'minRows'), 'overMaxRows');
    (node.totals ?? []).forEach((key, index) => {
      const total = this.fields.get(key);
      if (!total || !('computed' in total) || !total.computed) {
        this.problems.add(`${pointer}/totals/${index}`, 'notComputed', { word: key });
      }
    });
  }

  private dependencies(node: DataField | TableNode, pointer: string, table: TableNode | null): Set<string> {
    const on = new Set<string>();
    const note = (names: Names): void => {
      for (const name of names) on.add(this.target(name, table));
    };
    if (node.visible) note(this.conditionNames(node.visible, pointerTo(pointer, 'visible'), table));
    if (typeof node.readOnly === 'object') {
      note(this.conditionNames(node.readOnly, pointerTo(pointer, 'readOnly'), table));
    }
    if (typeof node.required === 'object') this.conditionNames(node.required, pointerTo(pointer, 'required'), table);
    if ('computed' in node && node.computed) {
      note(this.expressionNames(node.computed, pointerTo(pointer, 'computed'), table));
    }
    return on;
  }

  private limits(node: DataField, pointer: string, table: TableNode | null): void {
    if ('min' in node) this.limit(node.min, pointerTo(pointer, 'min'), table);
    if ('max' in node) this.limit(node.max, pointerTo(pointer, 'max'), table);
    if ('min' in node && typeof node.min === 'number' && typeof node.max === 'number' && node.min > node.max) {
      this.problems.add(pointerTo(pointer, 'min'), 'overMax');
    }
    if ('minLength' in node && (node.minLength ?? 0) > (node.maxLength ?? Number.POSITIVE_INFINITY)) {
      this.problems.add(pointerTo(pointer, 'minLength'), 'overMaxLength');
    }
    if ('source' in node) this.source(node.source, pointer, table);
    if ('options' in node && node.options) {
      const { options } = node;
      const seen = new Set<string>();
      options.forEach((option, index) => {
        const id = option.id.toLowerCase();
        if (seen.has(id)) this.problems.add(`${pointer}/options/${index}/id`, 'twice');
        seen.add(id);
      });
      const defaults = Array.isArray(node.default) ? node.default : node.default === undefined ? [] : [node.default];
      if (defaults.some((id) => !options.some((option) => option.id === id))) {
        this.problems.add(pointerTo(pointer, 'default'), 'notAnOption');
      }
    }
  }

  private limit(value: number | string | ExpressionSource | undefined, pointer: string, table: TableNode | null): void {
    if (typeof value === 'object') this.expressionNames(value.expr, pointerTo(pointer, 'expr'), table);
  }

  /** A filter may read other fields. It only reads them, so a cycle does no harm. */
  private source(source: OptionSource | undefined, pointer: string, table: TableNode | null): void {
    for (const [property, value] of Object.entries(source?.filter ?? {})) {
      if (typeof value === 'object' && !this.lookUp(value.field.split('.'), table)) {
        this.problems.add(`${pointer}/source/filter/${property}/field`, 'noField', { word: value.field });
      }
    }
  }

  /** Returns the names a condition reads, and reports those that do not exist. */
  private conditionNames(condition: Condition, pointer: string, table: TableNode | null): Names {
    if ('all' in condition) {
      return condition.all.flatMap((part, index) => this.conditionNames(part, `${pointer}/all/${index}`, table));
    }
    if ('any' in condition) {
      return condition.any.flatMap((part, index) => this.conditionNames(part, `${pointer}/any/${index}`, table));
    }
    if ('not' in condition) return this.conditionNames(condition.not, pointerTo(pointer, 'not'), table);
    if ('expr' in condition) return this.expressionNames(condition.expr, pointerTo(pointer, 'expr'), table);
    const name = condition.field.split('.');
    const found = this.lookUp(name, table);
    const place = pointerTo(pointer, 'field');
    if (!found) {
      this.problems.add(place, 'noField', { word: condition.field });
      return [];
    }
    const isBlankTest = condition.value === '' && (condition.op === 'eq' || condition.op === 'neq');
    if (found.type === 'period' && !isBlankTest) {
      this.problems.add(place, 'periodBlank', { word: condition.field });
    }
    if (name.length > 1 && this.known.isTable(name.slice(0, 1))) {
      this.problems.add(place, 'columnValues', { word: condition.field });
    }
    if (isRepeating(found) && !isBlankTest) this.problems.add(place, 'tableBlank');
    if ((found.type === 'attachment' || found.type === 'signature') && !isBlankTest)
      this.problems.add(place, 'filesBlank');
    return isRepeating(found) ? [[...name, COUNTED]] : [name];
  }

  private expressionNames(source: string, pointer: string, table: TableNode | null): Names {
    try {
      const { names, passes, repeats } = readsOf(cachedExpression(source), this.known);
      if (table && passes) this.problems.add(pointer, 'tablePerRow');
      else if (repeats) this.problems.add(pointer, 'tablePerItem');
      for (const name of names) {
        const found = this.lookUp(name, table);
        if (!found) this.problems.add(pointer, 'noField', { word: name.filter((part) => part !== COUNTED).join('.') });
        else if (isRepeating(found) && name[1] !== COUNTED) {
          this.problems.add(pointer, 'tableCounted', { word: name[0] ?? '' });
        }
      }
      return names;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { fault: problem, word, message: text, position } = error;
      this.problems.add(pointer, 'expression', { problem, word, text, position: position + 1 });
      return [];
    }
  }

  private readable(condition: Condition): Names {
    try {
      return readsOfCondition(condition, this.known).flatMap(({ names }) => names);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [];
    }
  }

  /**
   * Finds the field of a name: a field, a column as `lines.qty` or `row.qty`, a day as `leave.from`. Further parts
   * select from the value, as in `neededBy.year`.
   */
  private lookUp(name: readonly string[], table: TableNode | null): DataField | TableNode | undefined {
    const [first = '', second, third] = name;
    if (first === 'row') return second === undefined ? undefined : member(column(table, second), name.slice(2));
    const found = this.fields.get(first);
    if (found && !isRepeating(found)) return member(found, name.slice(1));
    if (second === undefined || second === COUNTED) return third === undefined ? found : undefined;
    return found && member(column(found, second), name.slice(2));
  }

  /** Returns the graph node of a name. */
  private target(name: readonly string[], table: TableNode | null): string {
    const [first = '', second] = name;
    if (first === 'row') return `${table?.key}.${second}`;
    const isColumn = this.known.isTable([first]) && second !== undefined && second !== COUNTED;
    return isColumn ? `${first}.${second}` : first;
  }

  /** Refuses fields that depend on themselves, directly or indirectly: they would have no value. */
  private refuseCircles(): void {
    const state = new Map<string, 'open' | 'done'>();
    const path: string[] = [];
    // Iterative, because the columns of 500 tables can depend on each other in one chain of 10,000.
    const open: Iterator<string>[] = [];
    const enter = (name: string): void => {
      const need = this.needs.get(name);
      if (!need || state.get(name) === 'done') return;
      if (state.get(name) === 'open') {
        this.problems.add(need.pointer, 'circle', { list: [...path.slice(path.indexOf(name)), name].join(' → ') });
        return;
      }
      state.set(name, 'open');
      path.push(name);
      open.push(need.on.values());
    };
    for (const start of this.needs.keys()) {
      enter(start);
      for (let names = open.at(-1); names; names = open.at(-1)) {
        const next = names.next();
        if (!next.done) enter(next.value);
        else {
          open.pop();
          state.set(path.pop()!, 'done');
        }
      }
    }
  }
}

function column(table: TableNode | null, key: string): DataField | undefined {
  return table?.columns.find((candidate) => candidate.key === key);
}

/**
 * Returns the field itself, one of the two days of a period, or the part of its value that the remaining names select.
 */
function member(field: DataField | undefined, rest: readonly string[]): DataField | undefined {
  const [part] = rest;
  if (field?.type !== 'period' || part === undefined) return field;
  const isDay = part === 'from' || part === 'to';
  return isDay ? { type: 'date', key: field.key, label: field.label } : undefined;
}
