/** A block of a tar archive (POSIX ustar). */
const BLOCK = 512;
/** The largest size that eleven octal digits hold. */
const MOST = 0o77777777777;

/** Returns the header of a regular file in a tar archive. */
export function tarHeader(path: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`The path is too long for the archive: ${path}`);
  if (size > MOST) throw new Error(`The file is too large for the archive: ${path}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  header.write(path, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(modified.getTime() / 1000), 136, 11);
  // The checksum counts itself as spaces.
  header.write('        ', 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Returns the zeros that fill the last block of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Returns the end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);
