import type { FormBody, FormNode, LayoutNode, Texts } from '../../../shared/forms/index.ts';
import { canHold, fitted, mayHold, placeFor, type Target } from './allowed.ts';
import { type Edit, idsOf, nodeLabel, summaryOf } from './edit.ts';
import { freeName, withFreeNames } from './keys.ts';
import {
  type AnyNode,
  isContainer,
  isWithin,
  type NodeId,
  outermost,
  type Place,
  partsOf,
  placesOf,
  rootId,
  spliced,
  withParts,
} from './tree.ts';

/** Inserts nodes with free keys, after the selection by default. */
export function add(nodes: readonly AnyNode[], target?: Target, what: 'added' | 'pasted' = 'added'): Edit {
  return (body, selection) => {
    const at = target ?? placeFor(body, selection.at(-1), nodes);
    if (!at || nodes.length === 0 || !nodes.every((node) => canHold(body, at.parent, node))) return null;
    const parent = placesOf(body).get(at.parent)?.node as AnyNode;
    const columns = 'columns' in parent ? new Set(parent.columns.map(({ key }) => key)) : undefined;
    const put = withFreeNames(body, nodes, columns).map((node) => fitted(parent, node));
    return placed(body, put, at, what);
  };
}

function placed(body: FormBody, nodes: readonly AnyNode[], at: Target, what: 'added' | 'pasted' | 'duplicated') {
  const changed = spliced(
    body,
    new Map([[at.parent, (node) => withParts(node, inserted(partsOf(node), at.index, nodes))]]),
  );
  const selection = idsOf(changed, nodes);
  return { body: changed, selection, summary: summaryOf(what, changed, selection) };
}

function inserted(parts: readonly AnyNode[], index: number, nodes: readonly AnyNode[]): readonly AnyNode[] {
  return [...parts.slice(0, index), ...nodes, ...parts.slice(index)];
}

/** Whether nodes may be moved to a target: not into themselves, and only where their type is allowed. */
export function canMove(body: FormBody, ids: readonly NodeId[], parent: NodeId): boolean {
  const moved = outermost(body, ids);
  return (
    moved.length > 0 &&
    moved.every((id) => !isWithin(body, parent, id) && canHold(body, parent, placesOf(body).get(id)?.node as AnyNode))
  );
}

/** Moves nodes to an index that refers to the children before the move. */
export function move(ids: readonly NodeId[], target: Target): Edit {
  return (body) => {
    if (!canMove(body, ids, target.parent)) return null;
    const places = placesOf(body);
    const moved = outermost(body, ids);
    const parent = places.get(target.parent)?.node as AnyNode;
    const nodes = settled(body, moved, target.parent).map((node) => fitted(parent, node));
    const before = moved.filter((id) => {
      const place = places.get(id);
      return place?.parent === target.parent && place.index < target.index;
    }).length;
    const taken = new Set(moved.map((id) => places.get(id)?.node));
    const changes = new Map<NodeId, (node: AnyNode) => AnyNode | null>(moved.map((id) => [id, () => null]));
    changes.set(target.parent, (node) => {
      const rest = partsOf(node).filter((part) => !taken.has(part));
      return withParts(node, inserted(rest, target.index - before, nodes));
    });
    const changed = spliced(body, changes);
    if (sameOrder(body, changed)) return null;
    const selection = idsOf(changed, nodes);
    return { body: changed, selection, summary: summaryOf('moved', changed, selection) };
  };
}

/** Returns the nodes with keys that are free at their destination: columns and form fields have separate keys. */
function settled(body: FormBody, moved: readonly NodeId[], parentId?: NodeId): readonly AnyNode[] {
  const places = placesOf(body);
  const isTable = parentId !== undefined && !parentId.startsWith('#');
  const keys = new Set<string>();
  for (const { node, parent } of places.values()) {
    const isThere = isTable ? parent === parentId : parent === null || parent.startsWith('#');
    if (isThere && 'key' in node) keys.add(node.key);
  }
  return moved.map((id) => {
    const { node, parent } = places.get(id) as Place;
    const isStaying = isTable ? parent === parentId : parent === null || parent.startsWith('#');
    if (isStaying || !('key' in node)) return node;
    const key = freeName(node.key, keys);
    keys.add(key);
    return key === node.key ? node : { ...node, key };
  });
}

function sameOrder(a: FormBody, b: FormBody): boolean {
  const [one, other] = [[...placesOf(a).values()], [...placesOf(b).values()]];
  return one.every(({ id, parent }, index) => other[index]?.id === id && other[index]?.parent === parent);
}

/**
 * Moves a node one step up or down in visual order: among its siblings, and past their end out of its parent. `inward` moves
 * it into its preceding sibling.
 */
export function step(ids: readonly NodeId[], direction: 'up' | 'down' | 'in' | 'out'): Edit {
  return (body, selection) => {
    const moved = outermost(body, ids);
    const places = placesOf(body);
    const [first, last] = [places.get(moved[0] ?? ''), places.get(moved.at(-1) ?? '')];
    if (!first || !last || first.parent === null || last.parent === null) return null;
    const siblings = partsOf(places.get(first.parent)?.node as AnyNode);
    const around = places.get(first.parent);
    const out = around?.parent === null || around === undefined ? null : around;
    if (direction === 'up' && first.index > 0)
      return move(moved, { parent: first.parent, index: first.index - 1 })(body, selection);
    if (direction === 'down' && last.parent === first.parent && last.index < siblings.length - 1)
      return move(moved, { parent: first.parent, index: last.index + 2 })(body, selection);
    if (direction === 'in') {
      const before = [...places.values()].find(
        ({ parent, index }) => parent === first.parent && index === first.index - 1,
      );
      if (!before || !isContainer(before.node)) return null;
      return move(moved, { parent: before.id, index: partsOf(before.node).length })(body, selection);
    }
    if (!out || out.parent === null) return null;
    return move(moved, { parent: out.parent, index: direction === 'up' ? out.index : out.index + 1 })(body, selection);
  };
}

/** Moves nodes to the left or right edge of another node: into its columns, or both into new columns. */
export function moveBeside(ids: readonly NodeId[], besideId: NodeId, side: 'left' | 'right'): Edit {
  return (body, selection) => {
    const moved = outermost(body, ids);
    const beside = placesOf(body).get(besideId);
    if (!beside || beside.parent === null || moved.some((id) => isWithin(body, besideId, id))) return null;
    const parent = placesOf(body).get(beside.parent);
    const index = side === 'left' ? beside.index : beside.index + 1;
    if (parent?.node.type === 'columns') return move(moved, { parent: parent.id, index })(body, selection);
    const removed = spliced(body, new Map(moved.map((id) => [id, () => null])));
    const at = idsOf(removed, [beside.node])[0];
    return at === undefined
      ? null
      : asColumns(removed, at, settled(body, moved), side, 'moved', freeId(body, 'columns'));
  };
}

/** Inserts new nodes at the left or right edge of another node. */
export function addBeside(nodes: readonly AnyNode[], besideId: NodeId, side: 'left' | 'right'): Edit {
  return (body, selection) => {
    const beside = placesOf(body).get(besideId);
    if (!beside || beside.parent === null) return null;
    const parent = placesOf(body).get(beside.parent);
    const index = side === 'left' ? beside.index : beside.index + 1;
    if (parent?.node.type === 'columns') return add(nodes, { parent: parent.id, index })(body, selection);
    return asColumns(body, besideId, withFreeNames(body, nodes), side, 'added', freeId(body, 'columns'));
  };
}

function asColumns(
  body: FormBody,
  besideId: NodeId,
  nodes: readonly AnyNode[],
  side: 'left' | 'right',
  what: 'moved' | 'added',
  id: string,
) {
  const beside = placesOf(body).get(besideId);
  if (!beside || beside.parent === null) return null;
  const columns: LayoutNode = { type: 'columns', id, children: [] };
  const put = nodes.map((node) => narrow(fitted(columns, node)));
  const own = narrow(fitted(columns, beside.node));
  const children = (side === 'left' ? [...put, own] : [own, ...put]) as readonly FormNode[];
  const filled = { ...columns, children };
  if (!isPossible(body, beside.parent, filled)) return null;
  const changed = spliced(body, new Map([[besideId, () => filled]]));
  const selection = idsOf(changed, put);
  return { body: changed, selection, summary: summaryOf(what, changed, selection) };
}

/** Whether a new layout with all its children is allowed at a position. */
function isPossible(body: FormBody, parent: NodeId, layout: LayoutNode): boolean {
  const depth = (placesOf(body).get(parent)?.depth ?? 0) + 1;
  return canHold(body, parent, layout) && holdsAll(layout, depth);
}

/** Whether all descendants are still allowed when the layout is at this depth. */
function holdsAll({ type, children }: LayoutNode, depth: number): boolean {
  return children.every(
    (child) => mayHold(type, depth, child) && (!('children' in child) || holdsAll(child, depth + 1)),
  );
}

/** Removes the node's width: columns share the available space. */
function narrow(node: AnyNode): AnyNode {
  if (!('width' in node)) return node;
  const { width: _width, ...rest } = node;
  return rest as AnyNode;
}

function freeId(body: FormBody, stem: string): string {
  const ids = new Set([...placesOf(body).values()].flatMap(({ node }) => ('id' in node ? [node.id] : [])));
  return freeName(stem, ids);
}

/** Duplicates nodes after the originals, with new keys. */
export function duplicate(ids: readonly NodeId[]): Edit {
  return (body) => {
    const places = placesOf(body);
    const copied = outermost(body, ids);
    const last = places.get(copied.at(-1) ?? '');
    if (!last || last.parent === null) return null;
    const parent = places.get(last.parent)?.node as AnyNode;
    const nodes = copied.map((id) => places.get(id)?.node as AnyNode);
    if (!nodes.every((node) => canHold(body, last.parent as NodeId, node))) return null;
    const columns = 'columns' in parent ? new Set(parent.columns.map(({ key }) => key)) : undefined;
    const put = withFreeNames(body, nodes, columns).map((node) => fitted(parent, { ...node }));
    return placed(body, put, { parent: last.parent, index: last.index + 1 }, 'duplicated');
  };
}

/** Removes nodes and selects a neighbour. */
export function remove(ids: readonly NodeId[]): Edit {
  return (body) => {
    const removed = outermost(body, ids);
    const places = placesOf(body);
    const first = places.get(removed[0] ?? '');
    if (!first) return null;
    const gone = new Set(removed);
    const siblings = [...places.values()].filter(({ id, parent }) => parent === first.parent && !gone.has(id));
    const next = siblings.find(({ index }) => index > first.index) ?? siblings.at(-1);
    const after = next?.node ?? (first.parent === null ? undefined : places.get(first.parent)?.node);
    const changed = spliced(body, new Map(removed.map((id) => [id, () => null])));
    const selected = next
      ? idsOf(changed, after ? [after] : [])
      : first.parent === rootId(body) || first.parent === null
        ? []
        : [first.parent];
    return {
      body: changed,
      selection: selected.slice(0, 1),
      summary: { what: 'removed', node: nodeLabel(first.node), count: removed.length },
    };
  };
}

export type Wrapping = 'section' | 'columns' | 'tabs' | 'wizard' | 'stack';

/** Wraps nodes in a new part at the position of the first. Sections that become tabs or steps stay separate. */
export function wrap(ids: readonly NodeId[], type: Wrapping, title: Texts): Edit {
  return (body) => {
    const places = placesOf(body);
    const wrapped = outermost(body, ids);
    const first = places.get(wrapped[0] ?? '');
    if (!first || first.parent === null) return null;
    const nodes = wrapped.map((id) => places.get(id)?.node as AnyNode);
    const parent = places.get(first.parent)?.node as AnyNode;
    const unfitted = filledWith(body, type, nodes, title);
    if (!isPossible(body, first.parent, unfitted)) return null;
    const layout = fitted(parent, unfitted);
    const probe = spliced(body, new Map(wrapped.slice(1).map((one) => [one, () => null])));
    const at = idsOf(probe, [first.node])[0] as NodeId;
    const changed = spliced(probe, new Map([[at, () => layout]]));
    return {
      body: changed,
      selection: idsOf(changed, [layout]),
      summary: { what: 'wrapped', node: nodeLabel(first.node), count: wrapped.length, into: type },
    };
  };
}

function filledWith(body: FormBody, type: Wrapping, nodes: readonly AnyNode[], title: Texts): LayoutNode {
  const layout: LayoutNode = { type, id: freeId(body, type), ...(type === 'section' && { title }), children: [] };
  const page = type === 'tabs' ? 'tab' : type === 'wizard' ? 'step' : null;
  if (page !== null && !nodes.every((node) => node.type === 'section')) {
    return {
      ...layout,
      children: [{ ...filledWith(body, 'section', nodes, title), type: page, id: freeId(body, page) }],
    };
  }
  const children = nodes.map((node) => fitted(layout, type === 'columns' ? narrow(node) : node));
  return { ...layout, children: children as readonly FormNode[] };
}

/** Moves a node and its following siblings into a new section. */
export function wrapFollowing(id: NodeId, title: Texts): Edit {
  return (body, selection) => {
    const place = placesOf(body).get(id);
    if (!place) return null;
    const following = [...placesOf(body).values()].filter(
      ({ parent, index }) => parent === place.parent && index >= place.index,
    );
    return wrap(
      following.map((one) => one.id),
      'section',
      title,
    )(body, selection);
  };
}

/** Removes a layout and keeps its children. */
export function unwrap(id: NodeId): Edit {
  return (body) => {
    const place = placesOf(body).get(id);
    if (!place || place.parent === null || !('children' in place.node)) return null;
    const parent = placesOf(body).get(place.parent)?.node as AnyNode;
    const parts = place.node.children.map((part) => fitted(parent, part));
    if (!place.node.children.every((part) => canHold(body, place.parent as NodeId, part))) return null;
    const changed = spliced(body, new Map([[id, () => parts]]));
    const selection = idsOf(changed, parts);
    return {
      body: changed,
      selection,
      summary: { what: 'unwrapped', node: nodeLabel(place.node), count: parts.length },
    };
  };
}
