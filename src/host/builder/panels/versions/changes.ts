import type { Condition, FormBody, Texts } from '../../../../shared/forms/index.ts';
import { type NodeLabel, nodeLabel } from '../../edits/edit.ts';
import { type AnyNode, childrenOf, type NodeId, placesOf } from '../../edits/tree.ts';
import { asExpression } from '../conditions/as-expression.ts';
import { fieldsInScope } from '../conditions/scope.ts';

/** A changed member of a part. */
export interface MemberChange {
  /** `required`, `label`, `options.goods.text`, `rules.r1.assert`. */
  readonly member: string;
  /** Language, if the member is a text. */
  readonly languageId: string | null;
  /** Formatted value; null if the member was added or removed. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Changes of one part between two versions. */
export interface NodeChange {
  /** '' for the form itself. */
  readonly id: NodeId;
  readonly label: NodeLabel;
  readonly what: 'added' | 'removed' | 'changed';
  /** Moved to another parent or position. */
  readonly isMoved: boolean;
  /** New parent, if it changed. */
  readonly into: NodeLabel | null;
  readonly members: readonly MemberChange[];
}

const STRUCTURE = new Set(['children', 'columns', 'root', 'key', 'id', 'formatVersion']);

/** All differences between two versions, in the order of the newer one; removed parts last. */
export function changesBetween(before: FormBody, after: FormBody): readonly NodeChange[] {
  const [old, now] = [placesOf(before), placesOf(after)];
  const found: NodeChange[] = [];
  const fields = [fieldsInScope(before, null), fieldsInScope(after, null)] as const;
  const form = membersOf(before, after, fields);
  const change = { label: nodeLabel(undefined), isMoved: false, into: null, members: [] } as const;
  if (form.length > 0) found.push({ ...change, id: '', what: 'changed', members: form });
  const moved = movedBetween(before, after);
  for (const { id, node, parent } of now.values()) {
    const known = old.get(id);
    const own = { ...change, id, label: nodeLabel(node) };
    if (!known) {
      // Children of an added part are not listed separately.
      if (parent !== null && !old.has(parent)) continue;
      found.push({ ...own, what: 'added', into: parentOf(after, parent) });
      continue;
    }
    const members = membersOf(known.node, node, fields);
    const isMoved = moved.has(id);
    const into = isMoved && known.parent !== parent ? parentOf(after, parent) : null;
    if (members.length > 0 || isMoved) found.push({ ...own, what: 'changed', isMoved, into, members });
  }
  for (const { id, node, parent } of old.values()) {
    if (now.has(id) || (parent !== null && !now.has(parent))) continue;
    found.push({ ...change, id, label: nodeLabel(node), what: 'removed' });
  }
  return found;
}

function parentOf(body: FormBody, parent: NodeId | null): NodeLabel | null {
  const place = parent === null ? undefined : placesOf(body).get(parent);
  if (!place) return null;
  return nodeLabel(place.depth === 0 ? undefined : place.node);
}

/** Parts that changed their parent or their order; the smallest set that explains the new order. */
function movedBetween(before: FormBody, after: FormBody): ReadonlySet<NodeId> {
  const [old, now] = [placesOf(before), placesOf(after)];
  const moved = new Set<NodeId>();
  for (const { id, parent } of now.values()) {
    const known = old.get(id);
    if (known && known.parent !== parent) moved.add(id);
    const stayed = childrenOf(after, id).filter((one) => old.get(one)?.parent === id);
    const order = new Map(childrenOf(before, id).map((one, index) => [one, index]));
    const inOrder = longestRising(stayed.map((one) => order.get(one) ?? 0));
    stayed.forEach((one, index) => {
      if (!inOrder.has(index)) moved.add(one);
    });
  }
  return moved;
}

/** Indexes of a longest increasing subsequence. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  numbers.forEach((number, index) => {
    let [length, from] = [1, -1];
    for (let at = 0; at < index; at += 1) {
      if ((numbers[at] ?? 0) < number && (lengths[at] ?? 0) + 1 > length) [length, from] = [(lengths[at] ?? 0) + 1, at];
    }
    lengths.push(length);
    previous.push(from);
  });
  const kept = new Set<number>();
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = previous[at] ?? -1) kept.add(at);
  return kept;
}

type Fields = ReturnType<typeof fieldsInScope>;

function membersOf(
  before: AnyNode | FormBody,
  after: AnyNode | FormBody,
  fields: readonly [before: Fields, after: Fields],
): MemberChange[] {
  const [a, b] = [flat(before, fields[0]), flat(after, fields[1])];
  const changes: MemberChange[] = [];
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [old, now] = [a.get(name), b.get(name)];
    if (old?.text === now?.text) continue;
    const { member, languageId } = (now ?? old) as Leaf;
    changes.push({ member, languageId, before: old?.text ?? null, after: now?.text ?? null });
  }
  return changes;
}

interface Leaf {
  readonly member: string;
  readonly languageId: string | null;
  readonly text: string;
}

/** Members of a part by name: texts by language, entries with an id by that id; child parts excluded. */
function flat(thing: object, fields: Fields): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (value: unknown, member: string): void => {
    if (isTextsMember(member, value)) {
      for (const [languageId, text] of Object.entries(value))
        leaves.set(`${member} ${languageId}`, { member, languageId, text });
    } else if (Array.isArray(value) && value.length > 0 && value.every(hasId)) {
      leaves.set(`${member}#`, { member, languageId: null, text: value.map(({ id }) => id).join(', ') });
      for (const one of value) {
        for (const [name, inner] of Object.entries(one)) if (name !== 'id') visit(inner, `${member}.${one.id}.${name}`);
      }
    } else {
      const text = isCondition(member, value)
        ? asExpression(value, fields)
        : typeof value === 'string'
          ? value
          : JSON.stringify(value);
      leaves.set(member, { member, languageId: null, text });
    }
  };
  for (const [name, value] of Object.entries(thing)) {
    if (!STRUCTURE.has(name) && value !== undefined) visit(value, name);
  }
  return leaves;
}

function isCondition(member: string, value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && /(^|\.)(visible|required|readOnly|assert)$/.test(member);
}

const TEXT_MEMBERS =
  /(^|\.)(label|title|hint|because|content|unit|addLabel|rowLabel|patternMessage|text|message|confirm)$/;

function isTextsMember(member: string, value: unknown): value is Texts {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && TEXT_MEMBERS.test(member);
}

function hasId(value: unknown): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
