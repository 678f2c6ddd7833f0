import type { FormBody } from '../../../shared/forms/index.ts';
import { type AnyNode, isContainer, type NodeId, partsOf, placesOf, rootId } from './tree.ts';

/** Maximum nesting depth, the same as in `checkDefinition`. */
const MAX_DEPTH = 8;
/** Parts that are only allowed in one kind of layout, and the type they are converted to elsewhere. */
const PAGE_OF: Readonly<Record<string, string>> = { tabs: 'tab', wizard: 'step' };
const PAGES = Object.values(PAGE_OF);
const NOT_IN_ROWS = ['radio', 'signature'];

/** Insertion point: the index among the children of `parent`, before the current child at that index. */
export interface Target {
  readonly parent: NodeId;
  readonly index: number;
}

/** Whether a node may be a direct child of another; sections are converted to pages of tabs and wizards and back. */
export function canHold(body: FormBody, parent: NodeId, node: AnyNode): boolean {
  const place = placesOf(body).get(parent);
  return place !== undefined && isContainer(place.node) && mayHold(place.node.type, place.depth, node);
}

/** Whether a node may be a child of a node of this type at this depth. */
export function mayHold(type: string, depth: number, node: AnyNode): boolean {
  if (type === 'table' || type === 'group') {
    return 'key' in node && !isContainer(node) && (type === 'group' || !NOT_IN_ROWS.includes(node.type));
  }
  if (depth + 1 + heightOf(node) > MAX_DEPTH) return false;
  if (type in PAGE_OF) return node.type === 'section' || node.type === 'stack' || PAGES.includes(node.type);
  return node.type !== 'wizard' || depth === 0;
}

/** Number of layout levels in a node. */
function heightOf(node: AnyNode): number {
  if (!('children' in node)) return 0;
  return Math.max(0, ...partsOf(node).map((part) => ('children' in part ? 1 + heightOf(part) : 0)));
}

/** Converts a node for its new parent: a section becomes a tab in tabs, a tab a section elsewhere. */
export function fitted(parent: AnyNode, node: AnyNode): AnyNode {
  const page = PAGE_OF[parent.type];
  if (page !== undefined) return node.type === page ? node : ({ ...node, type: page } as AnyNode);
  return PAGES.includes(node.type) ? ({ ...node, type: 'section' } as AnyNode) : node;
}

/**
 * Insertion point for a new node given the selection: inside a selected layout or table, otherwise after the selection.
 * Where the node is not allowed, after the nearest allowed ancestor. Null if it is allowed nowhere.
 */
export function placeFor(body: FormBody, selected: NodeId | undefined, nodes: readonly AnyNode[]): Target | null {
  const places = placesOf(body);
  let at = selected === undefined ? undefined : places.get(selected);
  if (!at) return fits(body, { parent: rootId(body), index: body.root.children.length }, nodes);
  if (isContainer(at.node)) {
    const inside = fits(body, { parent: at.id, index: partsOf(at.node).length }, nodes);
    if (inside) return inside;
  }
  while (at && at.parent !== null) {
    const behind = fits(body, { parent: at.parent, index: at.index + 1 }, nodes);
    if (behind) return behind;
    at = places.get(at.parent);
  }
  return null;
}

function fits(body: FormBody, target: Target, nodes: readonly AnyNode[]): Target | null {
  return nodes.every((node) => canHold(body, target.parent, node)) ? target : null;
}
