import { type FormBody, type KeyUse, renameKey, type Texts, usesOfKey } from '../../../shared/forms/index.ts';
import { type Edit, nodeLabel } from './edit.ts';
import { freeName, keyFromLabel } from './keys.ts';
import { type AnyNode, keyOf, type NodeId, outermost, placesOf, spliced } from './tree.ts';

/** New values for members of a node; `undefined` removes one. */
export type Patch = Readonly<Record<string, unknown>>;

/** Sets members of one or more nodes. For texts of one language use `withText`. */
export function update(ids: readonly NodeId[], patch: Patch): Edit {
  return (body, selection) => {
    const known = ids.filter((id) => placesOf(body).has(id));
    const first = placesOf(body).get(known[0] ?? '');
    if (!first) return null;
    let isChanged = false;
    const changes = known.map((id) => {
      return [
        id,
        (node: AnyNode) => {
          const changed = patched(node, patch);
          if (changed !== node) isChanged = true;
          return changed;
        },
      ] as const;
    });
    const changed = spliced(body, new Map(changes));
    if (!isChanged) return null;
    const member = Object.keys(patch).join(' ');
    return {
      body: changed,
      selection,
      summary: { what: 'changed', node: nodeLabel(first.node), count: known.length, member },
    };
  };
}

/** Returns the same object if nothing changes. */
function patched<T extends object>(thing: T, patch: Patch): T {
  const now = thing as Readonly<Record<string, unknown>>;
  const names = Object.keys(patch).filter((name) => !same(now[name], patch[name]));
  if (names.length === 0) return thing;
  const changed: Record<string, unknown> = { ...now };
  for (const name of names) {
    if (patch[name] === undefined) delete changed[name];
    else changed[name] = patch[name];
  }
  return changed as T;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

/** Sets the text of one language. An empty text is removed, and a member without texts too. */
export function withText<T extends Readonly<Record<string, string>>>(
  texts: T | undefined,
  languageId: string,
  text: string,
): Readonly<Record<string, string>> | undefined {
  const { [languageId]: _before, ...rest } = { ...texts } as Record<string, string>;
  if (text !== '')
    return texts && languageId in texts ? { ...texts, [languageId]: text } : { ...rest, [languageId]: text };
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Members of the form itself: title, kind, rules, outcomes. */
export function updateForm(patch: Partial<Pick<FormBody, 'title' | 'kind' | 'rules' | 'outcomes'>>): Edit {
  return (body, selection) => {
    const changed = patched(body, patch as Patch);
    if (changed === body) return null;
    return {
      body: changed,
      selection,
      summary: { what: 'form', node: null, count: 1, member: Object.keys(patch).join(' ') },
    };
  };
}

/** Replaces the whole draft, for the JSON view and for restoring a version. */
export function replaceForm(next: FormBody): Edit {
  return (body, selection) => {
    if (same(body, next)) return null;
    const kept = selection.filter((id) => placesOf(next).has(id));
    return { body: next, selection: kept, summary: { what: 'replaced', node: null, count: 1 } };
  };
}

/** Renames a field's key and updates all references. A key that two fields share is not updated, because its references are ambiguous. */
export function rename(id: NodeId, to: string): Edit {
  return (body) => {
    const from = keyOf(body, id);
    const place = placesOf(body).get(id);
    if (from === null || !place || !('key' in place.node) || place.node.key === to || to === '') return null;
    const isOnly = [...placesOf(body).keys()].filter((one) => keyOf(body, one) === from).length === 1;
    const uses = isOnly ? usesOfKey(body, from).length : 0;
    const changed = isOnly
      ? renameKey(body, from, to)
      : spliced(body, new Map([[id, (node: AnyNode) => ({ ...node, key: to }) as AnyNode]]));
    const selected = idAt(changed, place.pointer);
    const summary = { what: 'renamed', node: nodeLabel(place.node), count: 1, into: to, uses } as const;
    return { body: changed, selection: selected ? [selected] : [], summary };
  };
}

function idAt(body: FormBody, pointer: string): NodeId | undefined {
  return [...placesOf(body).values()].find((place) => place.pointer === pointer)?.id;
}

/** Sets a field's key from its label if possible and if nothing refers to the field yet. */
export function keyByLabel(id: NodeId, languageId: string): Edit {
  return (body, selection) => {
    const place = placesOf(body).get(id);
    const key = keyOf(body, id);
    if (!place || key === null || !('label' in place.node) || usesOfKey(body, key).length > 0) return null;
    const wanted = keyFromLabel(place.node.label[languageId] ?? place.node.label.en ?? '');
    if (wanted === '' || wanted === place.node.key) return null;
    const beside = [...placesOf(body).values()].filter((one) => one.id !== id && one.parent !== null);
    const taken = new Set(
      beside.flatMap((one) => {
        const isSameScope = key.includes('.') ? one.parent === place.parent : !one.parent || one.parent.startsWith('#');
        return isSameScope && 'key' in one.node ? [one.node.key] : [];
      }),
    );
    return rename(id, freeName(wanted, taken))(body, selection);
  };
}

/** A reference that would be left dangling by a removal, and the key it names. */
export interface LostUse extends KeyUse {
  readonly key: string;
}

/** Finds references to fields that would be removed. */
export function lostBy(body: FormBody, ids: readonly NodeId[]): readonly LostUse[] {
  const removed = outermost(body, ids).map((id) => placesOf(body).get(id)?.pointer as string);
  const isGone = (pointer: string) => removed.some((one) => pointer === one || pointer.startsWith(`${one}/`));
  const lost: LostUse[] = [];
  for (const { id, node, pointer } of placesOf(body).values()) {
    const key = 'key' in node && isGone(pointer) ? keyOf(body, id) : null;
    // A reference to a column is also a reference to its table.
    if (key === null || (key.includes('.') && isGone(pointer.replace(/\/columns\/\d+$/, '')))) continue;
    for (const use of usesOfKey(body, key)) if (!isGone(use.pointer)) lost.push({ ...use, key });
  }
  return lost;
}

/** Sets the label or title of a node; `then` can change more in the same step. */
export function labelled(
  id: NodeId,
  languageId: string,
  text: string,
  then: ((id: NodeId, languageId: string) => Edit) | null,
): Edit {
  return (body, selection) => {
    const node = placesOf(body).get(id)?.node;
    if (!node || node.type === 'richText') return null;
    const member = 'label' in node ? 'label' : 'title';
    const now = 'label' in node ? node.label : (node as { readonly title?: Texts }).title;
    const texts = withText(now, languageId, text.trim());
    // A field must have a label, so the last one cannot be removed.
    if (member === 'label' && texts === undefined) return null;
    const changed = update([id], { [member]: texts })(body, selection);
    const more = changed && then ? then(id, languageId)(changed.body, changed.selection) : null;
    if (!changed) return null;
    const summary = { ...changed.summary, node: nodeLabel(placesOf(changed.body).get(id)?.node) };
    return { ...(more ?? changed), summary };
  };
}
