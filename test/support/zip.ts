import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipOptions {
  /** Whether the entries are compressed. */
  readonly isPacked?: boolean;
  /** Size to declare for each entry instead of the actual one. */
  readonly claimed?: number;
}

/** Creates a zip file with these entries. */
export function zipOf(
  entries: Readonly<Record<string, string | Buffer>>,
  { isPacked = false, claimed }: ZipOptions = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(entries)) {
    const [title, content] = [Buffer.from(name), Buffer.from(given)];
    const stored = isPacked ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(claimed ?? content.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title, stored]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, title]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
