import { AppError } from '../../platform/errors.ts';

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

/** Maximum width and height of a profile picture. */
const PICTURE_MAX_PX = 1024;

export interface Picture {
  readonly mediaType: PictureType;
  /** Image data only: no location, camera data or comments, and nothing after the end of the image. */
  readonly content: Buffer;
}

interface Parsed {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Buffer[];
}

/**
 * Reads a picture by its bytes, regardless of its name, and removes everything except image data. Throws
 * `file.type_refused` for anything but a still PNG, JPEG or WebP, `file.content_mismatch` for a broken file or a type other
 * than the claimed one, and `file.picture_size`.
 */
export function readPicture(claimedType: string, bytes: Buffer): Picture {
  const declaredType = claimedType.split(';')[0]!.trim().toLowerCase();
  const mediaType = PICTURE_TYPES.find((one) => one === declaredType);
  if (!mediaType) throw new AppError('file.type_refused', { type: declaredType.slice(0, 80) });
  let parsed: Parsed | undefined;
  try {
    parsed = READERS[mediaType](bytes);
  } catch (error) {
    // A read beyond the end: the picture is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  if (!parsed) throw new AppError('file.content_mismatch', { type: mediaType });
  const { width, height, parts } = parsed;
  if (width < 1 || height < 1) throw new AppError('file.content_mismatch', { type: mediaType });
  if (width > PICTURE_MAX_PX || height > PICTURE_MAX_PX) {
    throw new AppError('file.picture_size', { max: PICTURE_MAX_PX });
  }
  return { mediaType, content: Buffer.concat(parts) };
}

const READERS: Readonly<Record<PictureType, (bytes: Buffer) => Parsed | undefined>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Pixels, palette, transparency and colour space. Animation and text chunks are removed. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT']);

function readPng(bytes: Buffer): Parsed | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  const parts: Buffer[] = [PNG_SIGNATURE];
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    // Exactly one header, as the first chunk.
    if ((type === 'IHDR') !== (at === 8)) return undefined;
    if (type === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    hasPixels ||= type === 'IDAT';
    if (PNG_KEPT.has(type)) parts.push(bytes.subarray(at, end));
    else if (/^[A-Z]/.test(type)) return undefined;
    if (type === 'IEND') return size && hasPixels ? { ...size, parts } : undefined;
    at = end;
  }
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Quantisation, Huffman tables, restart interval, and Adobe's colour transform. */
const JPEG_KEPT = new Set([0xdb, 0xc4, 0xdd, 0xee]);
/** Baseline, extended and progressive; no browser shows other kinds. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** A progressive picture has about ten scans; thousands would keep a browser busy. */
const JPEG_SCANS_MAX = 40;

function readJpeg(bytes: Buffer): Parsed | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      if (!size || scans === 0) return undefined;
      return { ...size, parts: [...parts, Buffer.from([0xff, END_OF_IMAGE])] };
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    if (JPEG_FRAMES.has(marker)) {
      if (size) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      parts.push(bytes.subarray(at, end));
    } else if (marker === START_OF_SCAN) {
      scans += 1;
      if (!size || scans > JPEG_SCANS_MAX) return undefined;
      const next = endOfScan(bytes, end);
      parts.push(bytes.subarray(at, next));
      at = next;
      continue;
    } else if (JPEG_KEPT.has(marker)) {
      parts.push(bytes.subarray(at, end));
    } else if (!isApplicationData(marker)) {
      return undefined;
    }
    at = end;
  }
}

/** Comments and application segments. */
const isApplicationData = (marker: number) => marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);

/** Returns the position of the next marker that is neither an escaped FF nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new RangeError('The scan does not end.');
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const WEBP_ALPHA_FLAG = 0x10;

function readWebp(bytes: Buffer): Parsed | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return undefined;
  const chunks: Buffer[] = [];
  let pixels: { width: number; height: number } | undefined;
  let canvas: { width: number; height: number } | undefined;
  for (let at = 12; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (next > end) return undefined;
    if (type === 'ANIM' || type === 'ANMF') throw new AppError('file.type_refused', { type: 'image/webp (animation)' });
    if (WEBP_KEPT.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, next));
      if (type === 'VP8X') {
        canvas = { width: 1 + bytes.readUIntLE(at + 12, 3), height: 1 + bytes.readUIntLE(at + 15, 3) };
        // Colour profile, camera data and animation are removed, so the header must not announce them.
        chunk[8] = chunk[8]! & WEBP_ALPHA_FLAG;
      } else if (type !== 'ALPH') {
        if (pixels) return undefined;
        pixels = type === 'VP8 ' ? lossySize(bytes, at + 8) : losslessSize(bytes, at + 8);
        if (!pixels) return undefined;
      }
      chunks.push(chunk);
    }
    at = next;
  }
  if (!pixels) return undefined;
  if (canvas && (canvas.width !== pixels.width || canvas.height !== pixels.height)) return undefined;
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF    WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return { ...pixels, parts: [head, body] };
}

function lossySize(bytes: Buffer, at: number): { width: number; height: number } | undefined {
  if (bytes.readUIntBE(at + 3, 3) !== 0x9d012a) return undefined;
  return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
}

function losslessSize(bytes: Buffer, at: number): { width: number; height: number } | undefined {
  if (bytes.readUInt8(at) !== 0x2f) return undefined;
  const bits = bytes.readUInt32LE(at + 1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
