import { type Edit, editsBetween } from './edits.ts';
import { MARKS, type Run } from './model.ts';

/** Languages without spaces between words. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);
const PIECE = /\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;

/** Splits text into words, spaces and punctuation, without losing a character. */
export type Split = (text: string) => string[];

export function splitterOf(languageId: string): Split {
  if (!UNSPACED.has(languageId.split('-')[0]!)) return (text) => text.match(PIECE) ?? [];
  const segmenter = new Intl.Segmenter(languageId, { granularity: 'word' });
  return (text) => [...segmenter.segment(text)].map(({ segment }) => segment);
}

const keyOf = (run: Run): string => {
  const style = `${run.style.href ?? ''}\n${MARKS.filter((mark) => run.style.marks.has(mark)).join()}`;
  return `${'text' in run ? run.text : 'image' in run ? JSON.stringify(run.image) : '\n'}\n${style}`;
};

const words = (runs: readonly Run[], split: Split): Run[] =>
  runs.flatMap((run) => ('text' in run ? split(run.text).map((text): Run => ({ style: run.style, text })) : [run]));

const isSpace = ({ kind, value }: Edit<Run>) => kind === 'same' && 'text' in value && value.text.trim() === '';

/** Returns a line with added and removed words marked. White space between two changes is part of the change. */
export function changedLine(before: readonly Run[], after: readonly Run[], split: Split): Run[] {
  const edits = editsBetween(words(before, split), words(after, split), keyOf);
  const line: Run[] = [];
  let removed: Run[] = [];
  let added: Run[] = [];
  const flush = () => {
    line.push(...removed, ...added);
    removed = [];
    added = [];
  };
  edits.forEach((edit, index) => {
    const changes = edit.kind !== 'same';
    const next = edits[index + 1];
    const between = isSpace(edit) && removed.length + added.length > 0 && next !== undefined && next.kind !== 'same';
    if (changes || between) {
      if (edit.kind !== 'ins') removed.push({ ...edit.value, change: 'del' });
      if (edit.kind !== 'del') added.push({ ...edit.value, change: 'ins' });
    } else {
      flush();
      line.push(edit.value);
    }
  });
  flush();
  return line;
}
