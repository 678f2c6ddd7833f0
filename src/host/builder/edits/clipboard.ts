import { type FormBody, isDrawable } from '../../../shared/forms/index.ts';
import { type AnyNode, type NodeId, outermost, placesOf } from './tree.ts';

/** How copied nodes travel: as text that says what it is, so that they go between forms, organisations and browsers. */
const KIND = 'verva/form-nodes';

/** The nodes as text for the clipboard; null when there is nothing to copy. */
export function copied(body: FormBody, ids: readonly NodeId[]): string | null {
  const nodes = outermost(body, ids).map((id) => placesOf(body).get(id)?.node);
  return nodes.length === 0 ? null : JSON.stringify({ kind: KIND, formatVersion: 1, nodes }, null, 2);
}

/** The nodes that a text holds: what was copied here or elsewhere, or one node or several as they stand in a definition. Null for any other text. */
export function nodesIn(text: string): readonly AnyNode[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Somebody pastes words; that is no node and no mistake.
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const sent = 'kind' in read && read.kind === KIND && 'nodes' in read ? read.nodes : read;
  const children = Array.isArray(sent) ? sent : [sent];
  return children.length > 0 && areNodes(children) ? children : null;
}

/** Whether all of them can be drawn as parts of a form. */
export function areNodes(children: readonly unknown[]): children is readonly AnyNode[] {
  return isDrawable({ formatVersion: 1, id: 'x', title: {}, root: { type: 'stack', id: 'x', children } });
}
