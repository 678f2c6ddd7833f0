import { AppError } from '../../../platform/errors.ts';

/**
 * Maximum number of open elements. A text written by a person has fewer than 20, the output of a word processor fewer than
 * 60; tags that were never closed accumulate.
 */
const DEPTH_MAX = 1000;
/** Maximum number of start tags in a text: a manual of 1,000 pages has 30,000. */
export const PARTS_MAX = 100_000;
/** Maximum number of pictures in a text or file. */
export const PICTURES_MAX = 2000;

export const tooDeep = (max: number) => new AppError('content.too_deep', { max });
export const tooManyParts = (max: number) => new AppError('content.too_many_parts', { max });

const TAG = /<(\/?)([a-z][a-z0-9:-]*)/gi;

/** Elements without an end tag, or with an optional one: they do not count as a level. */
const FLAT = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot colgroup option optgroup rb rt rp rtc html head body'.split(
    ' ',
  ),
);

/**
 * Rejects html that is nested too deeply or has too many tags, in one pass before it is parsed. Comments and raw text are
 * read as markup, which may reject html that a parser would accept; memory and time limits of the thread cover the rest.
 * Throws content.too_deep, content.too_many_parts and content.too_many_pictures.
 */
export function assertHtmlWithinLimits(html: string): void {
  let [parts, pictures, depth] = [0, 0, 0];
  for (const [, isEnd, given] of html.matchAll(TAG)) {
    const name = given!.toLowerCase();
    if (isEnd) {
      if (!FLAT.has(name)) depth = Math.max(0, depth - 1);
      continue;
    }
    parts += 1;
    if (parts > PARTS_MAX) throw tooManyParts(PARTS_MAX);
    if (name === 'img') {
      pictures += 1;
      if (pictures > PICTURES_MAX) throw new AppError('content.too_many_pictures', { max: PICTURES_MAX });
    }
    if (FLAT.has(name)) continue;
    depth += 1;
    if (depth > DEPTH_MAX) throw tooDeep(DEPTH_MAX);
  }
}
