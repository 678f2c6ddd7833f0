import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import type { FileFormat } from './source.ts';

export interface Download {
  readonly tenantId: number;
  readonly slug: string;
  readonly tenantStatus: string;
  readonly userId: string;
  readonly list: string;
  readonly query: string;
  readonly columns: readonly string[];
  readonly languageId: string;
  readonly format: FileFormat;
  /** The user's reason for an export of protected data. */
  readonly reason: string | null;
}

export async function addDownload(
  tx: Tx,
  download: Pick<Download, 'list' | 'query' | 'columns' | 'languageId' | 'format' | 'reason'> & {
    readonly tokenSha256: Buffer;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { tokenSha256, list, query, columns, languageId, format, expiresAt, reason } = download;
  await sql`INSERT INTO download (token_sha256, list, query, columns, language_id, format, expires_at, reason)
    VALUES (${tokenSha256}, ${list}, ${query}, ${[...columns]}::text[], ${languageId}, ${format}, ${expiresAt}, ${reason})`.execute(
    tx,
  );
}

/** Returns the download of an address and marks it as used; otherwise the reason for the refusal, with the language of its user. */
export async function takeDownload(
  db: DatabaseHandle,
  tokenSha256: Buffer,
  now: Date,
): Promise<Download | { readonly refused: 'not_found' | 'used' | 'expired'; readonly languageId?: string }> {
  return db.systemTransaction(async (tx) => {
    const { rows } = await sql<Download>`
      UPDATE download d SET used_at = ${now} FROM tenant t
      WHERE d.token_sha256 = ${tokenSha256} AND d.used_at IS NULL AND d.expires_at > ${now} AND t.id = d.tenant_id
      RETURNING d.tenant_id AS "tenantId", t.slug, t.status AS "tenantStatus", d.user_id AS "userId", d.list, d.query, d.columns,
        d.language_id AS "languageId", d.format, d.reason`.execute(tx);
    if (rows[0]) return rows[0];
    const { rows: old } = await sql<{ used: boolean; languageId: string }>`
      SELECT used_at IS NOT NULL AS used, language_id AS "languageId" FROM download WHERE token_sha256 = ${tokenSha256}`.execute(
      tx,
    );
    if (!old[0]) return { refused: 'not_found' };
    return { refused: old[0].used ? 'used' : 'expired', languageId: old[0].languageId };
  });
}
