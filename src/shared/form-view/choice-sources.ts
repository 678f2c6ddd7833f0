import { type Signal, signal } from '@preact/signals-core';
import type { LanguageId } from '../contracts/constants.ts';
import type { DataField } from '../forms/index.ts';
import type { Choice, FormServices, LookUp, LookUps } from './services.ts';

/** Source of a field's choices; fields with the same `key` share them. */
export interface Source {
  readonly key: string;
  readonly look: (
    lookUps: LookUps,
    asked: LookUp & { readonly filter?: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ) => Promise<readonly Choice[]>;
}

/** The source of a field that holds ids of objects outside its form; null for all others. */
export function sourceOf(field: DataField): Source | null {
  switch (field.type) {
    case 'radio':
    case 'dropdown':
    case 'multiSelect': {
      if (!field.source) return null;
      const { dropdownId } = field.source;
      return { key: `options ${dropdownId}`, look: (from, asked, stop) => from.options(dropdownId, asked, stop) };
    }
    case 'user':
    case 'users':
      return { key: 'people', look: (from, asked, stop) => from.people(asked, stop) };
    case 'department':
      return { key: 'departments', look: (from, asked, stop) => from.departments(asked, stop) };
    case 'company':
      return { key: 'companies', look: (from, asked, stop) => from.companies(asked, stop) };
    case 'dimension': {
      const { dimension = '' } = field;
      return { key: `values ${dimension}`, look: (from, asked, stop) => from.dimensionValues(dimension, asked, stop) };
    }
    case 'record': {
      const { resource = '' } = field;
      return { key: `records ${resource}`, look: (from, asked, stop) => from.records(resource, asked, stop) };
    }
    default:
      return null;
  }
}

/** `null`: no such object, or no access; `undefined`: not known yet. */
export type Name = Choice | null | undefined;

/** Names of the objects that a form references by id: requested once, batched per source. */
export interface ChoiceTexts {
  nameOf(source: Source, id: string, language: LanguageId): Signal<Name>;
  /** Remembers a search result. */
  put(source: Source, choice: Choice, language: LanguageId): void;
}

const AT_ONCE = 200;
const books = new WeakMap<FormServices, ChoiceTexts>();

/** The names of these services: parts of a screen that share the services share the names. */
export function choiceTextsOf(services: FormServices): ChoiceTexts {
  const known = books.get(services);
  if (known) return known;
  const book = createChoiceTexts(services.lookUps);
  books.set(services, book);
  return book;
}

interface Waiting {
  readonly source: Source;
  readonly language: LanguageId;
  readonly ids: Set<string>;
}

function createChoiceTexts(lookUps: LookUps): ChoiceTexts {
  const names = new Map<string, Signal<Name>>();
  const waiting = new Map<string, Waiting>();
  const keyOf = (source: Source, id: string, language: LanguageId) => `${source.key} ${language} ${id}`;

  async function ask({ source, language, ids }: Waiting): Promise<void> {
    try {
      const found = await source.look(lookUps, { ids: [...ids], language }, new AbortController().signal);
      const byId = new Map(found.map((choice) => [choice.id, choice]));
      for (const id of ids) names.get(keyOf(source, id, language))!.value = byId.get(id) ?? null;
    } catch {
      // Unknown for now; the next rendering requests it again.
      for (const id of ids) names.delete(keyOf(source, id, language));
    }
  }

  function askSoon(source: Source, id: string, language: LanguageId): void {
    const key = `${source.key} ${language}`;
    const batch = waiting.get(key);
    if (batch && batch.ids.size < AT_ONCE) {
      batch.ids.add(id);
      return;
    }
    const mine = { source, language, ids: new Set([id]) };
    waiting.set(key, mine);
    queueMicrotask(() => {
      if (waiting.get(key) === mine) waiting.delete(key);
      void ask(mine);
    });
  }

  return {
    nameOf(source, id, language) {
      const key = keyOf(source, id, language);
      const known = names.get(key);
      if (known) return known;
      const name = signal<Name>(undefined);
      names.set(key, name);
      askSoon(source, id, language);
      return name;
    },
    put(source, choice, language) {
      const key = keyOf(source, choice.id, language);
      const known = names.get(key);
      if (known) known.value = choice;
      else names.set(key, signal<Name>(choice));
    },
  };
}
