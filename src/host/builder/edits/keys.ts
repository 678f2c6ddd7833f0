import { type FormBody, type FormNode, renameKey } from '../../../shared/forms/index.ts';
import { type AnyNode, partsOf, placesOf, withParts } from './tree.ts';

/** Keys of fields and ids of parts that a draft has; each kind is unique of its own. */
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

/** The name itself, or with the first number that is free: `subject`, `subject2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const stem = name.replace(/\d+$/, '');
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

/**
 * The nodes with keys and ids that are free in the draft. What they say about each other follows: a condition that names a
 * field among them names its new key. `inTable` has the keys of the columns beside which they will stand.
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
  // As a form of their own, so that what names them is found among them only.
  let own: FormBody = { ...body, rules: [], root: { type: 'stack', id: '', children } };
  for (const [from, to] of renames) own = renameKey(own, from, to);
  return own.root.children;
}

/** A key made of a label: `Cost centre` gives `costCentre`; empty when nothing of it can stand in a key. */
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
