import {
  cleanManualHtml,
  describeManualHtml,
  differenceOfManuals,
} from '../../src/server/modules/manuals/text/index.ts';
import { against, type Line, ms } from './report.ts';

const WORDS = 'harbour crane must never stand near open hatch while loads move over deck and quay'.split(' ');
const word = (at: number) => WORDS[(at * 7919) % WORDS.length]!;
const sentence = (from: number, length: number) => Array.from({ length }, (_, index) => word(from + index)).join(' ');

/** Creates a manual of about 200 pages: 6,000 blocks, 100,000 words; its next version changes one block in twenty. */
export function manualOf(version: number): string {
  return Array.from({ length: 6000 }, (_, index) => {
    const text = `${sentence(index, 8)} ${index} ${sentence(index * 3, 8)}`;
    const changed =
      version > 1 && index % 20 === 0 ? text.replace('harbour', 'port').replace(/ near | open /, ' beside ') : text;
    if (index % 30 === 0) return `<h2>${changed}</h2>`;
    if (index % 30 === 7) return `<ul><li>${changed}</li><li>${sentence(index + 1, 6)} ${index}</li></ul>`;
    if (version > 1 && index % 300 === 11) return `<p>${changed}</p><p>New here: ${sentence(index, 20)}.</p>`;
    return version > 1 && index % 300 === 13 ? '' : `<p>${changed}</p>`;
  }).join('');
}

const timed = <T>(work: () => T): [T, number] => {
  const began = performance.now();
  const result = work();
  return [result, performance.now() - began];
};

/** Measures saving a large text and comparing two of them, without the database. */
export function measureManuals(): Line[] {
  const [before, cleaning] = timed(() => cleanManualHtml(manualOf(1)).html);
  const after = cleanManualHtml(manualOf(2)).html;
  const [{ words, sections }, describing] = timed(() => describeManualHtml(before));
  const [changes, comparing] = timed(() => differenceOfManuals(before, after, 'en'));
  const behind = `${words} words, ${sections.length} sections, ${Math.round(before.length / 1000)} kB`;
  return [
    { what: 'a manual of 200 pages is cleaned', measured: ms(cleaning), behind },
    { what: 'and described', measured: ms(describing), behind },
    {
      what: 'two versions of it are compared',
      measured: ms(comparing),
      ...against(comparing, { most: 1000 }, ' ms'),
      behind: `${changes.filter(({ kind }) => kind !== 'same').length} of ${changes.length} blocks differ`,
    },
  ];
}
