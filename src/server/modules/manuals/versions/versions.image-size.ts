export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size in pixels of a PNG, GIF, JPEG or WebP from its bytes; undefined for a damaged file or another format. */
export function imageSize(bytes: Buffer): Size | undefined {
  try {
    const size = sizeOf(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // A read beyond the end means that the file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sizeOf(bytes: Buffer): Size | undefined {
  const text = (at: number, length: number) => bytes.toString('latin1', at, at + length);
  if (text(1, 3) === 'PNG') {
    return text(12, 4) === 'IHDR' ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
  }
  if (text(0, 4) === 'GIF8') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (text(0, 4) === 'RIFF') return webpSize(bytes, text(12, 4));
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined;
}

function webpSize(bytes: Buffer, chunk: string): Size | undefined {
  if (chunk === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (chunk !== 'VP8 ') return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Reads the first frame header, which follows tables and camera metadata. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return undefined;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
