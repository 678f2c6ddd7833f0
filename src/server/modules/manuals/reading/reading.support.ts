import { sql } from 'kysely';
import type { TestTenant } from '../../../../../test/support/test-tenant.ts';
import { json } from '../../../platform/database.ts';
import { storeFile } from '../../../platform/files.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { describeManualHtml, hashManualText } from '../text/index.ts';

/** A manual version for tests: texts by language, with the attachments of each (`!` in front: required). */
export interface SeedVersion {
  readonly asks?: 'none' | 'changes' | 'full';
  readonly texts: Readonly<Record<string, string>>;
  readonly attachments?: Readonly<Record<string, readonly string[]>>;
  readonly images?: readonly Buffer[];
}

export interface SeededManual {
  readonly id: string;
  readonly versions: readonly string[];
}

/** Writes a manual with released versions, the last of them the current one; for tests that do not go through publishing. */
export async function seedManual(
  { transaction, context, tenantId }: Pick<TestTenant, 'transaction' | 'context' | 'tenantId'>,
  ownerId: string,
  code: string,
  versions: readonly SeedVersion[],
  more: { readonly requireScroll?: boolean } = {},
): Promise<SeededManual> {
  return transaction(async (tx) => {
    const id = uuid7();
    const group = uuid7();
    await sql`INSERT INTO manual_group (id, name) VALUES (${group}::uuid, '{"en":"Safety"}')`.execute(tx);
    await sql`INSERT INTO manual (id, group_id, code, owner_id, current_number, title, require_scroll)
      VALUES (${id}::uuid, ${group}::uuid, ${code}, ${ownerId}::uuid, ${versions.length}, ${`Manual ${code}`}, ${more.requireScroll ?? true})`.execute(
      tx,
    );
    const store = (content: Buffer, mediaType: string) =>
      storeFile(tx, context.contents, tenantId, { content, mediaType, scan: 'clean' });
    const ids: string[] = [];
    for (const [index, version] of versions.entries()) {
      const versionId = uuid7();
      ids.push(versionId);
      await sql`INSERT INTO manual_version (id, manual_id, number, asks, change_note)
        VALUES (${versionId}::uuid, ${id}::uuid, ${index + 1}, ${version.asks ?? 'full'}, ${json({ en: `Change ${index + 1}` })}::jsonb)`.execute(
        tx,
      );
      for (const [language, html] of Object.entries(version.texts)) {
        const title = `Manual ${code} ${language}`;
        const { plain, words } = describeManualHtml(html);
        await sql`INSERT INTO manual_text (version_id, language_id, title, html, plain, words, sha256)
          VALUES (${versionId}::uuid, ${language}, ${title}, ${html}, ${plain}, ${words}, ${hashManualText(title, html)})`.execute(
          tx,
        );
        for (const [position, name] of (version.attachments?.[language] ?? []).entries()) {
          const fileId = await store(Buffer.from(`content of ${name}`), 'application/pdf');
          await sql`INSERT INTO manual_attachment (version_id, language_id, file_id, file_name, required, position)
            VALUES (${versionId}::uuid, ${language}, ${fileId}::uuid, ${name.replace('!', '')}, ${name.startsWith('!')}, ${position})`.execute(
            tx,
          );
        }
      }
      const isLast = index + 1 === versions.length;
      await sql`UPDATE manual_version SET state = 'released', released_at = ${context.clock()} WHERE id = ${versionId}::uuid`.execute(
        tx,
      );
      if (!isLast) await sql`UPDATE manual_version SET state = 'retired' WHERE id = ${versionId}::uuid`.execute(tx);
    }
    return { id, versions: ids };
  });
}

export interface SeedReading {
  readonly asks?: 'changes' | 'full';
  readonly dueOn?: string;
  readonly base?: string;
}

/** Assigns a version to a user; returns the id of the reading. */
export async function seedReading(
  { transaction }: Pick<TestTenant, 'transaction'>,
  manual: SeededManual,
  versionId: string,
  userId: string,
  { asks = 'full', dueOn = 'infinity', base }: SeedReading = {},
): Promise<string> {
  const id = uuid7();
  await transaction((tx) =>
    sql`INSERT INTO manual_reading (id, manual_id, version_id, user_id, asks, due_on, base_version_id)
      VALUES (${id}::uuid, ${manual.id}::uuid, ${versionId}::uuid, ${userId}::uuid, ${asks}, ${dueOn}::date, ${base ?? null}::uuid)`.execute(
      tx,
    ),
  );
  return id;
}
