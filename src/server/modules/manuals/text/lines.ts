import type { Run } from './model.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Removes characters that databases or screens cannot represent, and lone surrogates, whose hash would differ from the stored text. */
export const storableText = (text: string): string => text.replace(CONTROL, '').toWellFormed();

const isBreak = (run: Run | undefined): boolean => run !== undefined && 'break' in run;

/** Trims white space from the end of the collected runs. */
function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last && 'text' in last; last = runs.at(-1)) {
    const text = last.text.replace(/(?<! ) +$/, '');
    if (text) {
      runs[runs.length - 1] = { style: last.style, text };
      return;
    }
    runs.pop();
  }
}

/** Normalises a line as it is displayed: collapses white space, and trims it at the ends and around breaks; trims breaks at the ends. */
export function tidyLine(runs: readonly Run[]): Run[] {
  const tidy: Run[] = [];
  let open = true;
  for (const run of runs) {
    if ('text' in run) {
      let text = storableText(run.text).replace(/[\t\n\f\r ]+/g, ' ');
      if (open) text = text.replace(/^ /, '');
      if (!text) continue;
      tidy.push({ style: run.style, text });
      open = text.endsWith(' ');
    } else if ('break' in run) {
      trimEnd(tidy);
      if (tidy.length > 0) tidy.push(run);
      open = true;
    } else {
      tidy.push(run);
      open = false;
    }
  }
  trimEnd(tidy);
  while (isBreak(tidy.at(-1))) {
    tidy.pop();
    trimEnd(tidy);
  }
  return tidy;
}

/** Normalises preformatted text: keeps white space, except empty lines at its ends. */
export function tidyPreformatted(runs: readonly Run[]): Run[] {
  const text = storableText(runs.map((run) => ('text' in run ? run.text : 'break' in run ? '\n' : '')).join(''))
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+/, '')
    .trimEnd();
  return text ? [{ style: { marks: new Set() }, text }] : [];
}
