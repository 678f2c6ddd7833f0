import { deflateRawSync } from 'node:zlib';
import { zipOf as zipOfEntries } from '../../src/server/platform/content/zip.ts';

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
  return zipOfEntries(
    Object.entries(entries).map(([name, given]) => {
      const content = Buffer.from(given);
      return {
        ...{ name, content },
        ...(isPacked && { deflated: deflateRawSync(content) }),
        ...(claimed !== undefined && { claimed }),
      };
    }),
  );
}
