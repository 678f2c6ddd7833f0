import { batch } from '@preact/signals-core';
import type { LanguageId } from '../../contracts/constants.ts';
import type { DataField, FieldState, FieldValue, Issue, TableState } from '../../forms/index.ts';
import { sourceOf } from '../choice-sources.ts';
import { type ChooseByText, namesIn } from '../choose-by-text.ts';
import { readTyped } from '../read-typed.ts';
import { ownOptions } from '../use-choices.ts';

/** Result of a pasted block. */
export interface Pasted {
  readonly filled: number;
  /** Texts that do not parse in their column. */
  readonly unread: readonly string[];
  /** Number of rows that did not fit. */
  readonly over: number;
  /** Cells with references that have to be looked up by name first. */
  readonly later: readonly { readonly cell: FieldState; readonly text: string }[];
}

/** Parses spreadsheet cells from the clipboard; null if it is not a block. A cell with a line break is quoted. */
export function readBlock(text: string): readonly (readonly string[])[] | null {
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(source)) return null;
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === '\t') endCell();
    else if (letter === '\n') {
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  return rows;
}

/**
 * Pastes a block into a table from a cell on: columns to the right, rows below, adding rows up to the limit. `yes` are
 * the texts that tick a checkbox.
 */
export function pasteBlock(
  state: TableState,
  start: { readonly rowId: string; readonly column: string },
  block: readonly (readonly string[])[],
  language: LanguageId,
  yes: readonly string[],
): Pasted {
  const unread: string[] = [];
  const later: { cell: FieldState; text: string }[] = [];
  let filled = 0;
  let over = 0;
  batch(() => {
    const first = state.rows.peek().findIndex(({ rowId }) => rowId === start.rowId);
    block.forEach((texts, down) => {
      if (first + down >= state.rows.peek().length) {
        if (!state.canAdd.value) {
          over += 1;
          return;
        }
        state.addRow();
      }
      const cells = [...(state.rows.peek()[first + down]?.cells.values() ?? [])];
      const from = cells.findIndex(({ definition }) => definition.key === start.column);
      texts.forEach((text, right) => {
        const cell = cells[from + right];
        if (!cell || cell.readOnly.peek()) return;
        if (text.trim() !== '' && sourceOf(cell.definition.node)) later.push({ cell, text: text.trim() });
        else if (put(cell, text, language, yes)) filled += 1;
        else unread.push(text.trim());
      });
    });
  });
  return { filled, unread, over, later };
}

function put(cell: FieldState, text: string, language: LanguageId, yes: readonly string[]): boolean {
  const field = cell.definition.node;
  const words = text.trim();
  const value = words === '' ? emptyOf(field) : chosenIn(field, words, language, yes);
  if (value !== undefined) {
    cell.set(value);
    return true;
  }
  const read = readTyped(field, words, language);
  if ('value' in read) cell.set(read.value);
  else refuse(cell, words, read.fault, words.slice(0, 100));
  return 'value' in read;
}

/** `typed` stays in the input, to be corrected. */
function refuse(cell: FieldState, words: string, { code, params }: Issue, typed?: string): void {
  cell.setUnreadable(code, { value: words.slice(0, 100), ...params }, typed);
  cell.leave();
}

/** Sets the referenced choices of the cells. Returns texts with no match or several. */
export async function pasteChoices(later: Pasted['later'], choose: ChooseByText): Promise<readonly string[]> {
  const found = await Promise.all(
    later.map(async ({ cell, text }) => {
      const isSeveral = SEVERAL.includes(cell.definition.node.type);
      const names = isSeveral ? namesIn(text) : [text];
      return { cell, text, isSeveral, ids: await Promise.all(names.map((name) => choose(cell, name))) };
    }),
  );
  const unread: string[] = [];
  batch(() => {
    for (const { cell, text, isSeveral, ids } of found) {
      const known = ids.filter((id) => id !== null);
      if (known.length === ids.length) cell.set(isSeveral ? [...new Set(known)] : (known[0] ?? null));
      else {
        refuse(cell, text, { code: 'field.choice_unknown' });
        unread.push(text);
      }
    }
  });
  return unread;
}

const SEVERAL: readonly DataField['type'][] = ['users', 'multiSelect'];

const emptyOf = ({ type }: DataField): FieldValue => (type === 'checkbox' ? false : null);

/** Own options by text or id, checkboxes by a word for yes or no; `undefined` for typed values. */
function chosenIn(
  field: DataField,
  words: string,
  language: LanguageId,
  yes: readonly string[],
): FieldValue | undefined {
  const same = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();
  const optionOf = (text: string) =>
    ownOptions(field, language).find(({ id, text: shown }) => same(shown, text) || id === text)?.id;
  switch (field.type) {
    case 'checkbox':
      return yes.some((word) => same(word, words));
    case 'radio':
    case 'dropdown':
      return optionOf(words);
    case 'tags':
      return [...new Set(words.split(/[,;]/).map((text) => text.trim()))].filter(Boolean);
    case 'multiSelect': {
      const ids = words.split(/[,;]/).map((text) => optionOf(text.trim()));
      return ids.every((id) => id !== undefined) ? [...new Set(ids as string[])] : undefined;
    }
    default:
      return undefined;
  }
}
