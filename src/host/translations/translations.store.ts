import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import type { BodyOf, ReplyOf } from '../../shared/contracts/endpoint.ts';
import {
  createLanguage,
  getLanguages,
  type Language,
  updateLanguage,
} from '../../shared/contracts/session.contract.ts';
import {
  exportTranslations,
  importTranslations,
  listTranslations,
  putTranslations,
  type Translation,
} from '../../shared/contracts/translations.contract.ts';
import { createPagedList } from '../../shared/lists/paged-list.ts';
import { isShipped } from '../../shared/locale/index.ts';

export type TextFile = Pick<BodyOf<typeof importTranslations>, 'texts'>;

interface TranslationFilter {
  readonly q: string;
  readonly part: string;
  readonly own: boolean;
  /** Only texts that this language lacks; empty: all. */
  readonly missing: string;
}

export const EVERYTHING: TranslationFilter = { q: '', part: '', own: false, missing: '' };

/** Texts of the interface; `send` is `call` of shared/api. Rejects with ApiError. */
export function createTranslations({
  send,
  filter: first = EVERYTHING,
}: {
  readonly send: typeof call;
  readonly filter?: TranslationFilter;
}) {
  const { list, filter, load, more, narrow, stop } = createPagedList(
    first,
    ({ q, part, own, missing }, after, ended) => {
      const query = {
        ...(q && { q }),
        ...(part && { part }),
        ...(own && { own }),
        ...(missing && { missing }),
        ...(after && { after }),
      };
      return send(listTranslations, { query, signal: ended });
    },
  );

  const languages = signal<readonly Language[]>([]);

  /** Loads the languages without a release. Throws the server's error. */
  async function loadLanguages(): Promise<void> {
    languages.value = (await send(getLanguages, {})).filter(({ languageId }) => !isShipped(languageId));
  }

  /** Adds a language, or changes one of this version. */
  async function saveLanguage(before: Language | null, body: BodyOf<typeof createLanguage>): Promise<void> {
    if (before) {
      const params = { languageId: before.languageId };
      await send(updateLanguage, { params, body, ifMatch: before.version });
    } else await send(createLanguage, { body });
    await Promise.all([loadLanguages(), load()]);
  }

  /** An empty text restores the default. */
  async function save(key: string, texts: readonly { languageId: string; text: string }[]): Promise<void> {
    const body = texts.map(({ languageId, text }) => ({ key, languageId, text: text.trim() === '' ? null : text }));
    await send(putTranslations, { body });
    const now = list.peek();
    if (now.status !== 'ready') return;
    // Updated in place, so that the search result and the scroll position stay.
    const items = now.items.map((one) => (one.key === key ? changed(one, body) : one));
    list.value = { ...now, items };
  }

  /** Previews the changes of a file; with `dryRun: false` applies them. */
  async function take({ texts }: TextFile, dryRun: boolean): Promise<ReplyOf<typeof importTranslations>> {
    const answer = await send(importTranslations, { body: { texts, dryRun } });
    if (!dryRun) await load();
    return answer;
  }

  return {
    list,
    languages,
    filter,
    load,
    loadLanguages,
    saveLanguage,
    more,
    save,
    take,
    narrow,
    /** The organisation's own texts; with a language, all texts for its translators. */
    read: (languageId?: string): Promise<TextFile> =>
      send(exportTranslations, { query: languageId === undefined ? {} : { languageId } }),
    stop,
  };
}

export type TranslationsStore = ReturnType<typeof createTranslations>;

function changed(
  { own, stale, ...one }: Translation,
  sent: readonly { readonly languageId: string; readonly text: string | null }[],
): Translation {
  const now = { ...own };
  for (const { languageId, text } of sent) {
    if (text === null || text === one.product[languageId]) delete now[languageId];
    else now[languageId] = text;
  }
  const isSent = (languageId: string) => sent.some((text) => text.languageId === languageId);
  return { ...one, own: now, stale: stale.filter((languageId) => !isSent(languageId)) };
}

/** Texts of an exported file; undefined if it is not one. */
export function readTextFile(content: string): TextFile | undefined {
  try {
    const { texts } = JSON.parse(content) as { texts?: unknown };
    return typeof texts === 'object' && texts !== null ? { texts: texts as TextFile['texts'] } : undefined;
  } catch {
    return undefined;
  }
}
