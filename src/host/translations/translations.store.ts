import { signal } from '@preact/signals-core';
import { ApiError, type ApiErrorCode, type call } from '../../shared/api/index.ts';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import type { BodyOf, ReplyOf } from '../../shared/contracts/endpoint.ts';
import {
  exportTranslations,
  importTranslations,
  listTranslations,
  putTranslations,
  type Translation,
} from '../../shared/contracts/translations.contract.ts';

export type TextFile = Pick<BodyOf<typeof importTranslations>, 'texts'>;

export interface TranslationFilter {
  readonly q: string;
  readonly part: string;
  readonly own: boolean;
}

export type Translations =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly items: readonly Translation[];
      readonly total: number;
      readonly next: string | null;
      readonly parts: readonly string[];
    };

/** Texts of the interface; `send` is `call` of shared/api. What the server refuses is thrown to the caller. */
export function createTranslations({ send }: { readonly send: typeof call }) {
  const list = signal<Translations>({ status: 'loading' });
  const filter = signal<TranslationFilter>({ q: '', part: '', own: false });
  let reading = new AbortController();

  function page(after?: string): Promise<ReplyOf<typeof listTranslations>> {
    reading.abort();
    reading = new AbortController();
    const { q, part, own } = filter.peek();
    const query = { ...(q && { q }), ...(part && { part }), ...(own && { own }), ...(after && { after }) };
    return send(listTranslations, { query, signal: reading.signal });
  }

  async function load(): Promise<void> {
    const asked = page();
    const mine = reading;
    try {
      const { items, total, next, parts } = await asked;
      if (mine === reading) list.value = { status: 'ready', items, total, next, parts };
    } catch (error) {
      if (mine.signal.aborted) return;
      list.value = { status: 'failed', code: error instanceof ApiError ? error.code : 'network' };
    }
  }

  async function more(): Promise<void> {
    const now = list.peek();
    if (now.status !== 'ready' || now.next === null) return;
    const { items, next } = await page(now.next);
    list.value = { ...now, items: [...now.items, ...items], next };
  }

  /** An empty text gives the product's back. */
  async function save(key: string, texts: readonly { languageId: LanguageId; text: string }[]): Promise<void> {
    const body = texts.map(({ languageId, text }) => ({ key, languageId, text: text.trim() === '' ? null : text }));
    await send(putTranslations, { body });
    const now = list.peek();
    if (now.status !== 'ready') return;
    // In its place: what was found stays, and so does where one reads.
    const items = now.items.map((one) => (one.key === key ? changed(one, body) : one));
    list.value = { ...now, items };
  }

  /** What a file would change; with `dryRun: false` it does. */
  async function take({ texts }: TextFile, dryRun: boolean): Promise<ReplyOf<typeof importTranslations>> {
    const answer = await send(importTranslations, { body: { texts, dryRun } });
    if (!dryRun) await load();
    return answer;
  }

  return {
    list,
    filter,
    load,
    more,
    save,
    take,
    narrow(change: Partial<TranslationFilter>): void {
      filter.value = { ...filter.peek(), ...change };
      void load();
    },
    read: (): Promise<TextFile> => send(exportTranslations, {}),
    stop: () => reading.abort(),
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

/** The texts of a file that was exported; undefined when it is none. */
export function readTextFile(content: string): TextFile | undefined {
  try {
    const { texts } = JSON.parse(content) as { texts?: unknown };
    return typeof texts === 'object' && texts !== null ? { texts: texts as TextFile['texts'] } : undefined;
  } catch {
    return undefined;
  }
}
