import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';

interface NewManual {
  readonly code: string;
  readonly ownerId: string;
  /** Title and text by language; English is the fallback. */
  readonly texts: Readonly<Record<string, readonly [title: string, plain: string]>>;
  readonly groupId?: string;
}

/** Creates a manual with one released version, for tests of lists. */
export async function releasedManual(tx: Tx, { code, ownerId, texts, groupId }: NewManual) {
  const group = groupId ?? (await addGroup(tx, { en: 'Safety', et: 'Ohutus' }));
  const manualId = uuid7();
  const title = texts.en?.[0] ?? '';
  await sql`INSERT INTO manual (id, group_id, code, owner_id, title) VALUES (${manualId}::uuid, ${group}::uuid, ${code}, ${ownerId}::uuid, ${title})`.execute(
    tx,
  );
  const versionId = await releaseVersion(tx, manualId, 1, texts);
  return { manualId, versionId, groupId: group };
}

export async function addGroup(tx: Tx, name: Readonly<Record<string, string>>): Promise<string> {
  const id = uuid7();
  await sql`INSERT INTO manual_group (id, name) VALUES (${id}::uuid, ${JSON.stringify(name)}::text::jsonb)`.execute(tx);
  return id;
}

export async function releaseVersion(
  tx: Tx,
  manualId: string,
  number: number,
  texts: NewManual['texts'],
): Promise<string> {
  const versionId = uuid7();
  await sql`INSERT INTO manual_version (id, manual_id, number) VALUES (${versionId}::uuid, ${manualId}::uuid, ${number})`.execute(
    tx,
  );
  for (const [languageId, [title, plain]] of Object.entries(texts)) {
    await sql`INSERT INTO manual_text (version_id, language_id, title, html, plain, words, sha256)
      VALUES (${versionId}::uuid, ${languageId}, ${title}, ${`<p>${plain}</p>`}, ${plain}, 3, sha256(convert_to(${plain}, 'UTF8')))`.execute(
      tx,
    );
  }
  await sql`UPDATE manual_version SET state = 'released', released_at = now() WHERE id = ${versionId}::uuid`.execute(
    tx,
  );
  await sql`UPDATE manual SET current_number = ${number} WHERE id = ${manualId}::uuid`.execute(tx);
  return versionId;
}

/** Adds a reading; `due` is added to the current day of the database. */
export async function addReading(
  tx: Tx,
  reading: { manualId: string; versionId: string; userId: string; due?: RawBuilder<unknown>; state?: string },
): Promise<string> {
  const id = uuid7();
  const { manualId, versionId, userId, due = sql`'infinity'::date`, state = 'pending' } = reading;
  await sql`INSERT INTO manual_reading (id, manual_id, version_id, user_id, due_on, state, read_at)
    VALUES (${id}::uuid, ${manualId}::uuid, ${versionId}::uuid, ${userId}::uuid, ${due}, ${state}, CASE WHEN ${state} = 'read' THEN now() END)`.execute(
    tx,
  );
  return id;
}
