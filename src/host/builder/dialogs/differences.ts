import type { FormBody } from '../../../shared/forms/index.ts';
import { type NodeLabel, nodeLabel } from '../edits/edit.ts';
import { childrenOf, type NodeId, placesOf } from '../edits/tree.ts';

/** How a part differs between two drafts. */
export interface Difference {
  /** '' for the form itself. */
  readonly id: NodeId;
  readonly label: NodeLabel;
  readonly inMine: boolean;
  readonly inTheirs: boolean;
  /** Members with different values; `order` if its children differ or are in a different order. */
  readonly members: readonly string[];
}

const PARTS = ['children', 'columns', 'root'];

/** All parts that differ between two drafts, in the order of `mine`. */
export function differences(mine: FormBody, theirs: FormBody): readonly Difference[] {
  const [a, b] = [placesOf(mine), placesOf(theirs)];
  const found: Difference[] = [];
  const form = membersThatDiffer(mine, theirs);
  if (form.length > 0) {
    found.push({ id: '', label: nodeLabel(undefined), inMine: true, inTheirs: true, members: form });
  }
  for (const id of new Set([...a.keys(), ...b.keys()])) {
    const [here, there] = [a.get(id), b.get(id)];
    const members = here && there ? membersThatDiffer(here.node, there.node) : [];
    const common = (ids: readonly NodeId[]) => ids.filter((one) => a.has(one) && b.has(one)).join();
    if (here && there && common(childrenOf(mine, id)) !== common(childrenOf(theirs, id))) members.push('order');
    if (here && there && members.length === 0) continue;
    const node = (here ?? there)?.node;
    found.push({ id, label: nodeLabel(node), inMine: here !== undefined, inTheirs: there !== undefined, members });
  }
  return found;
}

function membersThatDiffer(a: object, b: object): string[] {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => !PARTS.includes(name) && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}
