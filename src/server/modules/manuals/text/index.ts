export { readingMinutes } from '../../../../shared/manual-html/words.ts';
export { cleanManualHtml } from './clean.ts';
export { describeManualHtml, hashManualText } from './describe.ts';
export { differenceOfManuals, sumOfDifference } from './difference.ts';
export type { PreparedText } from './prepare.ts';
export { changedWordsInThread, compareInThread, prepareInThread, sectionsOf, sumOf } from './threads.ts';
