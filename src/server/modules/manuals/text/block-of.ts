import { ALLOWED, allowedValue } from '../../../../shared/manual-html/allowed.ts';
import type { Block } from './model.ts';
import { attributeOf, type SourceElement } from './parse.ts';
import type { Removed } from './removed.ts';

/** What goes along while a text is read. */
export interface Reading {
  readonly removed: Set<Removed>;
  readonly depth: number;
}

/** The attributes that an element may keep, and the names by which it is known. */
export function blockOf(name: string, element: SourceElement): Block {
  const attributes: Record<string, string> = {};
  // Word names the language of its keyboard at each paragraph.
  const isWord = /^Mso/.test(attributeOf(element, 'class') ?? '');
  for (const key of ['id', ...(isWord ? [] : ['lang']), 'dir', ...(ALLOWED[name] ?? [])]) {
    const value = attributeOf(element, key);
    const allowed = value === undefined ? undefined : allowedValue(name, key, value);
    if (allowed !== undefined) attributes[key] = allowed;
  }
  const id = attributeOf(element, 'id');
  return { name, attributes, aliases: id ? [id] : [] };
}
