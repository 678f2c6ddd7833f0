import type { AppError } from '../../../platform/errors.ts';
import { tooDeep, tooManyParts } from '../text/limits.ts';

/** Elements within elements: three for each table in a table, six for text in a box. */
const DEPTH_MAX = 200;
/** Elements of all parts of a document: ten to fifteen for each paragraph with its formatting. */
const ELEMENTS_MAX = 400_000;
/** Word itself has nine levels. */
const LIST_LEVELS_MAX = 20;

const LESS_THAN = 0x3c;

/**
 * Counts what the XML parts of a document hold, in one pass and before a parser sees them: `add` throws content.too_deep and
 * content.too_many_parts. `doctype` is thrown for a document type, whose entities can stand for more than memory holds.
 */
export function createXmlLimits(doctype: () => AppError): { add(xml: Buffer): void } {
  let elements = 0;
  return {
    add(bytes) {
      const xml = bytes.toString('latin1');
      let depth = 0;
      for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
        const next = xml.charCodeAt(at + 1);
        if (next === 0x3f) at = after(xml, '?>', at);
        else if (next === 0x21) {
          if (xml.startsWith('<!--', at)) at = after(xml, '-->', at);
          else if (xml.startsWith('<![CDATA[', at)) at = after(xml, ']]>', at);
          else throw doctype();
        } else if (next === 0x2f) {
          depth -= 1;
          at = after(xml, '>', at);
        } else {
          elements += 1;
          if (elements > ELEMENTS_MAX) throw tooManyParts(ELEMENTS_MAX);
          const end = endOfTag(xml, at);
          if (xml.charCodeAt(end - 2) !== 0x2f) {
            depth += 1;
            if (depth > DEPTH_MAX) throw tooDeep(DEPTH_MAX);
          }
          assertListLevel(xml, at, end);
          at = end;
        }
      }
    },
  };
}

function assertListLevel(xml: string, at: number, end: number): void {
  if (end - at > 200) return;
  const [, level] = /^<\w*:?ilvl\s[^>]*?val\s*=\s*["'](\d+)/.exec(xml.slice(at, end)) ?? [];
  if (level !== undefined && Number(level) > LIST_LEVELS_MAX) throw tooDeep(LIST_LEVELS_MAX);
}

/** Where what began at `at` is over. */
function after(xml: string, mark: string, at: number): number {
  const found = xml.indexOf(mark, at + 1);
  return found < 0 ? xml.length : found + mark.length;
}

/** Behind the `>` of a start tag; values of attributes may hold one. */
function endOfTag(xml: string, from: number): number {
  let quote = 0;
  for (let at = from + 1; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3e) return at + 1;
    // No tag holds one: what began is none.
    else if (code === LESS_THAN) return at;
  }
  return xml.length;
}
