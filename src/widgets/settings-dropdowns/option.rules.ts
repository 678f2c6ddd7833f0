import { EMPTY_OPTION_ID } from '../../shared/contracts/constants.ts';
import type { Option, OptionChange, OptionProperties } from '../../shared/contracts/dropdowns.contract.ts';

/** A property while it is edited; `key` only identifies the row. */
export interface PropertyRow {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** Values of the fields of an option. */
export interface OptionDraft {
  readonly id: string;
  readonly defaultText: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly properties: readonly PropertyRow[];
  readonly active: boolean;
}

export type OptionFault = 'required' | 'reserved' | 'taken' | 'name' | 'twice';

export function draftOf(option: Option | null): OptionDraft {
  if (!option) return { id: '', defaultText: '', texts: {}, properties: [], active: true };
  const { id, defaultText, texts, properties, active } = option;
  const rows = Object.entries(properties).map(([name, value]) => ({ key: name, name, value: String(value) }));
  return { id, defaultText, texts, properties: rows, active };
}

/** The request body. An unchanged property keeps its type: a number stays a number. */
export function changeOf(draft: OptionDraft, before: Option | null): OptionChange {
  const properties: OptionProperties = {};
  for (const { name, value } of draft.properties) {
    if (name.trim() === '') continue;
    const old = before?.properties[name.trim()];
    properties[name.trim()] = old !== undefined && String(old) === value ? old : value;
  }
  const { defaultText, texts, active } = draft;
  return { ...(before ? {} : { id: draft.id.trim() }), defaultText, texts, properties, active };
}

export function isChanged(draft: OptionDraft, before: Option | null): boolean {
  const plain = ({ properties, ...rest }: OptionDraft) =>
    JSON.stringify([rest, properties.map(({ name, value }) => [name, value])]);
  return plain(draft) !== plain(draftOf(before));
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Validation errors by field; properties by the key of their row. `others` are the existing ids. */
export function faultsOf(
  draft: OptionDraft,
  isNew: boolean,
  others: ReadonlySet<string>,
): Readonly<Record<string, OptionFault>> {
  const faults: Record<string, OptionFault> = {};
  const id = draft.id.trim();
  if (isNew && id === '') faults.id = 'required';
  else if (isNew && id === EMPTY_OPTION_ID) faults.id = 'reserved';
  else if (isNew && others.has(id)) faults.id = 'taken';
  if (draft.defaultText.trim() === '') faults.defaultText = 'required';
  const seen = new Set<string>();
  for (const { key, name, value } of draft.properties) {
    const text = name.trim();
    if (text === '' && value.trim() === '') continue;
    if (!NAME.test(text)) faults[`property ${key}`] = 'name';
    else if (seen.has(text)) faults[`property ${key}`] = 'twice';
    seen.add(text);
  }
  return faults;
}

/** Languages in which an active option has no text. */
export function missingIn(option: Pick<Option, 'texts' | 'active'>, languages: readonly string[]): string[] {
  return option.active ? languages.filter((language) => !option.texts[language]) : [];
}

/** Options with `q` in their id, a text or a property. */
export function matching(options: readonly Option[], q: string): readonly Option[] {
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return options;
  return options.filter(({ id, defaultText, texts, properties }) =>
    [id, defaultText, ...Object.values(texts), ...Object.values(properties)].some((text) =>
      String(text).toLowerCase().includes(wanted),
    ),
  );
}

/** The list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

/** Suggests an id for a name: `Cost centres` becomes `costCentres`. Empty without Latin letters. */
export function idFor(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase()))
    .join('');
  return joined.replace(/^[0-9]+/, '').slice(0, 64);
}
