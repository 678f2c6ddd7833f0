import { assertHtmlWithinLimits, PARTS_MAX, tooDeep, tooManyParts } from '../text/limits.ts';

/** Nesting depth of quotations and lists: several times that of a real manual. */
const LEVELS_MAX = 50;
/** A list level is indented by at least two columns. */
const COLUMNS_OF_LEVEL = 2;

const MARKERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+/;
const MARKER = />|[-+*]|\d{1,9}[.)]/g;

/**
 * Rejects Markdown that is nested too deeply or has too many parts, line by line, before it is parsed. Throws
 * content.too_deep, content.too_many_parts and content.too_many_pictures.
 */
export function assertMarkdownWithinLimits(text: string): void {
  let parts = 0;
  for (const line of linesOf(text)) {
    parts += 1;
    if (parts > PARTS_MAX) throw tooManyParts(PARTS_MAX);
    const [markers] = MARKERS.exec(line) ?? [];
    if (markers !== undefined && levelOf(markers) > LEVELS_MAX) throw tooDeep(LEVELS_MAX);
  }
  assertHtmlWithinLimits(text);
}

function levelOf(markers: string): number {
  const [indent = ''] = /^[ \t]*/.exec(markers) ?? [];
  const columns = indent.length + 3 * (indent.split('\t').length - 1);
  return Math.floor(columns / COLUMNS_OF_LEVEL) + (markers.match(MARKER)?.length ?? 0);
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0, end = 0; end >= 0; from = end + 1) {
    end = text.indexOf('\n', from);
    yield text.slice(from, end < 0 ? undefined : end);
  }
}
