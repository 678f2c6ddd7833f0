import type { Condition, Texts } from '../definition.ts';
import { RESERVED_WORDS } from '../expression-parser.ts';
import { cleaned, type Place, Report } from './report.ts';

/** A node of the definition under construction; tidy.ts finds and removes its faults at the end. */
export interface Draft {
  type: string;
  id?: string;
  key?: string;
  visible?: Condition | undefined;
  children?: Draft[];
  columns?: Draft[];
  options?: { id: string; text: Texts }[];
  [member: string]: unknown;
}

export interface DraftRule {
  readonly id: string;
  readonly assert: Condition;
  readonly at: string;
  readonly message: Texts;
}

/** The container of fields: the form, or the rows of a table. `path` is where the source keeps their values. */
export interface Scope {
  readonly path: readonly string[];
  readonly table: string | null;
  readonly keys: Set<string>;
}

/** A field of the source and its converted field. */
export interface Carried {
  readonly path: readonly string[];
  readonly key: string;
  readonly table: string | null;
  readonly node: Draft;
  /** Maps values of the source to ids of options. */
  readonly options: ReadonlyMap<string, string> | null;
}

export type Component = Readonly<Record<string, unknown>>;

const LABEL_MAX = 500;
const TAKEN: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...RESERVED_WORDS,
  'rowId',
]);
const OPTIONS_MAX = 500;

export function isComponent(value: unknown): value is Component {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text of the source, trimmed; empty for anything else. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= 1e15 ? number : undefined;
}

export function wholeIn(value: unknown, least: number, most: number): number | undefined {
  const number = numberIn(value);
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function memberIn(value: unknown, name: string): unknown {
  return isComponent(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** State shared by both converters: names, texts, options, and work deferred until all fields are known. */
export class Carrier {
  readonly report = new Report();
  readonly origins = new WeakMap<object, Place>();
  readonly rules: DraftRule[] = [];
  readonly outcomes: Record<string, unknown>[] = [];
  readonly languageId: string;
  private readonly carried: Carried[] = [];
  private readonly byPath = new Map<string, Carried>();
  private readonly byLast = new Map<string, Carried[]>();
  private readonly ids = new Set<string>();
  private readonly put: (() => void)[] = [];
  private readonly first: (() => void)[] = [];

  constructor(languageId: string) {
    this.languageId = languageId;
  }

  texts(text: string): Texts {
    return { [this.languageId]: text };
  }

  /** Returns `undefined` for an empty text; a long text is cut and noted. */
  label(value: unknown, place: Place, max = LABEL_MAX): Texts | undefined {
    const text = textIn(value);
    if (text.length > max) this.report.note(place, 'text.shortened', text.slice(0, 80));
    const kept = cleaned(text, max).trim();
    return kept === '' ? undefined : this.texts(kept);
  }

  /** Returns a valid key that is unused in its scope. */
  key(wanted: unknown, scope: Scope, place: Place): string {
    const source = textIn(wanted);
    const plain = keyOf(source);
    const base = TAKEN.has(plain) ? `${plain}Field` : plain;
    let key = base;
    for (let count = 2; scope.keys.has(key); count += 1) key = `${base.slice(0, 58)}${count}`;
    scope.keys.add(key);
    if (key !== source && source !== '') this.report.note(place, 'key.changed', `${source.slice(0, 100)} → ${key}`);
    return key;
  }

  /** Returns a unique id for a layout node. */
  id(wanted: string): string {
    const base = keyOf(wanted);
    let id = base;
    for (let count = 2; this.ids.has(id); count += 1) id = `${base.slice(0, 56)}${count}`;
    this.ids.add(id);
    return id;
  }

  known(carried: Carried): void {
    this.carried.push(carried);
    const path = carried.path.join('.');
    if (!this.byPath.has(path)) this.byPath.set(path, carried);
    const last = carried.path.at(-1) ?? '';
    const same = this.byLast.get(last);
    if (same) same.push(carried);
    else this.byLast.set(last, [carried]);
  }

  /** Finds the field at a path of the source, and the rest of the path. */
  find(path: readonly string[]): { readonly field: Carried; readonly rest: readonly string[] } | null {
    for (let length = Math.min(path.length, 12); length > 0; length -= 1) {
      const field = this.byPath.get(path.slice(0, length).join('.'));
      if (field) return { field, rest: path.slice(length) };
    }
    return null;
  }

  /** Finds a field by name in any container; `null` unless exactly one has it. */
  findByName(name: string): Carried | null {
    const found = this.byLast.get(name) ?? [];
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** Defers reading conditions and expressions until every field has its key. */
  later(work: () => void): void {
    this.put.push(work);
  }

  /** Defers work whose results conditions need, to run before conditions are read. */
  before(work: () => void): void {
    this.first.push(work);
  }

  finish(): void {
    for (const work of this.first.splice(0)) work();
    for (const work of this.put.splice(0)) work();
  }

  /**
   * Converts options and gives them valid ids; `null` without any option. `list` has labels and values in the source's
   * own types.
   */
  options(
    list: readonly { readonly label: unknown; readonly value: unknown }[],
    place: Place,
  ): { readonly options: { id: string; text: Texts }[]; readonly ids: ReadonlyMap<string, string> } | null {
    const options: { id: string; text: Texts }[] = [];
    const ids = new Map<string, string>();
    const taken = new Set<string>();
    const changed: string[] = [];
    for (const { label, value } of list) {
      const source = scalarText(value) ?? scalarText(label);
      if (source === null || source.trim() === '' || ids.has(source)) continue;
      if (options.length >= OPTIONS_MAX) {
        this.report.note(place, 'limit.reached', `${OPTIONS_MAX}`);
        break;
      }
      const base = optionIdOf(source);
      let id = base;
      for (let count = 2; taken.has(id.toLowerCase()); count += 1) id = `${base.slice(0, 58)}_${count}`;
      taken.add(id.toLowerCase());
      ids.set(source, id);
      if (id !== source || typeof value === 'number' || typeof value === 'boolean') changed.push(`${source} → "${id}"`);
      const shown = cleaned(
        scalarText(label)
          ?.replace(/<[^<>]{0,500}>/g, '')
          .trim() || source,
        LABEL_MAX,
      ).trim();
      options.push({ id, text: this.texts(shown || id) });
    }
    if (changed.length > 0) this.report.note(place, 'options.changed', changed.slice(0, 5).join(', '));
    return options.length > 0 ? { options, ids } : null;
  }
}

export function scalarText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : null;
}

/** `First name` → `firstName`, `Ünit-no` → `unitNo`; `field` when no character is valid. */
export function keyOf(text: string): string {
  const words = text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter(Boolean);
  const joined = words
    .map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('');
  const bare = joined.replace(/^_+/, '').slice(0, 60);
  if (bare === '') return 'field';
  const small = `${bare[0]?.toLowerCase()}${bare.slice(1)}`;
  return /^[a-z]/.test(small) ? small : `f${small}`;
}

function optionIdOf(text: string): string {
  const bare = text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[.-]+/, '')
    .slice(0, 60);
  return /^[A-Za-z0-9_]/.test(bare) && /[A-Za-z0-9]/.test(bare) ? bare : 'option';
}
