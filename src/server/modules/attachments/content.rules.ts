import { extensionOf, FILE_KINDS, type FileExtension, isKnownExtension } from '../../../shared/contracts/file-kinds.ts';
import { AppError } from '../../platform/errors.ts';
import { type Content, zipEntries } from './zip-entries.ts';

const HEAD = 65_536;

/**
 * Returns the media type for a file name, after checking that the content matches it. Throws `file.empty`,
 * `file.type_refused` for names that are not accepted, and `file.content_mismatch`.
 */
export async function mediaTypeOf(fileName: string, content: Content): Promise<string> {
  const extension = extensionOf(fileName);
  if (!isKnownExtension(extension)) throw new AppError('file.type_refused', { type: extension || fileName });
  if (content.size === 0) throw new AppError('file.empty');
  const head = await content.read(0, HEAD);
  const tail = await content.read(Math.max(0, content.size - HEAD), HEAD);
  if (!(await CHECKS[extension]({ head, tail, content }))) {
    throw new AppError('file.content_mismatch', { type: extension.toUpperCase() });
  }
  return FILE_KINDS[extension].mediaType;
}

interface FileSample {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly content: Content;
}
type Check = (sample: FileSample) => boolean | Promise<boolean>;

const begins =
  (...beginnings: readonly (string | Buffer)[]): Check =>
  ({ head }) =>
    beginnings.some((one) => {
      const bytes = Buffer.isBuffer(one) ? one : Buffer.from(one, 'latin1');
      return head.subarray(0, bytes.length).equals(bytes);
    });

const at =
  (position: number, ...texts: readonly string[]): Check =>
  ({ head }) =>
    texts.includes(head.toString('latin1', position, position + texts[0]!.length));

const all =
  (...checks: readonly Check[]): Check =>
  async (sample) => {
    for (const check of checks) if (!(await check(sample))) return false;
    return true;
  };

const isZip = begins('PK\x03\x04', 'PK\x05\x06');

/** An Office Open XML file: its parts are in a folder specific to the type. Types with macros are not accepted. */
const openXmlZip =
  (folder: string): Check =>
  async ({ content }) => {
    const names = await zipEntries(content);
    if (!names?.includes('[Content_Types].xml')) return false;
    return names.some((name) => name.startsWith(folder)) && !names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name));
  };

/** OpenDocument and ASiC containers give their type in the first entry, uncompressed. */
const typedZip = (mediaType: string): Check =>
  all(isZip, ({ head }) => head.toString('latin1', 30, 38 + mediaType.length) === `mimetype${mediaType}`);

/** Signed containers may omit that entry, but never their signatures. */
const signedZip: Check = async ({ content }) =>
  ((await zipEntries(content)) ?? []).some((name) => /^META-INF\/.*(signature|timestamp|manifest)/i.test(name));

/** Content that a browser would render as a page, whatever the file name. */
const MARKUP =
  /^[\s\ufeff]*<(?:!doctype|!--|html|head|body|script|iframe|style|title|table|div|font|img|a[\s>]|br|p[\s>]|h[1-6]|b[\s>]|svg|\?xml|object|embed|link|meta)/i;

const UTF16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

function isUtf16(head: Buffer): boolean {
  return UTF16.some((mark) => head.subarray(0, 2).equals(mark));
}

/** The beginning as text, also in both byte orders of UTF-16, which spreadsheets write. */
function textOf(head: Buffer): string {
  if (!isUtf16(head)) return head.toString('utf8');
  const even = head.subarray(0, head.length & ~1);
  return (head[0] === 0xff ? even : Buffer.from(even).swap16()).toString('utf16le');
}

/** Contains no control characters except those of text files, in any 8-bit encoding. */
const isText: Check = ({ head, tail }) =>
  isUtf16(head) ||
  [head, tail].every((part) => part.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27));

const isPlain = all(isText, ({ head }) => !MARKUP.test(textOf(head)));
/** One piece that may precede the root element of an SVG. Matched piece by piece: a single expression could split comments in any number of ways. */
const BEFORE_SVG = /[\s\ufeff]+|<\?xml[^>]*>|<!--.*?-->|<!doctype\s+svg[^>]*>/isy;
/** Whether the root element is that of an SVG. */
export function isSvg(text: string): boolean {
  let at = 0;
  for (BEFORE_SVG.lastIndex = 0; BEFORE_SVG.test(text); ) at = BEFORE_SVG.lastIndex;
  return /^<svg[\s>]/i.test(text.slice(at, at + 5));
}
const isPage = (text: string) => /<(?:html|script|body)[\s>]/i.test(text) || /<!doctype\s+html/i.test(text);

const ole = begins(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
const asice = all(isZip, signedZip);

const CHECKS: Readonly<Record<FileExtension, Check>> = {
  pdf: ({ head }) => /^[\s\ufeff]*%PDF-\d/.test(head.toString('utf8', 0, 64)),
  png: begins(Buffer.from('89504e470d0a1a0a', 'hex')),
  jpg: begins(Buffer.from('ffd8ff', 'hex')),
  jpeg: begins(Buffer.from('ffd8ff', 'hex')),
  gif: begins('GIF87a', 'GIF89a'),
  webp: all(begins('RIFF'), at(8, 'WEBP')),
  bmp: begins('BM'),
  tif: begins('II*\0', 'MM\0*'),
  tiff: begins('II*\0', 'MM\0*'),
  heic: at(4, 'ftypheic', 'ftypheix', 'ftypmif1', 'ftyphevc', 'ftypmsf1'),
  svg: all(isText, ({ head }) => isSvg(textOf(head))),
  doc: ole,
  docx: all(isZip, openXmlZip('word/')),
  odt: typedZip(FILE_KINDS.odt.mediaType),
  rtf: begins('{\\rtf'),
  xls: ole,
  xlsx: all(isZip, openXmlZip('xl/')),
  ods: typedZip(FILE_KINDS.ods.mediaType),
  csv: isPlain,
  ppt: ole,
  pptx: all(isZip, openXmlZip('ppt/')),
  odp: typedZip(FILE_KINDS.odp.mediaType),
  txt: isPlain,
  log: isPlain,
  md: isPlain,
  json: all(isText, ({ head }) => /^[\s\ufeff]*[[{"\d\-tfn]/.test(textOf(head))),
  xml: all(isText, ({ head }) => {
    const text = textOf(head);
    return /^[\s\ufeff]*<[?!a-z]/i.test(text) && !isPage(text) && !isSvg(text);
  }),
  zip: isZip,
  '7z': begins(Buffer.from('377abcaf271c', 'hex')),
  asice,
  sce: asice,
  bdoc: asice,
  asics: asice,
  eml: all(isText, ({ head }) => /^[\s\ufeff]*[A-Za-z][\w-]*:\s/.test(textOf(head))),
  msg: ole,
  mp3: ({ head }) => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  wav: all(begins('RIFF'), at(8, 'WAVE')),
  mp4: at(4, 'ftyp'),
  mov: at(4, 'ftyp', 'moov', 'mdat', 'wide', 'free'),
};
