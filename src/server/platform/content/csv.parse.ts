import { setImmediate } from 'node:timers/promises';
import { IMPORT_COLUMNS_MAX } from '../../../shared/contracts/imports.contract.ts';
import { AppError } from '../errors.ts';

/** One record of a file. */
export interface CsvRecord {
  /** Its row in a spreadsheet, where the first one is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Maximum number of characters in a quoted cell: the members of a group are one cell. */
const CELL_MAX = 1_000_000;
/** Rows after which other requests have a turn. */
const TURN_ROWS = 500;
/** Characters of the first line that decide about the separator. */
const HEADING_MAX = 20_000;
const SEPARATORS = [',', ';', '\t'] as const;
/** What the writer of our files puts before a text that a spreadsheet would execute. */
const GUARDED = /^'(?=[=+\-@\t\r])/;

/** Decodes UTF-8 with or without a byte order mark, or else the other encoding. Throws import.encoding. */
export function decodeText(bytes: Uint8Array, other?: 'windows-1257'): string {
  for (const encoding of ['utf-8', ...(other ? [other] : [])]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!text.includes('\0')) return text;
    } catch {
      // Typically a file that a spreadsheet saved in the encoding of its system.
    }
  }
  throw new AppError('import.encoding');
}

/**
 * Parses CSV by RFC 4180, with the separator of its first line. Rows without content are left out. Throws import.malformed,
 * import.unclosed_quote, and import.too_many_rows when there are more than `most` records after the heading.
 */
export async function parseCsv(text: string, most: number): Promise<CsvRecord[]> {
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let at = 0;
  const endRecord = () => {
    if (cells.some((cell) => cell !== '')) {
      if (records.length > most) throw new AppError('import.too_many_rows', { max: most });
      records.push({ line, cells });
    }
    cells = [];
    line += 1;
  };
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, line) : plainCell(text, at, separator);
    cells.push(cell);
    if (cells.length > IMPORT_COLUMNS_MAX) throw new AppError('import.too_many_columns', { max: IMPORT_COLUMNS_MAX });
    const next = text[end];
    if (next === separator) {
      at = end + 1;
      // A separator at the end of the text leaves one more empty cell.
      if (at === text.length) cells.push('');
    } else if (next === undefined || next === '\n' || next === '\r') {
      endRecord();
      if (line % TURN_ROWS === 0) await setImmediate();
      at = end + (next === '\r' && text[end + 1] === '\n' ? 2 : 1);
    } else throw new AppError('import.malformed', { line });
  }
  if (cells.length > 0) endRecord();
  return records;
}

function plainCell(text: string, from: number, separator: string): { cell: string; end: number } {
  let end = from;
  for (; end < text.length; end += 1) {
    const character = text[end];
    if (character === separator || character === '\n' || character === '\r') break;
  }
  return { cell: clean(text.slice(from, end)), end };
}

function quotedCell(text: string, from: number, line: number): { cell: string; end: number } {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 2)) {
    if (quote - from > CELL_MAX) break;
    if (text[quote + 1] === '"') continue;
    return { cell: clean(text.slice(from + 1, quote).replaceAll('""', '"')), end: quote + 1 };
  }
  const isLong = text.indexOf('"', from + CELL_MAX) >= 0;
  throw new AppError(isLong ? 'import.malformed' : 'import.unclosed_quote', { line });
}

const clean = (cell: string): string => cell.trim().replace(GUARDED, '');

/** Returns the separator that occurs most often outside quotes in the first line. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const character of text.slice(0, HEADING_MAX)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  return SEPARATORS.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best));
}
