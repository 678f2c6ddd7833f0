import { ALLOWED, allowedValue } from '../../../../shared/manual-html/allowed.ts';
import type { Block } from './model.ts';
import { attributeOf, type SourceElement } from './parse.ts';
import type { Removed } from './removed.ts';

/** State shared while a text is read. */
export interface Reading {
  readonly removed: Set<Removed>;
  readonly depth: number;
}

/** Creates a block with the allowed attributes of an element, and the names that refer to it. */
export function blockOf(name: string, element: SourceElement): Block {
  const attributes: Record<string, string> = {};
  // Word writes the keyboard language on every paragraph.
  const isWord = /^Mso/.test(attributeOf(element, 'class') ?? '');
  for (const key of ['id', ...(isWord ? [] : ['lang']), 'dir', ...(ALLOWED[name] ?? [])]) {
    const value = attributeOf(element, key);
    const allowed = value === undefined ? undefined : allowedValue(name, key, value);
    if (allowed !== undefined) attributes[key] = allowed;
  }
  const id = attributeOf(element, 'id');
  return { name, attributes, aliases: id ? [id] : [] };
}
