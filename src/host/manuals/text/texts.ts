import type { call } from '../../../shared/api/index.ts';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import { createText, type SavingState, type TextStore } from './text.store.ts';

interface Options {
  readonly send: typeof call;
  readonly manualId: string;
  readonly number: number;
  readonly onSaved: () => void;
}

/** Texts of a draft by language, each loaded on first use. */
export function createTexts(options: Options) {
  const texts = new Map<string, TextStore>();
  const worst = ['conflict', 'failed', 'saving', 'waiting', 'saved'] as const;
  return {
    /** Save state of all languages together. */
    saving: (): SavingState['status'] => {
      const all = [...texts.values()].map((text) => text.saving.value.status);
      return worst.find((status) => all.includes(status)) ?? 'saved';
    },
    of(languageId: string): TextStore {
      const before = texts.get(languageId);
      if (before) return before;
      const text = createText({ ...options, languageId });
      texts.set(languageId, text);
      void text.load();
      return text;
    },
    isChanged: () => [...texts.values()].some((text) => text.isChanged()),
    save: () => Promise.all([...texts.values()].map((text) => text.save())),
    stop(): void {
      for (const text of texts.values()) text.stop();
    },
  };
}
export type Texts = ReturnType<typeof createTexts>;

/**
 * Texts of the versions whose tab is open, and of those with unsaved input: a save of a closed tab may still run, or have
 * failed.
 */
export function createOpenTexts(textsOf: (number: number) => Texts) {
  const open = new Map<string, { readonly texts: Texts; isShown: boolean }>();
  const all = () => [...open.values()].map(({ texts }) => texts);
  return {
    /** Returns the texts of a version; `state` separates a draft from the version it becomes. */
    of({ number, state }: Pick<ManualVersion, 'number' | 'state'>) {
      const key = `${number} ${state}`;
      const entry = open.get(key) ?? { texts: textsOf(number), isShown: false };
      open.set(key, entry);
      return {
        texts: entry.texts,
        show(): void {
          entry.isShown = true;
        },
        /** Saves unsaved input. Resolves to false if that failed. */
        async hide(): Promise<boolean> {
          entry.isShown = false;
          await entry.texts.save();
          if (entry.texts.isChanged()) return false;
          if (!entry.isShown && open.get(key) === entry) {
            open.delete(key);
            entry.texts.stop();
          }
          return true;
        },
      };
    },
    isChanged: () => all().some((texts) => texts.isChanged()),
    save: () => Promise.all(all().map((texts) => texts.save())),
    stop(): void {
      for (const texts of all()) texts.stop();
      open.clear();
    },
  };
}
export type OpenTexts = ReturnType<typeof createOpenTexts>;

export type LanguageMark = 'missing' | 'older' | null;

/** Languages available for writing, the organisation's first, each with its status. */
export function languagesOf(
  version: ManualVersion,
  languages: readonly string[],
): readonly { readonly id: string; readonly mark: LanguageMark }[] {
  const there = version.languages.map(({ languageId }) => languageId);
  const others = there.filter((id) => !languages.includes(id));
  const isChanged = version.languages.some(({ unchanged }) => !unchanged);
  return [...languages, ...others].map((id) => {
    const text = version.languages.find(({ languageId }) => languageId === id);
    return { id, mark: text ? (text.unchanged && isChanged ? 'older' : null) : 'missing' };
  });
}
