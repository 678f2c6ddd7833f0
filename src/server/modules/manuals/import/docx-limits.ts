import type { AppError } from '../../../platform/errors.ts';
import { tooDeep, tooManyParts } from '../text/limits.ts';

/** Nesting depth of elements: three for each table in a table, six for text in a box. */
const DEPTH_MAX = 200;
/** Number of elements in all parts of a document: ten to fifteen for each formatted paragraph. */
const ELEMENTS_MAX = 400_000;
/** Word itself supports nine levels. */
const LIST_LEVELS_MAX = 20;

const LESS_THAN = 0x3c;

/**
 * Counts the elements of the XML parts of a document in one pass, before they are parsed: `add` throws content.too_deep and
 * content.too_many_parts. `doctype` is thrown for a document type, whose entities can expand beyond the available memory.
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

/** Returns the end of the construct that begins at `at`. */
function after(xml: string, mark: string, at: number): number {
  const found = xml.indexOf(mark, at + 1);
  return found < 0 ? xml.length : found + mark.length;
}

/** Returns the position after the `>` of a start tag; attribute values may contain that character. */
function endOfTag(xml: string, from: number): number {
  let quote = 0;
  for (let at = from + 1; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3e) return at + 1;
    // A tag cannot contain `<`, so this was not a tag.
    else if (code === LESS_THAN) return at;
  }
  return xml.length;
}
