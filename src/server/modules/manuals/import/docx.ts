import { createHash } from 'node:crypto';
import mammoth from 'mammoth';
import type { Archive } from '../../../platform/content/unzip.ts';
import { AppError } from '../../../platform/errors.ts';
import { PICTURES_MAX } from '../text/limits.ts';
import type { CheckedImage } from '../versions/versions.files.ts';
import { createXmlLimits } from './docx-limits.ts';
import { checkPicture } from './pictures.ts';

/** Size of the largest part that is parsed; the text of a thousand pages is smaller. */
const PART_MAX = 32 * 1024 * 1024;

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  'u => u',
  'strike => s',
];

export interface ReadDocument {
  readonly title: string;
  readonly html: string;
  /** Pictures by hash in hex. */
  readonly images: ReadonlyMap<string, CheckedImage>;
  readonly refused: readonly { readonly name: string; readonly why: 'type' | 'size' }[];
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/**
 * Converts a Word document to HTML that is not sanitised yet, with its headings, lists, tables, links, footnotes and
 * pictures. The title is its first heading of level 1, if it begins with one, or else the file name.
 */
export async function readDocument(
  file: string,
  { files }: Archive,
  bytes: Buffer,
  unreadable: () => AppError,
): Promise<ReadDocument> {
  if (!files.has('word/document.xml')) throw unreadable();
  const limits = createXmlLimits(unreadable);
  for (const [name, content] of files) {
    // A part that a relation refers to may be read as XML whatever its name.
    if (!/\.(xml|rels)$/i.test(name) && !/^[\s\u00bb-\u00bf\u00ef]*</.test(content.toString('latin1', 0, 1024)))
      continue;
    if (content.length > PART_MAX) throw new AppError('import.too_big', { file, limit: '32 MB' });
    limits.add(content);
  }
  const images = new Map<string, CheckedImage>();
  const refused: { name: string; why: 'type' | 'size' }[] = [];
  let seen = 0;
  const converter = mammoth.images.imgElement(async (image) => {
    seen += 1;
    if (seen > PICTURES_MAX) throw new AppError('content.too_many_pictures', { max: PICTURES_MAX });
    const content = await image.readAsBuffer();
    const name = `${refused.length + images.size + 1}.${EXTENSIONS[image.contentType] ?? image.contentType.split('/').at(-1)}`;
    const picture = await checkPicture(name, content);
    const hash = createHash('sha256').update(content).digest('hex');
    if (typeof picture === 'string') {
      refused.push({ name, why: picture });
      return { src: '' };
    }
    images.set(hash, picture);
    const shown = { 'data-image': hash, width: `${picture.width}`, height: `${picture.height}` };
    return shown as unknown as { src: string };
  });
  const html = await convert(bytes, converter, unreadable);
  const [first, heading = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  const title = heading
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
  const shown = html.replace(/<img(?![^<>]*data-image)[^<>]*>/g, '');
  if (first === undefined || title === '') return { title: file.replace(/\.\w+$/, ''), html: shown, images, refused };
  return { title, html: shown.slice(first.length), images, refused };
}

async function convert(
  buffer: Buffer,
  convertImage: ReturnType<typeof mammoth.images.imgElement>,
  unreadable: () => AppError,
): Promise<string> {
  try {
    const options = { styleMap: STYLES, convertImage, externalFileAccess: false, idPrefix: 'doc-' };
    return (await mammoth.convertToHtml({ buffer }, options)).value;
  } catch (error) {
    if (error instanceof AppError || error instanceof RangeError) throw error;
    // Any error of the converter in the parts of the file means that the document cannot be read.
    throw unreadable();
  }
}
