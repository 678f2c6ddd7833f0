export { cleanManualHtml } from './clean.ts';
export { describeManualHtml, hashManualText } from './describe.ts';
export { differenceOfManuals, sumOfDifference } from './difference.ts';
export { readingMinutes } from './words.ts';
