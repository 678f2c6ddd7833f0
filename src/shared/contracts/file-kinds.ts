/** Accepted file types by file name extension; the server also checks the content. All others are refused. */
interface FileKind {
  readonly mediaType: string;
  /** File type icon before the name (FRM-06). */
  readonly tile: 'pdf' | 'doc' | 'xls' | 'ppt' | 'txt' | 'image' | 'svg' | 'zip' | 'signed' | 'mail' | 'media';
  /** Kind of preview (FRM-06). */
  readonly preview?: 'image' | 'pdf';
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

export const FILE_KINDS = {
  pdf: { mediaType: 'application/pdf', tile: 'pdf', preview: 'pdf' },
  png: { mediaType: 'image/png', tile: 'image', preview: 'image' },
  jpg: { mediaType: 'image/jpeg', tile: 'image', preview: 'image' },
  jpeg: { mediaType: 'image/jpeg', tile: 'image', preview: 'image' },
  gif: { mediaType: 'image/gif', tile: 'image', preview: 'image' },
  webp: { mediaType: 'image/webp', tile: 'image', preview: 'image' },
  bmp: { mediaType: 'image/bmp', tile: 'image' },
  tif: { mediaType: 'image/tiff', tile: 'image' },
  tiff: { mediaType: 'image/tiff', tile: 'image' },
  heic: { mediaType: 'image/heic', tile: 'image' },
  svg: { mediaType: 'image/svg+xml', tile: 'svg' },
  doc: { mediaType: 'application/msword', tile: 'doc' },
  docx: { mediaType: `${OPEN_XML}.wordprocessingml.document`, tile: 'doc' },
  odt: { mediaType: `${OPEN_DOCUMENT}.text`, tile: 'doc' },
  rtf: { mediaType: 'application/rtf', tile: 'doc' },
  xls: { mediaType: 'application/vnd.ms-excel', tile: 'xls' },
  xlsx: { mediaType: `${OPEN_XML}.spreadsheetml.sheet`, tile: 'xls' },
  ods: { mediaType: `${OPEN_DOCUMENT}.spreadsheet`, tile: 'xls' },
  csv: { mediaType: 'text/csv', tile: 'xls' },
  ppt: { mediaType: 'application/vnd.ms-powerpoint', tile: 'ppt' },
  pptx: { mediaType: `${OPEN_XML}.presentationml.presentation`, tile: 'ppt' },
  odp: { mediaType: `${OPEN_DOCUMENT}.presentation`, tile: 'ppt' },
  txt: { mediaType: 'text/plain', tile: 'txt' },
  log: { mediaType: 'text/plain', tile: 'txt' },
  md: { mediaType: 'text/markdown', tile: 'txt' },
  json: { mediaType: 'application/json', tile: 'txt' },
  xml: { mediaType: 'application/xml', tile: 'txt' },
  zip: { mediaType: 'application/zip', tile: 'zip' },
  '7z': { mediaType: 'application/x-7z-compressed', tile: 'zip' },
  asice: { mediaType: 'application/vnd.etsi.asic-e+zip', tile: 'signed' },
  sce: { mediaType: 'application/vnd.etsi.asic-e+zip', tile: 'signed' },
  bdoc: { mediaType: 'application/vnd.etsi.asic-e+zip', tile: 'signed' },
  asics: { mediaType: 'application/vnd.etsi.asic-s+zip', tile: 'signed' },
  eml: { mediaType: 'message/rfc822', tile: 'mail' },
  msg: { mediaType: 'application/vnd.ms-outlook', tile: 'mail' },
  mp3: { mediaType: 'audio/mpeg', tile: 'media' },
  wav: { mediaType: 'audio/wav', tile: 'media' },
  mp4: { mediaType: 'video/mp4', tile: 'media' },
  mov: { mediaType: 'video/quicktime', tile: 'media' },
} as const satisfies Record<string, FileKind>;

export type FileExtension = keyof typeof FILE_KINDS;

/** Lower-case extension of a file name, without its dot; empty if there is none. */
export function extensionOf(fileName: string): string {
  return /\.([^.\s/\\]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

export const isKnownExtension = (extension: string): extension is FileExtension => Object.hasOwn(FILE_KINDS, extension);

/** Type of a file by its name; undefined if it is not accepted. */
function kindOf(fileName: string): FileKind | undefined {
  const extension = extensionOf(fileName);
  return isKnownExtension(extension) ? FILE_KINDS[extension] : undefined;
}

export const tileOf = (fileName: string): FileKind['tile'] | undefined => kindOf(fileName)?.tile;

/** Kind of preview of a file; undefined: it can only be saved. */
export const previewOf = (fileName: string): FileKind['preview'] => kindOf(fileName)?.preview;

/** `jpg` and `jpeg` are one type, like all extensions with the same media type. */
export function isAccepted(fileName: string, accept: readonly string[] | undefined): boolean {
  const kind = kindOf(fileName);
  if (!kind) return false;
  return !accept || accept.some((end) => isKnownExtension(end) && FILE_KINDS[end].mediaType === kind.mediaType);
}

export const MEGABYTE = 1_048_576;
/** File sizes in MB: the default, and the maximum that an organisation can set. */
export const FILE_MAX_MB = 25;
export const FILE_MAX_MB_CEILING = 200;
export const FILES_PER_REQUEST = 10;
export const FILES_PER_OWNER = 50;
