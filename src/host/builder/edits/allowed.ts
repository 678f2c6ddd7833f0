import type { FormBody } from '../../../shared/forms/index.ts';
import { type AnyNode, isContainer, type NodeId, partsOf, placesOf, rootId } from './tree.ts';

/** How deep parts may stand in each other; as `checkDefinition` has it. */
const MAX_DEPTH = 8;
/** Parts that stand only in their own kind of layout, and what they become elsewhere. */
const PAGE_OF: Readonly<Record<string, string>> = { tabs: 'tab', wizard: 'step' };
const PAGES = Object.values(PAGE_OF);
const NOT_IN_ROWS = ['radio', 'signature'];

/** Where nodes are put: at this place among the parts of `parent`, before what stands there now. */
export interface Target {
  readonly parent: NodeId;
  readonly index: number;
}

/** Whether a node may stand directly in that one; sections become pages of tabs and wizards and the other way round. */
export function canHold(body: FormBody, parent: NodeId, node: AnyNode): boolean {
  const place = placesOf(body).get(parent);
  return place !== undefined && isContainer(place.node) && mayHold(place.node.type, place.depth, node);
}

/** Whether a node may stand in one of this type that stands at this depth. */
export function mayHold(type: string, depth: number, node: AnyNode): boolean {
  if (type === 'table' || type === 'group') {
    return 'key' in node && !isContainer(node) && (type === 'group' || !NOT_IN_ROWS.includes(node.type));
  }
  if (depth + 1 + heightOf(node) > MAX_DEPTH) return false;
  if (type in PAGE_OF) return node.type === 'section' || node.type === 'stack' || PAGES.includes(node.type);
  return node.type !== 'wizard' || depth === 0;
}

/** How many levels of layout a node has. */
function heightOf(node: AnyNode): number {
  if (!('children' in node)) return 0;
  return Math.max(0, ...partsOf(node).map((part) => ('children' in part ? 1 + heightOf(part) : 0)));
}

/** A node as it has to be to stand in that one: a section becomes a tab in tabs, a tab a section elsewhere. */
export function fitted(parent: AnyNode, node: AnyNode): AnyNode {
  const page = PAGE_OF[parent.type];
  if (page !== undefined) return node.type === page ? node : ({ ...node, type: page } as AnyNode);
  return PAGES.includes(node.type) ? ({ ...node, type: 'section' } as AnyNode) : node;
}

/**
 * Where something new goes when this is selected: into a layout or table that is selected, behind anything else; where
 * it may not stand, behind the nearest part around it. Null when it may stand nowhere.
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
