import { EMPTY_OPTION_ID } from '../../../shared/contracts/constants.ts';
import { OPTIONS_MAX, type OptionChange } from '../../../shared/contracts/dropdowns.contract.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { NewOption, OptionRow } from './options.store.ts';

/**
 * Merges the sent option with its previous state. `text` is the text in the language of the request if `texts` does not
 * contain it, so that a response can be sent back unchanged. An empty text removes a text. Throws request.missing_parameter
 * for `id` and `defaultText`, option.id_reserved.
 */
export function changedOption(sent: OptionChange, before: OptionRow | undefined, languageId: string): NewOption {
  const id = before?.id ?? sent.id;
  if (id === undefined) throw new AppError('request.missing_parameter', { parameter: 'id' });
  assertFree(id);
  const defaultText = (sent.defaultText ?? before?.default_text ?? sent.text)?.trim();
  if (defaultText === undefined) throw new AppError('request.missing_parameter', { parameter: 'defaultText' });
  const texts = { ...(sent.texts ?? before?.texts) };
  const shown = before ? (before.texts[languageId] ?? before.default_text) : defaultText;
  if (sent.texts === undefined && sent.text !== undefined && sent.text !== shown) texts[languageId] = sent.text;
  return {
    id,
    defaultText,
    texts: trimmed(texts),
    properties: sent.properties ?? before?.properties ?? {},
    active: sent.active ?? before?.active ?? true,
  };
}

/** Throws if the id is the one reserved for "no value" in filters. */
export function assertFree(id: string, pointer = '/id'): void {
  if (id !== EMPTY_OPTION_ID) return;
  const params = { value: id };
  throw new AppError('option.id_reserved', params, { errors: [{ pointer, code: 'option.id_reserved', params }] });
}

function trimmed(texts: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(texts).map(([language, text]) => [language, text.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** Reports texts in languages that the organisation does not have. `at` is the option's position in the body. */
export function languageFaults(
  texts: Readonly<Record<string, string>>,
  known: readonly string[],
  at = '',
): FieldError[] {
  return Object.keys(texts)
    .filter((language) => !known.includes(language))
    .map((value) => ({
      pointer: `${at}/texts/${value}`,
      code: 'field.choice_unknown',
      params: { attribute: 'texts', value },
    }));
}

export function assertBelowLimit(count: number): void {
  if (count > OPTIONS_MAX) throw new AppError('option.too_many', { max: OPTIONS_MAX });
}

/** Returns all ids in the requested order; ids not named follow in their previous order. Throws option.not_found. */
export function ordered(present: readonly string[], asked: readonly string[]): string[] {
  const known = new Set(present);
  const first = new Set(asked);
  const unknownIndex = asked.findIndex((id) => !known.has(id));
  if (unknownIndex >= 0) {
    const params = { value: asked[unknownIndex]!, attribute: 'positions' };
    throw new AppError('option.not_found', params, {
      errors: [{ pointer: `/positions/${unknownIndex}`, code: 'field.choice_unknown', params }],
    });
  }
  return [...first, ...present.filter((id) => !first.has(id))];
}

/** Whether the option to write equals the stored one. */
export function isUnchanged(option: NewOption, row: OptionRow): boolean {
  const plain = ({ defaultText, texts, properties, active }: Omit<NewOption, 'id'>) =>
    JSON.stringify([defaultText, sorted(texts), sorted(properties), active]);
  return plain(option) === plain({ ...row, defaultText: row.default_text });
}

const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
