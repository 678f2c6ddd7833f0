import { sql } from 'kysely';
import type { ManualChange, ManualDifference } from '../../../../shared/contracts/manuals.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { compareInThread, readingMinutes, sumOf } from '../text/index.ts';
import { type ReadableVersion, readableVersion } from './reading.rights.ts';
import { languageFor, readText } from './reading.text.ts';

export interface DifferenceQuery {
  readonly since?: number | undefined;
  readonly number?: number | undefined;
  readonly language?: string | undefined;
}

/**
 * BEY-11: compares version `number` with `since`, by default the version the caller confirmed last. Both texts are in the
 * language being read, whichever was confirmed; if the earlier version has none in it, the whole text is new.
 */
export async function manualDifference(
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  session: CallerSession,
  manualId: string,
  query: DifferenceQuery,
): Promise<ManualDifference> {
  const { tenantId } = session;
  const { from, to, languageId, fromLanguageId, known, texts } = await inTenant((tx) =>
    readPair(tx, session, manualId, query),
  );
  // Runs between the transactions: none stays open while long texts are compared.
  const blocks = known ?? (await compareInThread(tenantId, ...texts, languageId));
  if (!known && from.fixed && to.fixed) await inTenant((tx) => storeDifference(tx, from, to, languageId, blocks));
  const { changes, words } = await sumOf(tenantId, blocks);
  return {
    manualId: to.manualId,
    from: from.number,
    to: to.number,
    languageId,
    fromLanguageId,
    changes,
    minutes: readingMinutes(words, languageId),
    blocks,
  };
}

async function readPair(
  tx: Tx,
  session: CallerSession,
  manualId: string,
  { since, number, language }: DifferenceQuery,
) {
  const to = await readableVersion(tx, session, manualId, number);
  const before = since ?? to.confirmed.find((one) => one < to.number);
  if (before === undefined) throw new AppError('manual.nothing_confirmed');
  const from = await readableVersion(tx, session, manualId, before);
  const { languageId } = await languageFor(tx, to, language ?? session.languageId);
  const known = await knownDifference(tx, from, to, languageId);
  const html = async ({ versionId }: ReadableVersion) =>
    known ? '' : ((await readText(tx, versionId, languageId))?.html ?? '');
  return {
    from,
    to,
    languageId,
    fromLanguageId: (await confirmedLanguage(tx, from)) ?? languageId,
    known,
    texts: [await html(from), await html(to)] as const,
  };
}

/** Returns the language in which the caller confirmed this version. */
async function confirmedLanguage(tx: Tx, { versionId }: ReadableVersion): Promise<string | undefined> {
  const { rows } = await sql<{ language_id: string }>`
    SELECT language_id FROM manual_reading WHERE version_id = ${versionId}::uuid AND user_id = me() AND state = 'read'
    ORDER BY read_at DESC LIMIT 1`.execute(tx);
  return rows[0]?.language_id;
}

/** Returns the stored difference of two fixed versions, which is computed once. */
async function knownDifference(
  tx: Tx,
  from: ReadableVersion,
  to: ReadableVersion,
  languageId: string,
): Promise<ManualChange[] | undefined> {
  const { rows } = await sql<{ blocks: ManualChange[] }>`
    SELECT blocks FROM manual_difference WHERE from_version_id = ${from.versionId}::uuid
      AND to_version_id = ${to.versionId}::uuid AND language_id = ${languageId}`.execute(tx);
  return rows[0]?.blocks;
}

/** Stores nothing for a version that was removed meanwhile. */
async function storeDifference(
  tx: Tx,
  from: ReadableVersion,
  to: ReadableVersion,
  languageId: string,
  blocks: readonly ManualChange[],
): Promise<void> {
  await sql`INSERT INTO manual_difference (from_version_id, to_version_id, language_id, blocks)
    SELECT f.id, t.id, ${languageId}, ${json(blocks)}::jsonb FROM manual_version f, manual_version t
    WHERE f.id = ${from.versionId}::uuid AND t.id = ${to.versionId}::uuid ON CONFLICT DO NOTHING`.execute(tx);
}
