import { posix } from 'node:path';
import { extensionOf } from '../../../../shared/contracts/file-kinds.ts';
import { MANUAL_TEXT_MAX } from '../../../../shared/contracts/manual-authoring.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { importMessages } from '../text/import.messages.ts';
import { type PreparedText, prepareManualText } from '../text/prepare.ts';
import type { CheckedImage } from '../versions/versions.files.ts';
import { unpack } from './archive.ts';
import { readDocument } from './docx.ts';
import { readMarkdown } from './markdown.ts';
import { assertMarkdownWithinLimits } from './markdown-limits.ts';
import { checkPicture } from './pictures.ts';

/** A manual converted from a file: sanitised text whose pictures are `images`. */
interface ImportedText {
  readonly file: string;
  readonly title: string;
  readonly text: PreparedText;
  readonly images: readonly ImportedImage[];
}

/** A picture of a file, without its surrounding buffer, because it is copied to another thread. */
export type ImportedImage = Omit<CheckedImage, 'content' | 'sha256'> & {
  readonly content: Uint8Array;
  readonly sha256: Uint8Array;
};

interface Note {
  readonly file: string;
  readonly note: string;
}

export interface Imported {
  readonly texts: readonly ImportedText[];
  readonly notes: readonly Note[];
}

/** Markdown may contain parts that are dropped, such as inline pictures; the text without them is limited to MANUAL_TEXT_MAX. */
const SOURCE_MAX = 4 * MANUAL_TEXT_MAX;

type Key = Parameters<typeof importMessages.text>[1];

/**
 * Converts a Markdown file, an archive of a folder of them, or a Word document. With `together` all files of an archive
 * become one text. Notes are in the language. Throws import.unreadable and import.too_big.
 */
export async function convertFile(
  file: string,
  content: Uint8Array,
  {
    together,
    languageId,
  }: { readonly together: boolean; readonly languageId: Parameters<typeof importMessages.text>[0] },
): Promise<Imported> {
  // A buffer copied to a thread arrives as a plain Uint8Array.
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const say = (key: Key, values?: Record<string, string | number>) => importMessages.text(languageId, key, values);
  const notes: Note[] = [];
  const note = (of: string, key: Key, values?: Record<string, string | number>) => {
    const entry = { file: of, note: say(key, values) };
    if (!notes.some((one) => one.file === entry.file && one.note === entry.note)) notes.push(entry);
  };
  const unreadable = (key: Key) => new AppError('import.unreadable', { file, reason: say(key) });
  const finish = (of: string, title: string, html: string, images: ReadonlyMap<string, CheckedImage>): ImportedText => {
    const text = prepareManualText(html);
    if (text.html.length > MANUAL_TEXT_MAX)
      throw new AppError('import.unreadable', { file: of, reason: say('tooLong') });
    for (const kind of text.removed) note(of, `removed.${kind}`);
    const used = text.images.flatMap((hash) => copied(images.get(hash)));
    return { file: of, title: title.slice(0, 300), text, images: used };
  };

  if (extensionOf(file) === 'docx') {
    const archive = unpack(file, bytes, say);
    const { title, html, images, refused } = await readDocument(file, archive, bytes, () => unreadable('document'));
    for (const one of refused) note(file, one.why === 'size' ? 'note.imageSize' : 'note.image', { name: one.name });
    return { texts: [finish(file, title, html, images)], notes };
  }

  const isArchive = extensionOf(file) === 'zip';
  const { files, outside } = isArchive ? unpack(file, bytes, say) : { files: new Map([[file, bytes]]), outside: [] };
  for (const path of outside) note(path, 'note.outside');
  for (const path of files.keys()) if (/\.(zip|docx|7z|tar|gz)$/i.test(path)) note(path, 'note.archive');
  const paths = inOrder(
    [...files.keys()].filter((path) => /\.(md|markdown)$/i.test(path) && !isHidden(path)),
    files,
  );
  if (paths.length === 0) throw unreadable('noMarkdown');
  const images = new Map<string, CheckedImage>();
  const prefixOf = (path: string) => (together ? `f${paths.indexOf(path)}-` : '');

  const read = async (path: string) => {
    const text = files.get(path)!.toString('utf8');
    if (text.length > SOURCE_MAX) throw new AppError('import.unreadable', { file: path, reason: say('tooLong') });
    assertMarkdownWithinLimits(text);
    const { title, html } = readMarkdown(path, text, prefixOf(path), together);
    const withPictures = await replaceImages(html, async (src) => {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(src)) {
        note(path, 'note.imageElsewhere', { name: src.slice(0, 120) });
        return undefined;
      }
      const target = within(path, src);
      const content = target === undefined ? undefined : files.get(target);
      const picture = content ? await checkPicture(target!, content) : 'type';
      if (typeof picture === 'string') {
        note(path, picture === 'size' ? 'note.imageSize' : 'note.image', { name: src.slice(0, 120) });
        return undefined;
      }
      images.set(picture.sha256.toString('hex'), picture);
      return picture;
    });
    let lost = 0;
    const linked = withPictures.replace(/(<a\b[^<>]*?\bhref=")([^"<>]*)"/gi, (whole, before: string, href: string) => {
      if (href.startsWith('#')) return `${before}#${prefixOf(path)}${href.slice(1)}"`;
      if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return whole;
      const [target = '', anchor = ''] = href.split('#');
      const other = within(path, target);
      if (together && other !== undefined && paths.includes(other)) return `${before}#${prefixOf(other)}${anchor}"`;
      lost += 1;
      return before.replace(/\bhref="$/i, '');
    });
    if (lost > 0) note(path, 'note.links', { count: lost });
    return { path, title, html: together ? `<a id="${prefixOf(path)}"></a>${linked}` : linked };
  };

  const parts = [];
  for (const path of paths) {
    const part = await read(path);
    if (part.html.replace(/<[^<>]*>/g, '').trim() || /<img/.test(part.html)) parts.push(part);
    else note(path, 'note.empty');
  }
  if (parts.length === 0) throw unreadable('noMarkdown');
  if (!together) return { texts: parts.map(({ path, title, html }) => finish(path, title, html, images)), notes };
  const name = posix.basename(file).replace(/\.\w+$/, '');
  const title = parts.length === 1 ? parts[0]!.title : name;
  return { texts: [finish(file, title, parts.map(({ html }) => html).join('\n'), images)], notes };
}

const copied = (image: CheckedImage | undefined): ImportedImage[] =>
  image ? [{ ...image, content: new Uint8Array(image.content as Buffer), sha256: new Uint8Array(image.sha256) }] : [];

const isHidden = (path: string) => /(^|\/)(\.|__MACOSX\/)/.test(path);

/** Resolves a relative address in a file to a path; undefined when it leads out of the archive. */
function within(path: string, address: string): string | undefined {
  let decoded = address.replace(/[?#].*$/s, '').replaceAll('&amp;', '&');
  try {
    decoded = decodeURIComponent(decoded);
  } catch {
    // The address is not percent-encoded.
  }
  const joined = decoded.startsWith('/') ? posix.normalize(decoded.slice(1)) : posix.join(posix.dirname(path), decoded);
  return joined.startsWith('..') ? undefined : joined;
}

/** Orders files by a table of contents (SUMMARY.md), or else by path with the introduction of each folder first. */
function inOrder(paths: readonly string[], files: ReadonlyMap<string, Buffer>): string[] {
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (/^(readme|index|_index|introduction)\.(md|markdown)$/i.test(part) ? '' : part.toLowerCase()));
  const compare = new Intl.Collator('en', { numeric: true });
  const sorted = [...paths].sort((one, other) => compare.compare(rank(one).join('\u0001'), rank(other).join('\u0001')));
  const summary = sorted.find((path) => /(^|\/)summary\.md$/i.test(path));
  if (summary === undefined || sorted.length < 3) return sorted;
  const listed = [
    ...files
      .get(summary)!
      .toString('utf8')
      .matchAll(/\]\(<?([^)\s>]+)/g),
  ].flatMap(([, target]) => within(summary, target!) ?? []);
  const chosen = [...new Set(listed)].filter((path) => sorted.includes(path));
  return [...chosen, ...sorted.filter((path) => path !== summary && !chosen.includes(path))];
}

/** Replaces the addresses of pictures by their hashes; a picture unknown to `find` is replaced by its description. */
async function replaceImages(html: string, find: (src: string) => Promise<CheckedImage | undefined>): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const match of html.matchAll(/<img\b(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/gi)) {
    const given = (name: string) =>
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i')
        .exec(match[0])
        ?.slice(1)
        .find((one) => one !== undefined) ?? '';
    const image = await find(given('src'));
    const alt = given('alt').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const shown = image
      ? `<img data-image="${image.sha256.toString('hex')}" alt="${alt}" width="${image.width}" height="${image.height}">`
      : alt;
    parts.push(html.slice(from, match.index), shown);
    from = match.index + match[0].length;
  }
  return [...parts, html.slice(from)].join('');
}
