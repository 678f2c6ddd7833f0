import { createHash } from 'node:crypto';
import { languageOf } from '../../../shared/locale/language.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { isServerKey, readCatalogue } from './catalogue.ts';
import { type OwnText, PRODUCT, readPublicTexts } from './translations.store.ts';
import { fileOf, wholeFileOf } from './translations.ts';

/** The language follows the organisation, with or without a region: a tenant's name can contain dashes. */
const FILE = /^([a-z][a-z0-9-]{1,30})-([a-z]{2,3})(?:-[A-Z]{2})?\.json$/;
/** Parsing the texts of a whole language takes much longer than reading them. */
const KEPT_MAX = 50;

interface TextFile {
  readonly content: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

interface TextFiles {
  /** The file of this name; undefined if it is not the name of one. */
  read(name: string, onlyOwn: boolean): Promise<TextFile | undefined>;
}

/** Public files of texts. Each is made again only when its texts change. */
export function createTextFiles(db: DatabaseHandle): TextFiles {
  const kept = new Map<string, { readonly texts: string; readonly file: TextFile }>();
  return {
    async read(name, onlyOwn) {
      const [, slug = '', tag] = FILE.exec(name) ?? [];
      if (tag === undefined) return undefined;
      const languageId = languageOf(tag);
      if (languageId === undefined) return fileWith({});
      const own = await readPublicTexts(db, slug, languageId);
      const isWhole = slug === PRODUCT && !onlyOwn;
      if (own.length === 0 && !isWhole) return fileWith({});
      const key = `${slug} ${languageId} ${isWhole}`;
      const texts = digest(own);
      const before = kept.get(key);
      if (before?.texts === texts) return before.file;
      const file = fileWith(await contentOf(languageId, own, isWhole));
      kept.delete(key);
      kept.set(key, { texts, file });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return file;
    },
  };
}

async function contentOf(languageId: string, own: readonly OwnText[], isWhole: boolean) {
  const catalogue = await readCatalogue();
  if (isWhole) return wholeFileOf(languageId, own, catalogue);
  // Pages do not use the texts of servers.
  return fileOf(
    own.filter(({ key }) => !isServerKey(key)),
    catalogue,
  );
}

function fileWith(content: TextFile['content']): TextFile {
  return { content, etag: `"${digest(content)}"` };
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
