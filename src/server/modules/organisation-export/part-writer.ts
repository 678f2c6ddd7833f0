import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { storeFile } from '../../platform/files.ts';
import type { WriteBeside } from '../../platform/snapshot.ts';
import { type ClaimedExport, FILES_PART, insertPart, PART_BYTES, type StoredContent } from './export.store.ts';

/** Parts that are read are stored at least this often, with the progress. */
const WRITE_MS = 1000;

interface Counts {
  readonly tablesDone: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

interface ReadPart {
  readonly name: string;
  readonly content: Buffer;
  readonly rows: number;
}

interface Steps {
  /** Before the parts are stored. Throws when another server has taken over. */
  readonly save: (tx: Tx, counts: Counts) => Promise<void>;
  /** After that; may continue the transaction for another organisation. */
  readonly announce: (tx: Tx) => Promise<void>;
}

export type PartWriter = ReturnType<typeof createPartWriter>;

/** Collects what is read, and stores it with the progress in transactions beside the one that reads. */
export function createPartWriter(
  { contents }: Pick<AppContext, 'contents'>,
  { id, tenantId }: ClaimedExport,
  write: WriteBeside,
  { save, announce }: Steps,
) {
  let counts: Counts = { tablesDone: 0, rows: 0, files: 0, bytes: 0 };
  let waiting: ReadPart[] = [];
  let writtenAt = performance.now();

  async function flush(): Promise<void> {
    const parts = waiting;
    waiting = [];
    await write(async (tx) => {
      await save(tx, counts);
      for (const { name, content, rows } of parts) {
        const file = { content, mediaType: 'application/x-ndjson', scan: 'clean' } as const;
        const fileId = await storeFile(tx, contents, tenantId, file);
        await insertPart(tx, id, { tableName: name, fileId, rows, size: content.length });
      }
      await announce(tx);
    });
    writtenAt = performance.now();
  }

  async function push(name: string, lines: readonly string[]): Promise<number> {
    if (lines.length === 0) return 0;
    const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    waiting.push({ name, content, rows: lines.length });
    const size = waiting.reduce((sum, part) => sum + part.content.length, 0);
    if (size >= PART_BYTES || performance.now() - writtenAt >= WRITE_MS) await flush();
    return content.length;
  }

  return {
    counts: () => counts,
    flush,
    /** Adds rows of a table as lines of JSON. Returns their size. */
    async add(table: string, lines: readonly string[]): Promise<number> {
      const bytes = await push(table, lines);
      counts = { ...counts, rows: counts.rows + lines.length, bytes: counts.bytes + bytes };
      return bytes;
    },
    async addFiles(files: readonly StoredContent[]): Promise<void> {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      counts = { ...counts, files: counts.files + files.length, bytes: counts.bytes + bytes };
      await push(
        FILES_PART,
        files.map((file) => JSON.stringify(file)),
      );
    },
    countTable(): void {
      counts = { ...counts, tablesDone: counts.tablesDone + 1 };
    },
  };
}
