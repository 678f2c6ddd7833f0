import type { ManualChange, ManualSection } from '../../../../shared/contracts/manuals.contract.ts';
import { workInThread } from '../../../platform/workers/index.ts';
import { describeManualHtml } from './describe.ts';
import { sumOfDifference } from './difference.ts';

// Texts of up to 4 MB are read in worker threads, so that parsing one does not block other requests.

/** Sanitised texts shorter than this are parsed on the main thread, in a few milliseconds. Texts from a request never are. */
const SMALL = 40_000;

export const prepareInThread = workInThread<typeof import('./prepare.ts').prepareManualText>(
  new URL('./prepare.ts', import.meta.url),
  'prepareManualText',
);

const DIFFERENCE = new URL('./difference.ts', import.meta.url);
export const compareInThread = workInThread<typeof import('./difference.ts').differenceOfManuals>(
  DIFFERENCE,
  'differenceOfManuals',
);
export const changedWordsInThread = workInThread<typeof import('./changed-words.ts').changedWords>(
  new URL('./changed-words.ts', import.meta.url),
  'changedWords',
);

const describe = workInThread<typeof describeManualHtml>(
  new URL('./describe.ts', import.meta.url),
  'describeManualHtml',
);
const sum = workInThread<typeof sumOfDifference>(DIFFERENCE, 'sumOfDifference');

/** Returns the sections of a sanitised text. */
export async function sectionsOf(tenantId: number, html: string): Promise<ManualSection[]> {
  return (html.length < SMALL ? describeManualHtml(html) : await describe(tenantId, html)).sections;
}

export async function sumOf(
  tenantId: number,
  blocks: readonly ManualChange[],
): Promise<{ changes: number; words: number }> {
  const length = blocks.reduce((sum, { html }) => sum + html.length, 0);
  return length < SMALL ? sumOfDifference(blocks) : sum(tenantId, blocks);
}
