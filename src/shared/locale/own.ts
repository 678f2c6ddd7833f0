import { pageWide } from '../page/page-wide.ts';

interface OwnTexts {
  /** Which files they are of, joined. */
  files: string;
  /** By language and `<catalogue>.<key>`; a message with arguments is parsed already, though its type says text. */
  byLanguage: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

/** What the organisation of the page says in its own words, for all copies of the code. */
export const ownTexts = pageWide<OwnTexts>('texts', () => ({ files: '', byLanguage: {} }));
