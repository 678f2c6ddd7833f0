import {
  type DataField,
  type FormBody,
  type FormNode,
  isLayout,
  isRepeating,
  type LayoutNode,
} from '../../../shared/forms/index.ts';

/**
 * Names one node of a draft: a field by its key (`subject`), a column with its table (`lines.qty`), a part by its id
 * (`#general`). Of several of the same name, which is a fault, the second is `subject~2`.
 */
export type NodeId = string;

/** What may stand in a form: a part, a field, or a column of a table. */
export type AnyNode = FormNode | DataField;

/** Where a node stands. */
export interface Place {
  readonly id: NodeId;
  readonly node: AnyNode;
  /** Null for the root. */
  readonly parent: NodeId | null;
  /** Among its siblings, from 0. */
  readonly index: number;
  /** JSON pointer into the definition. */
  readonly pointer: string;
  /** The root is at 0. */
  readonly depth: number;
}

/** Every node in the order of the form, by its id. */
export type Places = ReadonlyMap<NodeId, Place>;

const known = new WeakMap<FormBody, Places>();

/** The places of a draft; looked up once per draft. */
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

/** What stands in a node: the parts of a layout, the columns of a table, nothing in a field. */
export function partsOf(node: AnyNode): readonly AnyNode[] {
  const one = node as FormNode;
  if (isLayout(one)) return one.children;
  return isRepeating(one) ? one.columns : [];
}

/** Whether other nodes can stand in it. */
export function isContainer(node: AnyNode): boolean {
  return isLayout(node as FormNode) || isRepeating(node as FormNode);
}

/** The node with other parts in it. */
export function withParts<Node extends AnyNode>(node: Node, parts: readonly AnyNode[]): Node {
  return { ...node, [listName(node)]: parts };
}

/** The name under which expressions and conditions know the field of a place: `subject`, `lines.qty`; null for parts. */
export function keyOf(body: FormBody, id: NodeId): string | null {
  const place = placesOf(body).get(id);
  if (!place || !('key' in place.node)) return null;
  const parent = place.parent === null ? undefined : placesOf(body).get(place.parent)?.node;
  return parent && 'columns' in parent ? `${parent.key}.${place.node.key}` : place.node.key;
}

/** Changes several nodes at once; what a change gives takes the place of the node. The root stays what it is when its change gives several. */
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

/** The ids of what stands directly in a node, in order. */
export function childrenOf(body: FormBody, id: NodeId): readonly NodeId[] {
  const result: NodeId[] = [];
  for (const place of placesOf(body).values()) if (place.parent === id) result.push(place.id);
  return result;
}

/** Whether a node is `above` or stands in it, at any depth. */
export function isWithin(body: FormBody, id: NodeId, above: NodeId): boolean {
  for (let at: NodeId | null = id; at !== null; at = placesOf(body).get(at)?.parent ?? null)
    if (at === above) return true;
  return false;
}

/** In the order of the form, without the root, without what is not there and without what stands in another one of them. */
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
