import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import {
  type ConfigText,
  type ConfigTextCompleteness,
  exportConfigTexts,
  getConfigTextCompleteness,
  importConfigTexts,
  listConfigTexts,
  putConfigTexts,
} from '../../shared/contracts/config-texts.contract.ts';
import type { ConfigTextKind } from '../../shared/contracts/config-texts.rules.ts';
import type { ReplyOf } from '../../shared/contracts/endpoint.ts';
import { createPagedList } from '../../shared/lists/paged-list.ts';

export interface ConfigTextFilter {
  readonly q: string;
  readonly kind: ConfigTextKind | '';
  readonly state: 'missing' | 'outdated' | '';
  /** The language of the grid; empty: the first that is not English. */
  readonly language: string;
}

export const ALL_CONFIG_TEXTS: ConfigTextFilter = { q: '', kind: '', state: '', language: '' };

/** Identifies a text of the configuration. */
export const keyOf = ({ kind, owner, part }: ConfigText): string => [kind, owner, part].join('\n');

/** Texts of the configuration; `send` is `call` of shared/api. `language` is that of the grid if the filter has none. */
export function createConfigTexts({
  send,
  filter: first,
  language: usual,
}: {
  readonly send: typeof call;
  readonly filter: ConfigTextFilter;
  readonly language: string;
}) {
  const languageOf = ({ language }: ConfigTextFilter) => language || usual;
  const { list, filter, load, more, narrow, stop } = createPagedList(first, (wanted, after, ended) => {
    const { q, kind, state } = wanted;
    const query = {
      ...(q && { q }),
      ...(kind && { kind }),
      ...(state && { state, languageId: languageOf(wanted) }),
      ...(after && { after }),
    };
    return send(listConfigTexts, { query, signal: ended });
  });
  const completeness = signal<ConfigTextCompleteness | null>(null);

  /** Loads how many texts are translated. Throws the server's error. */
  async function loadCompleteness(): Promise<void> {
    completeness.value = await send(getConfigTextCompleteness, {});
  }

  /** Saves a translation; an empty text removes it. Throws the server's error. */
  async function save(text: ConfigText, languageId: string, typed: string): Promise<void> {
    const { kind, owner, part } = text;
    const words = typed.trim();
    await send(putConfigTexts, { body: [{ kind, owner, part, languageId, text: words === '' ? null : words }] });
    const now = list.peek();
    if (now.status === 'ready') {
      // Updated in place, so that a row with its first translation stays where the translator is.
      const items = now.items.map((one) => (keyOf(one) === keyOf(text) ? changed(one, languageId, words) : one));
      list.value = { ...now, items };
    }
    await loadCompleteness();
  }

  /** Previews the translations of a file; with `dryRun: false` takes them. */
  async function take(content: string, dryRun: boolean): Promise<ReplyOf<typeof importConfigTexts>> {
    const body = { languageId: languageOf(filter.peek()), content, dryRun };
    const answer = await send(importConfigTexts, { body });
    if (!dryRun) await Promise.all([load(), loadCompleteness()]);
    return answer;
  }

  /** Returns the texts of the list's kind and state as a file for translators. */
  function read(): Promise<string> {
    const { kind, state } = filter.peek();
    const query = { languageId: languageOf(filter.peek()), ...(kind && { kind }), ...(state && { state }) };
    return send(exportConfigTexts, { query });
  }

  return {
    list,
    filter,
    completeness,
    /** The language of the grid. */
    language: () => languageOf(filter.value),
    load,
    loadCompleteness,
    more,
    narrow,
    save,
    take,
    read,
    stop,
  };
}

export type ConfigTextsStore = ReturnType<typeof createConfigTexts>;

function changed(text: ConfigText, languageId: string, words: string): ConfigText {
  const { [languageId]: _, ...others } = text.own;
  return {
    ...text,
    own: words === '' ? others : { ...others, [languageId]: words },
    outdated: text.outdated.filter((one) => one !== languageId),
  };
}
