import { LANGUAGES, type LanguageId } from '../../../shared/contracts/constants.ts';
import { TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import { columnFields, type DataField, type FormBody, textOf } from '../../../shared/forms/index.ts';
import type { ImportColumn } from '../imports/index.ts';
import type { Registry } from '../records/index.ts';
import { registryMessages } from '../registries/index.ts';

const BUILT_IN = ['number', 'id', 'status', 'owner', 'created', 'changed'] as const;

const lower = (text: string) => text.normalize('NFC').trim().toLowerCase();

/** The name of a field's column in an import. */
export const columnOf = (key: string): string => `data.${key}`;

/**
 * Returns the columns of an import: those that every registry has, and the fields of the form by key, label and title of the
 * list's column in any language. A name that two columns have names neither; their titles have the key.
 */
export function importColumns(registry: Registry, form: FormBody | null): ImportColumn[] {
  const fields = form ? columnFields(form) : [];
  const names = fields.map((node) => namesOf(registry, node));
  const taken = new Map<string, number>();
  for (const own of [...names, BUILT_IN.flatMap(builtInNames)]) {
    for (const name of own) taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  const isUnique = (name: string) => taken.get(lower(name)) === 1;
  return [
    ...BUILT_IN.map((field): ImportColumn => {
      const isIgnored = field === 'created' || field === 'changed';
      const title = (language: LanguageId) => registryMessages.text(language, field);
      return { field, title, ...(isIgnored ? { isIgnored: true as const } : {}) };
    }),
    ...fields.map((node, index): ImportColumn => {
      const title = (language: LanguageId) => {
        const text = titleOf(registry, node, language);
        return isUnique(text) ? text : `${text} (${node.key})`;
      };
      const otherNames = [...names[index]!].filter(isUnique);
      return { field: columnOf(node.key), title, otherNames, ...(isWritable(node) ? {} : { isIgnored: true }) };
    }),
  ];
}

/** Whether a file can give the field a value. */
export function isWritable(node: DataField): boolean {
  return node.readOnly !== true && !('computed' in node && node.computed !== undefined);
}

function titleOf({ columns }: Registry, node: DataField, language: LanguageId): string {
  const column = columns.find(({ from, field }) => from === node.key && field !== TITLE_COLUMN);
  return textOf(column?.title, language) || textOf(node.label, language) || node.key;
}

/** All names of a field; the source of the title has those of that column too. */
function namesOf({ columns }: Registry, node: DataField): ReadonlySet<string> {
  const own = columns.filter(({ from }) => from === node.key);
  const titles = own.some(({ field }) => field === TITLE_COLUMN)
    ? [TITLE_COLUMN, ...LANGUAGES.map((language) => registryMessages.text(language, 'title'))]
    : [];
  const texts = [node.label, ...own.map(({ title }) => title ?? {})].flatMap((one) => Object.values(one));
  return new Set([node.key, ...texts, ...titles].map(lower).filter(Boolean));
}

function builtInNames(field: (typeof BUILT_IN)[number]): string[] {
  return [...new Set([field, ...LANGUAGES.map((language) => lower(registryMessages.text(language, field)))])];
}
