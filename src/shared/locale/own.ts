import { pageWide } from '../page/page-wide.ts';

interface OwnTexts {
  /** Source files, joined. */
  files: string;
  /** Files of added languages, which load when their language is chosen. */
  later: Readonly<Record<string, readonly string[] | undefined>>;
  /** By language and `<catalogue>.<key>`; a message with arguments is already parsed, although its type is text. */
  byLanguage: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

/** Own texts of the page's organisation, for all copies of the code. */
export const ownTexts = pageWide<OwnTexts>('texts', () => ({ files: '', later: {}, byLanguage: {} }));
