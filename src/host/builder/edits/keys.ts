import { type FormBody, type FormNode, renameKey } from '../../../shared/forms/index.ts';
import { type AnyNode, partsOf, placesOf, withParts } from './tree.ts';

/** Field keys and part ids of a draft; each set is unique. */
interface Names {
  readonly keys: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

function namesOf(body: FormBody): Names {
  const [keys, ids] = [new Set<string>(), new Set<string>()];
  for (const { node, parent } of placesOf(body).values()) {
    if ('id' in node) ids.add(node.id);
    else if (parent === null || parent.startsWith('#')) keys.add(node.key);
  }
  return { keys, ids };
}

/** Returns the name, or the name with the first free number: `subject`, `subject2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const stem = name.replace(/\d+$/, '');
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

/**
 * Returns the nodes with keys and ids that are free in the draft. References among the nodes are updated: a condition that
 * names one of the fields gets the new key. `inTable` holds the keys of the sibling columns.
 */
export function withFreeNames(
  body: FormBody,
  nodes: readonly AnyNode[],
  inTable?: ReadonlySet<string>,
): readonly AnyNode[] {
  const taken = namesOf(body);
  const keys = new Set(inTable ?? taken.keys);
  const ids = new Set(taken.ids);
  const renames: (readonly [from: string, to: string])[] = [];
  const named = (node: AnyNode): AnyNode => {
    if ('id' in node) {
      const id = freeName(node.id, ids);
      ids.add(id);
      const own = id === node.id ? node : { ...node, id };
      return 'children' in own ? withParts(own, partsOf(own).map(named)) : own;
    }
    const key = freeName(node.key, keys);
    keys.add(key);
    if (key !== node.key) renames.push([node.key, key]);
    return node;
  };
  const children = nodes.map(named) as readonly FormNode[];
  // Treated as a separate form, so that references are looked up among these nodes only.
  let own: FormBody = { ...body, rules: [], root: { type: 'stack', id: '', children } };
  for (const [from, to] of renames) own = renameKey(own, from, to);
  return own.root.children;
}

/** Derives a key from a label: `Cost centre` gives `costCentre`; empty if the label has no usable characters. */
export function keyFromLabel(label: string): string {
  const words = label
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .match(/[A-Za-z0-9]+/g);
  const name = (words ?? [])
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join('')
    .replace(/^[^a-z]+/, '');
  return name.slice(0, 40);
}
