import { cleanManualHtml } from './clean.ts';
import { describeManualHtml } from './describe.ts';
import { assertHtmlWithinLimits } from './limits.ts';
import type { Removed } from './removed.ts';

/** A text that is clean and measured: what saving it writes. */
export interface PreparedText {
  readonly html: string;
  readonly plain: string;
  readonly words: number;
  /** Its pictures, by hash. */
  readonly images: readonly string[];
  readonly removed: readonly Removed[];
}

/** Cleans and measures given html. Throws content.too_deep, content.too_many_parts and content.too_many_pictures. */
export function prepareManualText(given: string): PreparedText {
  assertHtmlWithinLimits(given);
  const { html, removed } = cleanManualHtml(given);
  const { plain, words, images } = describeManualHtml(html);
  return { html, plain, words, images, removed };
}
