import { defaultTreeAdapter, html as HTML } from 'parse5';
import { attributeOf, isElement, type SourceElement, type SourceNode } from './parse.ts';

const LEVEL = /mso-list\s*:[^;]{0,200}\blevel([1-9])/i;
const MARKER = /mso-list\s*:\s*ignore/i;
const COUNTS = /^\s*\(?(\d+|[a-z]{1,4})[.)]/i;

/** Returns the kind of a word processor's paragraph from its style name, where that is more specific than the element. */
export function wordKind(element: SourceElement): 'h1' | 'h2' | 'h3' | 'h4' | 'blockquote' | 'contents' | undefined {
  const name = attributeOf(element, 'class') ?? '';
  if (/^MsoTitle/.test(name)) return 'h1';
  if (/^MsoToc\d/.test(name)) return 'contents';
  if (/^Mso(Intense)?Quote/.test(name)) return 'blockquote';
  const level = /mso-outline-level\s*:\s*([1-9])/i.exec(attributeOf(element, 'style') ?? '')?.[1];
  return level ? (`h${Math.min(4, Number(level))}` as 'h1') : undefined;
}

const levelOf = (node: SourceNode): number =>
  isElement(node) && /^(p|h[1-6])$/.test(node.tagName)
    ? Number(LEVEL.exec(attributeOf(node, 'style') ?? '')?.[1] ?? 0)
    : 0;

const isBetween = (node: SourceNode) =>
  !isElement(node) && (node.nodeName !== '#text' || ('value' in node && node.value.trim() === ''));

/**
 * Converts paragraphs with a bullet or a number, as word processors write them, to lists. Numbered headings stay headings,
 * without the number.
 */
export function withWordLists(nodes: readonly SourceNode[]): readonly SourceNode[] {
  if (!nodes.some((node) => levelOf(node) > 0)) return nodes;
  const result: SourceNode[] = [];
  /** The open lists, outermost first. */
  let open: SourceElement[] = [];
  for (const node of nodes) {
    const level = levelOf(node);
    if (level === 0 || !isElement(node)) {
      if (!isBetween(node)) open = [];
      if (open.length === 0) result.push(node);
      continue;
    }
    const marker = takeMarker(node);
    if (node.tagName !== 'p') {
      open = [];
      result.push(node);
      continue;
    }
    const name = marker !== undefined && COUNTS.test(marker) ? 'ol' : 'ul';
    open.length = Math.min(open.length, level);
    if (open.length === level && open.at(-1)!.tagName !== name) open.pop();
    while (open.length < level) {
      const list = make(name);
      const items = open.at(-1);
      if (items) (items.childNodes.at(-1) as SourceElement).childNodes.push(list);
      else result.push(list);
      open.push(list);
      if (open.length < level) list.childNodes.push(make('li'));
    }
    const item = make('li');
    item.childNodes = node.childNodes;
    open.at(-1)!.childNodes.push(item);
  }
  return result;
}

const make = (name: string): SourceElement => defaultTreeAdapter.createElement(name, HTML.NS.HTML, []);

/** Removes the bullet or number from a paragraph and returns it. */
function takeMarker(element: SourceElement): string | undefined {
  for (const [index, node] of element.childNodes.entries()) {
    if (!isElement(node)) continue;
    if (MARKER.test(attributeOf(node, 'style') ?? '')) {
      element.childNodes.splice(index, 1);
      return textOf(node);
    }
    const within = takeMarker(node);
    if (within !== undefined) return within;
  }
  return undefined;
}

const textOf = (node: SourceNode): string =>
  isElement(node)
    ? node.childNodes.map(textOf).join('')
    : node.nodeName === '#text' && 'value' in node
      ? node.value
      : '';
