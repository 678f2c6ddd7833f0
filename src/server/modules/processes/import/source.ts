import type { ProblemCode } from './problems.ts';

const MAX_BYTES = 2 * 1024 * 1024;
export const MAX_ELEMENTS = 5000;
/** Deeper than any drawing nests; sub-processes alone are limited to 12. */
const MAX_XML_DEPTH = 100;
/** Diagram shapes come on top of the elements they draw: four or more tags for each. */
const MAX_TAGS = MAX_ELEMENTS * 10;

type SourceText = { text: string } | { code: ProblemCode; detail: string };

const ENCODINGS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
};

/**
 * The text of a BPMN file, by its declared encoding, when it is safe to be parsed: within the limits, without DOCTYPE or
 * entities, not nested beyond measure. Text that is already decoded is only checked.
 */
export function readSource(source: string | Uint8Array): SourceText {
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (bytes > MAX_BYTES) return { code: 'document.size', detail: `The file has more than ${MAX_BYTES} bytes.` };
  const decoded = typeof source === 'string' ? { text: source } : decode(source);
  if (!('text' in decoded)) return decoded;
  const fault = scan(decoded.text);
  if (fault) return fault;
  // The declaration was obeyed here; the parser would complain about any but UTF-8.
  const head = decoded.text.slice(0, 200).replace(/^\uFEFF/, '');
  return { text: head.replace(/^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(["']).*?\2/, '$1') + decoded.text.slice(200) };
}

function decode(bytes: Uint8Array): SourceText {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*(?:\u00EF\u00BB\u00BF)?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = ENCODINGS[declared.toLowerCase()];
  if (!encoding) {
    return { code: 'document.encoding', detail: `${declared} is not read; UTF-8, ISO-8859-1 and windows-1252 are.` };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { code: 'document.encoding', detail: `The file is declared as ${declared}, but its bytes are not.` };
  }
}

/** One pass over the markup, linear whatever the input: declarations, number of tags and depth. */
function scan(text: string): { code: ProblemCode; detail: string } | undefined {
  const broken = { code: 'document.broken' as const, detail: 'The file is not well-formed XML.' };
  let depth = 0;
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = SPECIAL.find(([opens]) => text.startsWith(opens, at));
    if (end) {
      const close = text.indexOf(end[1], at + end[0].length);
      if (close < 0) return broken;
      at = close + end[1].length;
      continue;
    }
    // The parser warns about declarations and reads on, so they are refused here.
    if (text[at + 1] === '!') {
      return { code: 'document.doctype', detail: 'DOCTYPE, ENTITY and other declarations are not read.' };
    }
    const close = tagEnd(text, at);
    if (close < 0) return broken;
    if (text[at + 1] === '/') depth -= 1;
    else {
      tags += 1;
      if (text[close - 1] !== '/') depth += 1;
    }
    if (depth > MAX_XML_DEPTH) return { code: 'document.nesting', detail: `Nested deeper than ${MAX_XML_DEPTH}.` };
    if (tags > MAX_TAGS) return { code: 'document.elements', detail: `The file has more than ${MAX_TAGS} tags.` };
    at = close + 1;
  }
  return undefined;
}

const SPECIAL = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}
