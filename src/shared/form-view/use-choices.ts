import type { LanguageId } from '../contracts/constants.ts';
import { type DataField, type FieldState, textOf } from '../forms/index.ts';
import type { Find } from '../ui/use-found.ts';
import { type Name, sourceOf } from './choice-sources.ts';
import { type FormSetting, useForm } from './form-context.ts';
import type { Choice } from './services.ts';

/** Choices of a field. Read it inside a component that tracks signals. */
export interface Choices {
  readonly find: Find<Choice>;
  /** A change means that the same query must be requested again. */
  readonly about: string;
  nameOf(id: string): Name;
  /** Remembers a chosen item for display. */
  remember(choice: Choice): void;
}

export function useChoices(state: FieldState): Choices {
  const setting = useForm();
  const { language, names, services } = setting;
  const field = state.definition.node;
  const source = sourceOf(field);
  const nameOf = nameIn(setting, field);
  if (!source) {
    const options = ownOptions(field, language);
    return { about: language, nameOf, remember: () => undefined, find: (q) => options.filter(fits(q)) };
  }
  const filter = state.filter.value;
  return {
    about: `${language} ${JSON.stringify(filter)}`,
    nameOf,
    remember: (choice) => names.put(source, choice, language),
    find: (q, signal) => source.look(services.lookUps, { language, filter, ...(q ? { q } : {}) }, signal),
  };
}

/** Returns the names of objects that the field references. */
export function nameIn({ language, names }: Pick<FormSetting, 'language' | 'names'>, field: DataField) {
  const source = sourceOf(field);
  if (source) return (id: string): Name => names.nameOf(source, id, language).value;
  const options = ownOptions(field, language);
  return (id: string): Name => options.find((option) => option.id === id) ?? null;
}

/** Options defined in the form, in a language. */
export function ownOptions(field: DataField, language: LanguageId): readonly Choice[] {
  const options = 'options' in field ? (field.options ?? []) : [];
  return options.map(({ id, text }) => ({ id, text: textOf(text, language) }));
}

function fits(q: string): (choice: Choice) => boolean {
  const wanted = q.toLocaleLowerCase();
  return ({ text }) => text.toLocaleLowerCase().includes(wanted);
}
