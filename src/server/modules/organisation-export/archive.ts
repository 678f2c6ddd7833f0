import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { AppContext } from '../../platform/context.ts';
import { type ExportRow, FILES_PART, type Part, readExport, readParts, type StoredContent } from './export.store.ts';
import { readTables, SECRET_COLUMNS } from './tables.query.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

type Context = Pick<AppContext, 'db' | 'contents'>;

interface Manifest {
  readonly format: 'verva-organisation/1';
  readonly organisation: string;
  readonly startedAt: string;
  readonly readyAt: string;
  readonly tables: { name: string; path: string; rows: number; size: number; sha256: string }[];
  readonly files: { path: string; size: number }[];
  /** Files whose content is not in the storage. */
  readonly missing: string[];
  readonly leftOut: typeof SECRET_COLUMNS;
}

/** Name of the archive, without its extension; also the folder in it. */
export const archiveName = (slug: string, { createdAt }: Pick<ExportRow, 'createdAt'>): string =>
  `${slug}-${createdAt.toISOString().slice(0, 10)}`;

/** The archive of a finished export: tables, files, and a manifest with their SHA-256 at the end. */
export async function openArchive(context: Context, tenantId: number, slug: string, id: string): Promise<Readable> {
  const inTenant = context.db.tenantTransaction;
  const scope = { tenantId, userId: null };
  const { row, parts, tables } = await inTenant(scope, async (tx) => ({
    row: (await readExport(tx, id))!,
    parts: await readParts(tx, id),
    tables: (await readTables(tx)).map(({ name }) => name),
  }));
  const source = { context, tenantId, folder: archiveName(slug, row), row, slug };
  const entries = Readable.from(
    archive(
      source,
      tables,
      Map.groupBy(parts, ({ tableName }) => tableName),
    ),
  );
  // An error ends the response before the end of the archive, which no program then accepts.
  return pipeline(entries, createGzip(), () => undefined);
}

interface Source {
  readonly context: Context;
  readonly tenantId: number;
  readonly folder: string;
  readonly slug: string;
  readonly row: ExportRow;
}

async function* archive(
  source: Source,
  tables: readonly string[],
  parts: ReadonlyMap<string, readonly Part[]>,
): AsyncGenerator<Buffer> {
  const { folder, row, slug } = source;
  const manifest: Manifest = {
    format: 'verva-organisation/1',
    organisation: slug,
    startedAt: row.createdAt.toISOString(),
    readyAt: row.readyAt!.toISOString(),
    tables: [],
    files: [],
    missing: [],
    leftOut: SECRET_COLUMNS,
  };
  for (const name of tables) yield* table(source, name, parts.get(name) ?? [], manifest);
  yield* files(source, parts.get(FILES_PART) ?? [], manifest);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield tarHeader(`${folder}/manifest.json`, text.length, row.readyAt!);
  yield text;
  yield tarPadding(text.length);
  yield tarEnd();
}

async function* table(
  { context, tenantId, folder, row }: Source,
  name: string,
  parts: readonly Part[],
  { tables }: Manifest,
): AsyncGenerator<Buffer> {
  const path = `tables/${name}.ndjson`;
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const hash = createHash('sha256');
  yield tarHeader(`${folder}/${path}`, size, row.readyAt!);
  for (const part of parts) {
    const content = await readPart(context, tenantId, part);
    hash.update(content);
    yield content;
  }
  yield tarPadding(size);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  tables.push({ name, path, rows, size, sha256: hash.digest('hex') });
}

async function readPart({ contents }: Context, tenantId: number, { tableName, sha256, size }: Part): Promise<Buffer> {
  const content = await contents.read(tenantId, sha256);
  if (content?.length !== size) throw new Error(`A part of the export of ${tableName} is missing.`);
  return content;
}

async function* files(
  { context, tenantId, folder, row }: Source,
  parts: readonly Part[],
  { files, missing }: Manifest,
): AsyncGenerator<Buffer> {
  for await (const { sha256, size } of filesOf(context, tenantId, parts)) {
    // The name is the SHA-256 of the content.
    const path = `files/${sha256}`;
    const content = await context.contents.open(tenantId, Buffer.from(sha256, 'hex'));
    if (!content) {
      missing.push(path);
      continue;
    }
    yield tarHeader(`${folder}/${path}`, size, row.readyAt!);
    let sent = 0;
    for await (const chunk of content) {
      sent += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    if (sent !== size) throw new Error(`The size of ${path} differs.`);
    yield tarPadding(size);
    files.push({ path, size });
  }
}

/** The files that the organisation had in the snapshot. */
async function* filesOf(context: Context, tenantId: number, parts: readonly Part[]): AsyncGenerator<StoredContent> {
  for (const part of parts) {
    const lines = (await readPart(context, tenantId, part)).toString().trimEnd().split('\n');
    yield* lines.map((line) => JSON.parse(line) as StoredContent);
  }
}
