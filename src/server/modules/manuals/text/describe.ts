import { createHash } from 'node:crypto';
import type { ManualSection } from '../../../../shared/contracts/manuals.contract.ts';
import { ALLOWED, INLINE } from '../../../../shared/manual-html/allowed.ts';
import { countWords } from '../../../../shared/manual-html/words.ts';
import { attributeOf, isElement, parseHtml, type SourceNode } from './parse.ts';

/** Returns the text of nodes: each block on a line, cells of a row separated. */
function linesOf(nodes: readonly SourceNode[]): string {
  const lines = new Lines();
  gather(nodes, lines);
  return lines.parts.join('').trim();
}

function gather(nodes: readonly SourceNode[], lines: Lines): void {
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.nodeName === '#text' && 'value' in node) lines.add(node.value);
    } else if (node.tagName === 'img') lines.add(attributeOf(node, 'alt') ?? '');
    else if (node.tagName === 'br') lines.add('\n');
    else {
      const isBlock = node.tagName in ALLOWED && !INLINE.has(node.tagName);
      if (isBlock) lines.begin();
      gather(node.childNodes, lines);
      if (isBlock) lines.end(node.tagName === 'td' || node.tagName === 'th' ? '\t' : '\n');
    }
  }
}

class Lines {
  readonly parts: string[] = [];
  private last = '\n';

  add(text: string): void {
    if (!text) return;
    this.parts.push(text);
    this.last = text.at(-1)!;
  }

  begin(): void {
    if (this.last !== '\n' && this.last !== '\t') this.add('\n');
  }

  end(by: string): void {
    if (this.last === '\n' || (this.last === '\t' && by === '\t')) return;
    if (this.last === '\t') this.parts.pop();
    this.add(by);
  }
}

function imagesOf(nodes: readonly SourceNode[], into: Set<string>): void {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const image = attributeOf(node, 'data-image');
    if (image !== undefined) into.add(image);
    imagesOf(node.childNodes, into);
  }
}

/**
 * Returns the plain text of a sanitised text, its number of words (characters, in languages without spaces), its sections
 * by top-level headings, and its pictures by hash. The concatenated html of the sections is the given html.
 */
export function describeManualHtml(html: string): {
  plain: string;
  words: number;
  sections: ManualSection[];
  images: string[];
} {
  const nodes = parseHtml(html, true);
  const parts: { id: string; level: number; title: string; from: number; nodes: SourceNode[] }[] = [];
  for (const node of nodes) {
    const level = isElement(node) ? Number(/^h([1-4])$/.exec(node.tagName)?.[1] ?? 0) : 0;
    if (isElement(node) && level > 0) {
      const from = parts.length > 0 ? (node.sourceCodeLocation?.startOffset ?? 0) : 0;
      const id = attributeOf(node, 'id') ?? 'start';
      parts.push({ id, level, title: linesOf(node.childNodes).replace(/\s+/g, ' '), from, nodes: [node] });
    } else if (parts.length > 0) parts.at(-1)!.nodes.push(node);
    else parts.push({ id: 'start', level: 0, title: '', from: 0, nodes: [node] });
  }
  const sections = parts.map((part, index) => ({
    id: part.id,
    level: part.level,
    title: part.title,
    words: countWords(linesOf(part.nodes)),
    html: html.slice(part.from, parts[index + 1]?.from),
  }));
  const images = new Set<string>();
  imagesOf(nodes, images);
  return {
    plain: linesOf(nodes),
    words: sections.reduce((sum, { words }) => sum + words, 0),
    sections,
    images: [...images],
  };
}

/** Returns the hash that a confirmation refers to: of the title, a line feed and the html, in UTF-8. */
export function hashManualText(title: string, html: string): Buffer {
  return createHash('sha256').update(`${title}\n${html}`, 'utf8').digest();
}
