import type { importOptions } from '../../shared/contracts/dropdowns.contract.ts';
import type { BodyOf } from '../../shared/contracts/endpoint.ts';

export type ImportRow = BodyOf<typeof importOptions>['options'][number];

export interface Pasted {
  readonly rows: readonly ImportRow[];
  /** Line numbers, from 1, that could not be read: without an id, or with a duplicate one. */
  readonly unread: readonly number[];
}

const ACTIVE_WORDS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/**
 * Parses pasted lines or a CSV file with columns separated by tabs, semicolons or commas. A header line (`id`, `text`,
 * a language such as `et`, `properties.<name>`, `active`) names the columns; without it the first is the id and the
 * second the text.
 */
export function readPasted(text: string, languages: readonly string[]): Pasted {
  const lines = cellsOf(text.replace(/^\uFEFF/, ''));
  const first = lines.find(({ cells }) => cells.some((cell) => cell !== ''))?.cells ?? [];
  const names = first.map((name) => name.trim());
  const hasHead = names.includes('id') && names.length > 1;
  const columns = hasHead ? names : ['id', 'text'];
  const rows: ImportRow[] = [];
  const unread: number[] = [];
  const seen = new Set<string>();
  for (const { cells, line } of lines) {
    if (cells.every((cell) => cell.trim() === '') || (hasHead && cells === first)) continue;
    const row = rowOf(cells, columns, languages);
    if (!row || seen.has(row.id)) unread.push(line);
    else {
      seen.add(row.id);
      rows.push(row);
    }
  }
  return { rows, unread };
}

function rowOf(cells: readonly string[], columns: readonly string[], languages: readonly string[]): ImportRow | null {
  const texts: Record<string, string> = {};
  const properties: Record<string, string> = {};
  let [id, text, active] = ['', '', undefined as boolean | undefined];
  for (const [index, name] of columns.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (name === 'id') id = cell;
    else if (name === 'text' || name === 'defaultText') text = cell;
    else if (name === 'active') active = ACTIVE_WORDS[cell.toLowerCase()];
    else if (languages.includes(name) && cell !== '') texts[name] = cell;
    else if (name.startsWith('properties.') && cell !== '') properties[name.slice('properties.'.length)] = cell;
  }
  if (id === '') return null;
  const hasProperties = columns.some((name) => name.startsWith('properties.'));
  return {
    id,
    // In a plain list of words, each word is its own id.
    defaultText: text || Object.values(texts)[0] || id,
    ...(Object.keys(texts).length > 0 ? { texts } : {}),
    ...(hasProperties ? { properties } : {}),
    ...(active === undefined ? {} : { active }),
  };
}

interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Cells by line; a quoted cell can contain the separator, line breaks and doubled quotes. */
function cellsOf(text: string): Line[] {
  const separator = separatorOf(text);
  const lines: Line[] = [];
  let [cells, cell, quoted, line, began] = [[] as string[], '', false, 1, 1];
  const end = () => {
    lines.push({ cells: [...cells, cell], line: began });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '\n') line += 1;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') [quoted, cell] = [true, ''];
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      end();
      began = line;
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) end();
  return lines;
}

function separatorOf(text: string): string {
  const first = text.split('\n', 1)[0] ?? '';
  return ['\t', ';'].find((one) => first.includes(one)) ?? ',';
}
