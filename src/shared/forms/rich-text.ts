import { FaultyTextError } from './definition-faults.ts';

/** A small, closed subset of HTML, parsed without the browser's parser so that nothing in it can be executed. */
type RichTag = 'p' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'br' | 'a';
export type RichNode =
  | string
  | { readonly tag: RichTag; readonly href?: string; readonly children: readonly RichNode[] };

const TAGS: readonly string[] = ['p', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'];
const MAX_DEPTH = 8;
const TOKEN = /<(\/?)([a-z0-9]+)((?:\s+[a-z]+="[^"<>]*")*)\s*(\/?)>|([^<]+)/gy;
const HREF = /^\s+href="((?:https?:\/\/|mailto:)[^"<>\s]*)"$/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decoded(text: string): string {
  return text.replace(/&([a-z]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

interface Open {
  readonly tag: RichTag | null;
  readonly href?: string;
  readonly children: RichNode[];
}

/** Reads static text of a form. Throws FaultyTextError for a tag or attribute outside the closed set, or tags that do not match. */
export function parseRichText(source: string): readonly RichNode[] {
  const stack: Open[] = [{ tag: null, children: [] }];
  const top = (): Open => stack[stack.length - 1] as Open;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new FaultyTextError('markup.unreadable', { position: start + 1 });
    const [, closing, name = '', attributes = '', , text] = match;
    if (text !== undefined) {
      top().children.push(decoded(text));
    } else if (!TAGS.includes(name)) {
      throw new FaultyTextError('markup.tag', { word: `<${name}>` });
    } else if (closing) {
      const done = stack.pop();
      if (done?.tag !== name || stack.length === 0) throw new FaultyTextError('markup.closes', { word: `</${name}>` });
      top().children.push({ tag: done.tag, ...(done.href && { href: done.href }), children: done.children });
    } else {
      const href = name === 'a' ? HREF.exec(attributes)?.[1] : undefined;
      if (name === 'a' ? !href : attributes !== '')
        throw new FaultyTextError('markup.attributes', { word: `<${name}>` });
      const tag = name as RichTag;
      if (tag === 'br') top().children.push({ tag, children: [] });
      else stack.push({ tag, ...(href && { href: decoded(href) }), children: [] });
      if (stack.length > MAX_DEPTH) throw new FaultyTextError('deep');
    }
  }
  if (stack.length > 1) throw new FaultyTextError('markup.open', { word: `<${top().tag}>` });
  return top().children;
}
