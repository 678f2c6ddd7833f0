import type { ConfigText } from '../../../shared/contracts/config-texts.contract.ts';
import {
  CONFIG_TEXT_KINDS,
  CONFIG_TEXT_MAX,
  type ConfigTextKind,
} from '../../../shared/contracts/config-texts.rules.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { CsvRecord } from '../../platform/content/csv.parse.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/content/csv.ts';
import { AppError } from '../../platform/errors.ts';
import { idOf, isMissing, type SentConfigText } from './config-texts.rules.ts';

const COLUMNS = ['kind', 'owner', 'part', 'place', 'source', 'translation', 'state'] as const;
type Column = (typeof COLUMNS)[number];
/** Without these a line has no place or no text. */
const REQUIRED: readonly Column[] = ['kind', 'owner', 'part', 'translation'];
const FAULTS_MAX = 20;

/** Returns the text of a language as its readers see it; empty if they see another language. */
const translationOf = ({ own, document, replaces }: ConfigText, language: string): string =>
  (replaces ? own[language] : undefined) ?? document[language] ?? own[language] ?? '';

function stateOf(text: ConfigText, language: string): 'missing' | 'outdated' | 'translated' {
  if (text.outdated.includes(language)) return 'outdated';
  return isMissing(text, language) ? 'missing' : 'translated';
}

/** Writes texts with their translations into one language, as a file for translators. */
export function textFileOf(texts: readonly ConfigText[], language: string): string {
  const lines = texts.map((text) => {
    const { kind, owner, part, place, source } = text;
    return csvLine([kind, owner, part, place, source, translationOf(text, language), stateOf(text, language)]);
  });
  return BYTE_ORDER_MARK + csvLine(COLUMNS) + lines.join('');
}

/** Returns the translations of a file that differ from the stored ones, and the number of others. Throws faults by line. */
export function translationsIn(
  [heading, ...lines]: readonly CsvRecord[],
  texts: readonly ConfigText[],
  languageId: string,
): { readonly sent: SentConfigText[]; readonly unchanged: number } {
  const cellsOf = columnsOf(heading);
  const known = new Map(texts.map((text) => [idOf(text), text]));
  const faults: FieldError[] = [];
  const sent: SentConfigText[] = [];
  let unchanged = 0;
  for (const record of lines) {
    const { kind, owner, part, source, translation } = cellsOf(record);
    const text = translation.trim();
    if (text === '') continue;
    const at = `/${record.line}`;
    if (!isKind(kind)) faults.push({ pointer: at, code: 'config_text.unknown', params: { part: `${kind} ${part}` } });
    else if (text.length > CONFIG_TEXT_MAX) {
      faults.push({ pointer: at, code: 'config_text.too_long', params: { max: CONFIG_TEXT_MAX } });
    } else {
      const place = { kind, owner, part };
      const found = known.get(idOf(place));
      const isOfEarlier = found !== undefined && source !== '' && asLines(source) !== asLines(found.source);
      const isStored = found?.outdated.includes(languageId) === isOfEarlier;
      if (found && isStored && translationOf(found, languageId) === text) unchanged += 1;
      else sent.push({ ...place, languageId, text, at, ...(isOfEarlier && { source }) });
    }
  }
  if (faults.length > 0)
    throw new AppError('translation.invalid', { count: faults.length }, { errors: faults.slice(0, FAULTS_MAX) });
  return { sent, unchanged };
}

/** Spreadsheets change the ends of lines. */
const asLines = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const isKind = (kind: string): kind is ConfigTextKind => (CONFIG_TEXT_KINDS as readonly string[]).includes(kind);

function columnsOf(heading: CsvRecord | undefined): (record: CsvRecord) => Record<Column, string> {
  const names = (heading?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = REQUIRED.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new AppError('config_text.columns', { columns: missing.join(', ') });
  return ({ cells }) =>
    Object.fromEntries(COLUMNS.map((column) => [column, cells[names.indexOf(column)] ?? ''])) as Record<Column, string>;
}
