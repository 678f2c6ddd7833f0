import { cleanManualHtml } from './clean.ts';
import { describeManualHtml } from './describe.ts';
import { assertHtmlWithinLimits } from './limits.ts';
import type { Removed } from './removed.ts';

/** A sanitised and measured text, ready to be saved. */
export interface PreparedText {
  readonly html: string;
  readonly plain: string;
  readonly words: number;
  /** Hashes of its pictures. */
  readonly images: readonly string[];
  readonly removed: readonly Removed[];
}

/** Sanitises and measures given html. Throws content.too_deep, content.too_many_parts and content.too_many_pictures. */
export function prepareManualText(given: string): PreparedText {
  assertHtmlWithinLimits(given);
  const { html, removed } = cleanManualHtml(given);
  const { plain, words, images } = describeManualHtml(html);
  return { html, plain, words, images, removed };
}
