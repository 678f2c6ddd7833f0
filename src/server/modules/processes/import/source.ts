import type { ProcessProblemCode } from '../../../../shared/contracts/process-findings.rules.ts';

const MAX_BYTES = 2 * 1024 * 1024;
export const MAX_ELEMENTS = 5000;
/** Deeper than any real model. Sub-processes have their own limit of 12. */
const MAX_XML_DEPTH = 100;
/** Includes diagram shapes, which have four or more tags for each element. */
const MAX_TAGS = MAX_ELEMENTS * 10;

type SourceText = { text: string } | { code: ProcessProblemCode; detail: string };

const ENCODINGS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
};

/**
 * Decodes a BPMN file by its declared encoding and checks that it is safe to parse: size, nesting, no DOCTYPE, no
 * entities. A text is only checked.
 */
export function readSource(source: string | Uint8Array): SourceText {
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (bytes > MAX_BYTES) return { code: 'document.size', detail: `The file is larger than ${MAX_BYTES} bytes.` };
  const decoded = typeof source === 'string' ? { text: source } : decode(source);
  if (!('text' in decoded)) return decoded;
  const fault = scan(decoded.text);
  if (fault) return fault;
  // The text is decoded now, and the parser warns about any declared encoding other than UTF-8.
  const head = decoded.text.slice(0, 200).replace(/^\uFEFF/, '');
  return { text: head.replace(/^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(["']).*?\2/, '$1') + decoded.text.slice(200) };
}

function decode(bytes: Uint8Array): SourceText {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*(?:\u00EF\u00BB\u00BF)?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = ENCODINGS[declared.toLowerCase()];
  if (!encoding) {
    return {
      code: 'document.encoding',
      detail: `The encoding ${declared} is not supported. Use UTF-8, ISO-8859-1 or windows-1252.`,
    };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { code: 'document.encoding', detail: `The file declares ${declared}, but its bytes have another encoding.` };
  }
}

/** Checks declarations, the number of tags and their depth in one linear pass. */
function scan(text: string): { code: ProcessProblemCode; detail: string } | undefined {
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
    // The parser only warns about declarations, so they are rejected here.
    if (text[at + 1] === '!') {
      return { code: 'document.doctype', detail: 'DOCTYPE, ENTITY and other declarations are not allowed.' };
    }
    const close = tagEnd(text, at);
    if (close < 0) return broken;
    if (text[at + 1] === '/') depth -= 1;
    else {
      tags += 1;
      if (text[close - 1] !== '/') depth += 1;
    }
    if (depth > MAX_XML_DEPTH)
      return { code: 'document.nesting', detail: `Elements are nested deeper than ${MAX_XML_DEPTH} levels.` };
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
