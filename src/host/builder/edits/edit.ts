import type { FormBody, Texts } from '../../../shared/forms/index.ts';
import { type AnyNode, type NodeId, placesOf } from './tree.ts';

/** How a node is called: its label or title, else by its type. */
export interface Called {
  readonly texts: Texts | undefined;
  readonly type: string;
}

/** What an edit did: said aloud, and the name of its step in undo and redo. */
export interface Did {
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
  /** The first of the nodes; null when it is about the form. */
  readonly node: Called | null;
  /** How many nodes. */
  readonly count: number;
  /** Of those that were put somewhere: from 1, and what they stand in. */
  readonly position?: number;
  readonly parent?: Called;
  /** The layout they were wrapped in, or what they were renamed to. */
  readonly into?: string;
  /** The member that was changed. */
  readonly member?: string;
  /** How many other places were changed with it. */
  readonly uses?: number;
}

/** What an edit gives: the changed draft, what is selected then, and what it did. */
interface Edited {
  readonly body: FormBody;
  readonly selection: readonly NodeId[];
  readonly did: Did;
}

/** A change of a draft. Null: it is not possible, or changes nothing. */
export type Edit = (body: FormBody, selection: readonly NodeId[]) => Edited | null;

export function called(node: AnyNode | undefined): Called {
  if (!node) return { texts: undefined, type: 'form' };
  const texts = 'label' in node ? node.label : 'title' in node ? node.title : undefined;
  return { texts, type: node.type };
}

/** The ids that these very nodes have in a draft. */
export function idsOf(body: FormBody, nodes: readonly AnyNode[]): readonly NodeId[] {
  const wanted = new Set(nodes);
  return [...placesOf(body).values()].filter(({ node }) => wanted.has(node)).map(({ id }) => id);
}

/** What is said of nodes that stand somewhere now. */
export function didPut(what: Did['what'], body: FormBody, ids: readonly NodeId[]): Did {
  const places = placesOf(body);
  const first = ids[0] === undefined ? undefined : places.get(ids[0]);
  const parent = first?.parent === null || first === undefined ? undefined : places.get(first.parent)?.node;
  return {
    what,
    node: called(first?.node),
    count: ids.length,
    position: (first?.index ?? 0) + 1,
    ...(parent && { parent: first?.depth === 1 ? called(undefined) : called(parent) }),
  };
}
