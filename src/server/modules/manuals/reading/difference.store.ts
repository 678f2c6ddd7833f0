import { sql } from 'kysely';
import type { ManualChange, ManualDifference } from '../../../../shared/contracts/manuals.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { differenceOfManuals, readingMinutes, sumOfDifference } from '../text/index.ts';
import { type ReadableVersion, readableVersion } from './reading.rights.ts';
import { languageFor, readText } from './reading.text.ts';

export interface DifferenceQuery {
  readonly since?: number | undefined;
  readonly number?: number | undefined;
  readonly language?: string | undefined;
}

/**
 * BEY-11: what version `number` says otherwise than `since`, by default than the one that the asker confirmed last. Both
 * texts are of the language that is read, whichever was confirmed; where the earlier version has none in it, all is new.
 */
export async function manualDifference(
  tx: Tx,
  session: CallerSession,
  manualId: string,
  { since, number, language }: DifferenceQuery,
): Promise<ManualDifference> {
  const to = await readableVersion(tx, session, manualId, number);
  const before = since ?? to.confirmed.find((one) => one < to.number);
  if (before === undefined) throw new AppError('manual.nothing_confirmed');
  const from = await readableVersion(tx, session, manualId, before);
  const { languageId } = await languageFor(tx, to, language ?? session.languageId);
  const blocks = await differenceOf(tx, from, to, languageId);
  const { changes, words } = sumOfDifference(blocks);
  return {
    manualId: to.manualId,
    from: from.number,
    to: to.number,
    languageId,
    fromLanguageId: (await confirmedLanguage(tx, from)) ?? languageId,
    changes,
    minutes: readingMinutes(words, languageId),
    blocks,
  };
}

/** The language in which the asker confirmed this version. */
async function confirmedLanguage(tx: Tx, { versionId }: ReadableVersion): Promise<string | undefined> {
  const { rows } = await sql<{ language_id: string }>`
    SELECT language_id FROM manual_reading WHERE version_id = ${versionId}::uuid AND user_id = me() AND state = 'read'
    ORDER BY read_at DESC LIMIT 1`.execute(tx);
  return rows[0]?.language_id;
}

/** Computed once for two versions that do not change any more. */
async function differenceOf(
  tx: Tx,
  from: ReadableVersion,
  to: ReadableVersion,
  languageId: string,
): Promise<ManualChange[]> {
  const { rows } = await sql<{ blocks: ManualChange[] }>`
    SELECT blocks FROM manual_difference WHERE from_version_id = ${from.versionId}::uuid
      AND to_version_id = ${to.versionId}::uuid AND language_id = ${languageId}`.execute(tx);
  if (rows[0]) return rows[0].blocks;
  const [before, after] = [
    await readText(tx, from.versionId, languageId),
    await readText(tx, to.versionId, languageId),
  ];
  const blocks = differenceOfManuals(before?.html ?? '', after?.html ?? '', languageId);
  if (from.fixed && to.fixed) {
    await sql`INSERT INTO manual_difference (from_version_id, to_version_id, language_id, blocks)
      VALUES (${from.versionId}::uuid, ${to.versionId}::uuid, ${languageId}, ${json(blocks)}::jsonb) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
  }
  return blocks;
}
