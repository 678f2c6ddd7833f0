import { type FormBody, isDrawable } from '../../../shared/forms/index.ts';
import { type AnyNode, type NodeId, outermost, placesOf } from './tree.ts';

/** Clipboard format of copied nodes: typed JSON text, so that they can be pasted into other forms, organisations and browsers. */
const KIND = 'verva/form-nodes';

/** Serialises nodes for the clipboard; null without nodes. */
export function copied(body: FormBody, ids: readonly NodeId[]): string | null {
  const nodes = outermost(body, ids).map((id) => placesOf(body).get(id)?.node);
  return nodes.length === 0 ? null : JSON.stringify({ kind: KIND, formatVersion: 1, nodes }, null, 2);
}

/** Parses nodes from clipboard text: copied nodes, or one or more nodes as in a definition. Null for any other text. */
export function nodesIn(text: string): readonly AnyNode[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Plain text is not an error.
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const sent = 'kind' in read && read.kind === KIND && 'nodes' in read ? read.nodes : read;
  const children = Array.isArray(sent) ? sent : [sent];
  return children.length > 0 && areNodes(children) ? children : null;
}

/** Whether all values are valid form nodes. */
export function areNodes(children: readonly unknown[]): children is readonly AnyNode[] {
  return isDrawable({ formatVersion: 1, id: 'x', title: {}, root: { type: 'stack', id: 'x', children } });
}
