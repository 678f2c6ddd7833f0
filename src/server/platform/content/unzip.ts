import { inflateRawSync } from 'node:zlib';
import { AppError } from '../errors.ts';

/** Limits for unpacking one archive. */
const ENTRIES_MAX = 5000;
const UNPACKED_MAX = 200 * 1024 * 1024;
const ENTRY_MAX = 50 * 1024 * 1024;
const END = Buffer.from('PK\x05\x06', 'latin1');

/** The files of an archive by path, and the rejected paths that lead out of it. */
export interface Archive {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly outside: readonly string[];
}

type Reason = 'broken' | 'encrypted' | 'big';

/** Unpacks a zip file in memory, within limits that hold whatever sizes its directory claims. Throws what `refusal` returns. */
export function unpack(bytes: Buffer, refusal: (why: Reason) => AppError): Archive {
  const files = new Map<string, Buffer>();
  const outside: string[] = [];
  let total = 0;
  try {
    const end = bytes.lastIndexOf(END);
    if (end < 0) throw refusal('broken');
    const count = bytes.readUInt16LE(end + 10);
    if (count > ENTRIES_MAX) throw refusal('big');
    let at = bytes.readUInt32LE(end + 16);
    for (let index = 0; index < count; index += 1) {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw refusal('broken');
      const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
      const [packed, claimed] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
      const length = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + 46, at + 46 + length).replaceAll('\\', '/');
      const local = bytes.readUInt32LE(at + 42);
      at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      if (name.endsWith('/')) continue;
      if (flags & 1) throw refusal('encrypted');
      if (/^\/|^[a-z]:|(^|\/)\.\.(\/|$)/i.test(name)) {
        outside.push(name);
        continue;
      }
      if (claimed > ENTRY_MAX) throw refusal('big');
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      if (from + packed > bytes.length) throw refusal('broken');
      const content = contentOf(bytes.subarray(from, from + packed), method, Math.min(ENTRY_MAX, UNPACKED_MAX - total));
      if (content === undefined) throw refusal('broken');
      total += content.length;
      if (total > UNPACKED_MAX) throw refusal('big');
      files.set(name.replace(/^(\.\/)+/, ''), content);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as { code?: string };
    if (code === 'ERR_BUFFER_TOO_LARGE') throw refusal('big');
    // All other errors: a directory that points beyond the end of the file, or content that cannot be unpacked.
    throw refusal('broken');
  }
  return { files, outside };
}

function contentOf(packed: Buffer, method: number, most: number): Buffer | undefined {
  if (method === 0) return packed;
  return method === 8 ? inflateRawSync(packed, { maxOutputLength: Math.max(1, most) }) : undefined;
}
