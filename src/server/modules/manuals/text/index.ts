export { cleanManualHtml } from './clean.ts';
export { describeManualHtml, hashManualText } from './describe.ts';
export { readingMinutes } from './words.ts';
