import {
  type DataField,
  type FormBody,
  type FormNode,
  isLayout,
  isRepeating,
  type LayoutNode,
} from '../../../shared/forms/index.ts';

/**
 * Id of a node in a draft: a field's key (`subject`), a column with its table (`lines.qty`), a part's id (`#general`). A
 * duplicate name, which is an error, gets a suffix: `subject~2`.
 */
export type NodeId = string;

/** Any node of a form: a part, a field or a table column. */
export type AnyNode = FormNode | DataField;

/** Position of a node. */
export interface Place {
  readonly id: NodeId;
  readonly node: AnyNode;
  /** Null for the root. */
  readonly parent: NodeId | null;
  /** Index among its siblings, from 0. */
  readonly index: number;
  /** JSON pointer into the definition. */
  readonly pointer: string;
  /** Depth; the root is at 0. */
  readonly depth: number;
}

/** All nodes by id, in form order. */
export type Places = ReadonlyMap<NodeId, Place>;

const known = new WeakMap<FormBody, Places>();

/** Positions of all nodes of a draft, computed once per draft. */
export function placesOf(body: FormBody): Places {
  let places = known.get(body);
  if (!places) {
    places = walk(body);
    known.set(body, places);
  }
  return places;
}

function walk(body: FormBody): Places {
  const places = new Map<NodeId, Place>();
  const add = (node: AnyNode, parent: Place | null, index: number, pointer: string): void => {
    const name = nameOf(node, parent);
    let id = name;
    for (let again = 2; places.has(id); again += 1) id = `${name}~${again}`;
    const place: Place = { id, node, parent: parent?.id ?? null, index, pointer, depth: parent ? parent.depth + 1 : 0 };
    places.set(id, place);
    const list = listName(node);
    for (const [at, child] of partsOf(node).entries()) add(child, place, at, `${pointer}/${list}/${at}`);
  };
  add(body.root, null, 0, '/root');
  return places;
}

function nameOf(node: AnyNode, parent: Place | null): NodeId {
  if ('id' in node) return `#${node.id}`;
  return parent && 'columns' in parent.node ? `${parent.id}.${node.key}` : node.key;
}

function listName(node: AnyNode): 'children' | 'columns' {
  return isRepeating(node as FormNode) ? 'columns' : 'children';
}

/** Children of a node: the parts of a layout, the columns of a table, none for a field. */
export function partsOf(node: AnyNode): readonly AnyNode[] {
  const one = node as FormNode;
  if (isLayout(one)) return one.children;
  return isRepeating(one) ? one.columns : [];
}

/** Whether a node can have children. */
export function isContainer(node: AnyNode): boolean {
  return isLayout(node as FormNode) || isRepeating(node as FormNode);
}

/** Returns the node with other children. */
export function withParts<Node extends AnyNode>(node: Node, parts: readonly AnyNode[]): Node {
  return { ...node, [listName(node)]: parts };
}

/** Name of a field in expressions and conditions: `subject`, `lines.qty`; null for parts. */
export function keyOf(body: FormBody, id: NodeId): string | null {
  const place = placesOf(body).get(id);
  if (!place || !('key' in place.node)) return null;
  const parent = place.parent === null ? undefined : placesOf(body).get(place.parent)?.node;
  return parent && 'columns' in parent ? `${parent.key}.${place.node.key}` : place.node.key;
}

/** Replaces several nodes at once, each by the result of its change. The root is kept if its change returns several nodes. */
export function spliced(
  body: FormBody,
  changes: ReadonlyMap<NodeId, (node: AnyNode) => AnyNode | readonly AnyNode[] | null>,
): FormBody {
  const touched = new Set<NodeId>();
  for (const id of changes.keys()) {
    for (let at: NodeId | null = id; at !== null; at = placesOf(body).get(at)?.parent ?? null) touched.add(at);
  }
  const visit = (id: NodeId): readonly AnyNode[] => {
    const place = placesOf(body).get(id) as Place;
    if (!touched.has(id)) return [place.node];
    const inner = childrenOf(body, id).flatMap(visit);
    const parts = partsOf(place.node);
    const isSame = inner.length === parts.length && inner.every((part, index) => part === parts[index]);
    const node = isSame ? place.node : withParts(place.node, inner);
    const change = changes.get(id);
    if (!change) return [node];
    const result = change(node);
    if (result === null) return [];
    return Array.isArray(result) ? result : [result as AnyNode];
  };
  const [root] = visit(rootId(body));
  return { ...body, root: root as LayoutNode };
}

export function rootId(body: FormBody): NodeId {
  return `#${body.root.id}`;
}

/** Ids of a node's children, in order. */
export function childrenOf(body: FormBody, id: NodeId): readonly NodeId[] {
  const result: NodeId[] = [];
  for (const place of placesOf(body).values()) if (place.parent === id) result.push(place.id);
  return result;
}

/** Whether a node is `above` or one of its descendants. */
export function isWithin(body: FormBody, id: NodeId, above: NodeId): boolean {
  for (let at: NodeId | null = id; at !== null; at = placesOf(body).get(at)?.parent ?? null)
    if (at === above) return true;
  return false;
}

/** Sorts ids in form order and removes the root, unknown ids and descendants of other ids in the list. */
export function outermost(body: FormBody, ids: readonly NodeId[]): readonly NodeId[] {
  const places = placesOf(body);
  const wanted = new Set(ids);
  return [...places.values()]
    .filter(({ id, parent }) => {
      if (!wanted.has(id) || parent === null) return false;
      for (let at: NodeId | null = parent; at !== null; at = places.get(at)?.parent ?? null)
        if (wanted.has(at)) return false;
      return true;
    })
    .map(({ id }) => id);
}
