import type { PendingUpload } from '../../platform/files.ts';

/** The parts of an upload needed for inspection. */
export type Content = Pick<PendingUpload, 'size' | 'read'>;

const END = Buffer.from('PK\x05\x06', 'latin1');
/** Maximum length of the end record with the comment that can follow it. */
const END_MAX = 65_557;
const DIRECTORY_MAX = 4_194_304;
const ENTRIES_MAX = 20_000;

/**
 * Returns the entry names of a zip file, from its directory; undefined if it has no readable one. Nothing is unpacked, so
 * the unpacked size is irrelevant.
 */
export async function zipEntries(content: Content): Promise<string[] | undefined> {
  const start = Math.max(0, content.size - END_MAX);
  const tail = await content.read(start, END_MAX);
  const end = tail.lastIndexOf(END);
  if (end < 0 || end + 22 > tail.length) return undefined;
  const size = tail.readUInt32LE(end + 12);
  const position = tail.readUInt32LE(end + 16);
  if (size > DIRECTORY_MAX || position + size > content.size) return undefined;
  const directory = await content.read(position, size);
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && names.length < ENTRIES_MAX; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) break;
    const length = directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}
