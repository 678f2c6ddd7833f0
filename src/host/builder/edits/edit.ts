import type { FormBody, Texts } from '../../../shared/forms/index.ts';
import { type AnyNode, type NodeId, placesOf } from './tree.ts';

/** Display name of a node: its label or title, otherwise its type. */
export interface NodeLabel {
  readonly texts: Texts | undefined;
  readonly type: string;
}

/** Description of an edit, for announcements and for the names of undo steps. */
export interface EditSummary {
  readonly what:
    | 'added'
    | 'moved'
    | 'duplicated'
    | 'removed'
    | 'pasted'
    | 'wrapped'
    | 'unwrapped'
    | 'changed'
    | 'renamed'
    | 'form'
    | 'replaced';
  /** First affected node; null if the edit is about the form. */
  readonly node: NodeLabel | null;
  /** Number of affected nodes. */
  readonly count: number;
  /** For inserted or moved nodes: the position, from 1, and the parent. */
  readonly position?: number;
  readonly parent?: NodeLabel;
  /** Layout the nodes were wrapped in, or the new name. */
  readonly into?: string;
  /** Changed member. */
  readonly member?: string;
  /** Number of references updated with it. */
  readonly uses?: number;
}

/** Result of an edit: the new draft, the new selection and a description. */
interface Edited {
  readonly body: FormBody;
  readonly selection: readonly NodeId[];
  readonly summary: EditSummary;
}

/** A change to a draft. Returns null if it is impossible or changes nothing. */
export type Edit = (body: FormBody, selection: readonly NodeId[]) => Edited | null;

export function nodeLabel(node: AnyNode | undefined): NodeLabel {
  if (!node) return { texts: undefined, type: 'form' };
  const texts = 'label' in node ? node.label : 'title' in node ? node.title : undefined;
  return { texts, type: node.type };
}

/** Ids of these nodes (by identity) in a draft. */
export function idsOf(body: FormBody, nodes: readonly AnyNode[]): readonly NodeId[] {
  const wanted = new Set(nodes);
  return [...placesOf(body).values()].filter(({ node }) => wanted.has(node)).map(({ id }) => id);
}

/** Description of nodes at their new position. */
export function summaryOf(what: EditSummary['what'], body: FormBody, ids: readonly NodeId[]): EditSummary {
  const places = placesOf(body);
  const first = ids[0] === undefined ? undefined : places.get(ids[0]);
  const parent = first?.parent === null || first === undefined ? undefined : places.get(first.parent)?.node;
  return {
    what,
    node: nodeLabel(first?.node),
    count: ids.length,
    position: (first?.index ?? 0) + 1,
    ...(parent && { parent: first?.depth === 1 ? nodeLabel(undefined) : nodeLabel(parent) }),
  };
}
