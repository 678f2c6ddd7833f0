import { checkDefinition } from '../check-definition.ts';
import type { Condition, FormBody } from '../definition.ts';
import type { FaultParams } from '../definition-faults.ts';
import type { Carrier, Draft } from './carrier.ts';
import type { ImportCode, Place } from './report.ts';

const CHILDREN_MAX = 200;
const LAYOUT_DEPTH = 7;
const FIELDS_MAX = 500;
const ROUNDS = 60;
const COLUMNS_MAX = { table: 20, group: 40 } as const;
/** Fields that are too tall or too wide for a table row. */
const WIDE: ReadonlySet<string> = new Set(['radio', 'signature', 'multiline']);
const LINE_MAX = 8;
const WHOLE: Place = { pointer: '', component: '' };
const LAYOUTS: ReadonlySet<string> = new Set(['stack', 'section', 'columns', 'tabs', 'tab', 'wizard', 'step']);

const isLayoutDraft = ({ type }: Draft): boolean => LAYOUTS.has(type);
const isRows = ({ type }: Draft): boolean => type === 'table' || type === 'group';

function both(outer: Condition | undefined, own: Condition | undefined): Condition | undefined {
  return outer && own ? { all: [outer, own] } : (own ?? outer);
}

/** Reduces the converted form to the limits of a definition, and removes remaining faults. */
export class Tidier {
  private readonly carrier: Carrier;
  private fields = 0;

  constructor(carrier: Carrier) {
    this.carrier = carrier;
  }

  private place(node: object): Place {
    return this.carrier.origins.get(node) ?? WHOLE;
  }

  /** Returns the definition, or `null` when it remains invalid. */
  finish(body: Draft & { root: Draft }): FormBody | null {
    body.root.children = this.level(body.root.children ?? [], 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const faults = checkDefinition(body);
      if (faults.length === 0) return body as unknown as FormBody;
      // From the end, so that earlier positions stay valid.
      const removed = new Set<string>();
      for (const { pointer, params } of faults.toReversed())
        this.remove(body, pointer, params as FaultParams | undefined, removed);
    }
    return null;
  }

  private level(nodes: readonly Draft[], depth: number): Draft[] {
    const kept: Draft[] = [];
    for (const node of nodes) {
      if (isRows(node)) {
        if (this.rows(node)) kept.push(node);
      } else if (!isLayoutDraft(node)) {
        if (this.counted(node)) kept.push(node);
      } else if (depth > LAYOUT_DEPTH && node.type !== 'tab' && node.type !== 'step') {
        this.carrier.report.note(this.place(node), 'layout.flattened');
        kept.push(...this.level(pushedDown(node), depth));
      } else {
        node.children = this.level(node.children ?? [], depth + 1);
        if (node.children.length > 0) kept.push(node);
      }
    }
    return kept.length <= CHILDREN_MAX ? kept : this.parted(kept);
  }

  private parted(nodes: readonly Draft[]): Draft[] {
    const parts: Draft[] = [];
    const isPlain = !nodes.some(({ type }) => type === 'tab' || type === 'step');
    for (let at = 0; isPlain && at < nodes.length && parts.length < CHILDREN_MAX; at += CHILDREN_MAX) {
      parts.push({ type: 'stack', id: this.carrier.id('part'), children: nodes.slice(at, at + CHILDREN_MAX) });
    }
    if (!isPlain) this.carrier.report.note(this.place(nodes[CHILDREN_MAX] ?? {}), 'limit.reached', `${CHILDREN_MAX}`);
    return isPlain ? parts : nodes.slice(0, CHILDREN_MAX);
  }

  private counted(node: Draft): boolean {
    if (node.type !== 'richText') this.fields += 1;
    if (this.fields <= FIELDS_MAX) return true;
    this.carrier.report.note(this.place(node), 'limit.reached', `${FIELDS_MAX}`);
    return false;
  }

  /** Rows contain only fields: layout nodes around these are removed, their conditions move to the fields. */
  private rows(node: Draft): boolean {
    const cells: Draft[] = [];
    const visit = (parts: readonly Draft[]): void => {
      for (const part of parts) {
        if (isLayoutDraft(part)) visit(pushedDown(part));
        else if (part.type === 'richText') this.carrier.report.note(this.place(part), 'component.nested', 'text');
        else if (isRows(part)) this.lost(part);
        else cells.push(part);
      }
    };
    visit(node.columns ?? []);
    if (cells.length > LINE_MAX || cells.some(({ type }) => WIDE.has(type))) node.type = 'group';
    const most = COLUMNS_MAX[node.type === 'table' ? 'table' : 'group'];
    for (const cell of cells.splice(most)) this.carrier.report.note(this.place(cell), 'limit.reached', `${most}`);
    node.columns = cells;
    if (node.type === 'table') for (const cell of cells) delete cell.width;
    if (node.type === 'table') delete node.rowLabel;
    if (cells.length > 0) return this.counted(node);
    this.carrier.report.note(this.place(node), 'component.refused');
    return false;
  }

  private lost(node: Draft): void {
    this.carrier.report.note(this.place(node), 'component.nested', String(node.key ?? ''));
    const visit = (parts: readonly Draft[]): void => {
      for (const part of parts) {
        if (part.key) this.carrier.report.note(this.place(part), 'component.nested', part.key);
        visit(part.children ?? part.columns ?? []);
      }
    };
    visit(node.columns ?? []);
  }

  /** Removes the smallest part around a fault: an optional member, otherwise the node, rule or outcome. */
  private remove(
    body: Draft & { root: Draft },
    pointer: string,
    why: FaultParams | undefined,
    removed: Set<string>,
  ): void {
    const parts = pointer.split('/').slice(1);
    const steps = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (steps[0] !== 'root') {
      const list = body[steps[0] ?? ''];
      const name = parts.slice(0, 2).join('/');
      if (!Array.isArray(list) || removed.has(name)) return;
      removed.add(name);
      const [gone] = list.splice(Number(steps[1]), 1);
      if (list.length === 0) delete body[steps[0] ?? ''];
      this.carrier.report.note(this.place(Object(gone)), 'rule.dropped', '', why);
      return;
    }
    let node: Draft = body.root;
    let holder: Draft[] | null = null;
    let index = 0;
    let at = 1;
    while (at + 1 < steps.length + 1) {
      const name = steps[at];
      const list = name === 'children' ? node.children : name === 'columns' ? node.columns : undefined;
      const next = list?.[Number(steps[at + 1])];
      if (!list || !next) break;
      [holder, index, node] = [list, Number(steps[at + 1]), next];
      at += 2;
    }
    const name = `${parts.slice(0, at).join('/')}`;
    const member = this.memberAt(node, steps[at]);
    if (removed.has(name) || removed.has(`${name}#${member}`)) return;
    const place = this.place(node);
    if (member) {
      removed.add(`${name}#${member}`);
      this.carrier.report.note(place, CODES[member] ?? 'setting.dropped', shown(node[member]), why);
      delete node[member];
    } else if (holder) {
      removed.add(name);
      this.carrier.report.note(place, 'component.refused', '', why);
      holder.splice(index, 1);
    }
  }

  private memberAt(node: Draft, step: string | undefined): string | undefined {
    if (step !== undefined && Object.hasOwn(node, step) && !NEEDED.has(step)) return step;
    // A cycle is reported for the whole field; without its formula and condition it is valid.
    return ['computed', 'visible', 'readOnly'].find(
      (member) => typeof node[member] === 'object' || (member === 'computed' && node[member]),
    );
  }
}

const NEEDED: ReadonlySet<string> = new Set([
  'type',
  'key',
  'id',
  'label',
  'options',
  'content',
  'children',
  'columns',
]);
const CODES: Readonly<Record<string, ImportCode>> = {
  visible: 'condition.dropped',
  required: 'condition.dropped',
  readOnly: 'condition.dropped',
  computed: 'expression.dropped',
  min: 'rule.dropped',
  max: 'rule.dropped',
  minLength: 'rule.dropped',
  maxLength: 'rule.dropped',
  pattern: 'rule.dropped',
  default: 'default.dropped',
};

function shown(value: unknown): string {
  return typeof value === 'object' ? (JSON.stringify(value) ?? '').slice(0, 150) : String(value).slice(0, 150);
}

function pushedDown(node: Draft): Draft[] {
  const children = node.children ?? [];
  for (const child of children) {
    const visible = both(node.visible, child.visible);
    if (visible) child.visible = visible;
  }
  return children;
}
