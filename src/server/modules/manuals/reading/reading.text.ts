import { sql } from 'kysely';
import type { ManualSection, ManualText } from '../../../../shared/contracts/manuals.contract.ts';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { personRef } from '../../users/index.ts';
import { readingMinutes, sectionsOf } from '../text/index.ts';
import { attachmentsOfText } from './reading.files.ts';
import { chooseLanguage, newerLanguages, type TextOfVersion } from './reading.languages.ts';
import type { ReadableVersion } from './reading.rights.ts';

interface StoredText {
  readonly languageId: string;
  readonly title: string;
  readonly html: string;
  readonly words: number;
  readonly sha256: string;
}

/** Returns the text in exactly this language; undefined when there is none. */
export async function readText(tx: Tx, versionId: string, languageId: string): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    SELECT language_id AS "languageId", title, html, words, encode(sha256, 'hex') AS sha256 FROM manual_text
    WHERE version_id = ${versionId}::uuid AND language_id = ${languageId}`.execute(tx);
  return rows[0];
}

/** Returns the languages of a version, and the one shown for `asked`. Throws `manual.not_found` for a version without text. */
export async function languageFor(
  tx: Tx,
  version: Pick<ReadableVersion, 'versionId' | 'fallbackLanguageId'>,
  asked: string,
): Promise<{ languages: string[]; languageId: string }> {
  const { rows } = await sql<{ language_id: string }>`
    SELECT language_id FROM manual_text WHERE version_id = ${version.versionId}::uuid ORDER BY language_id`.execute(tx);
  const languages = rows.map(({ language_id }) => language_id);
  const languageId = chooseLanguage(asked, languages, version.fallbackLanguageId);
  if (languageId === undefined) throw new AppError('manual.not_found');
  return { languages, languageId };
}

/**
 * Returns the text to be read, and a function that cuts it into sections, which may take long and needs no transaction.
 * `asked` is the language that the reader requested.
 */
export async function manualText(
  tx: Tx,
  version: ReadableVersion,
  asked: string,
): Promise<{ text: Omit<ManualText, 'sections'>; stored: StoredText }> {
  const { languages, languageId } = await languageFor(tx, version, asked);
  const stored = (await readText(tx, version.versionId, languageId))!;
  const { manualId, code, number, current, requireScroll, effectiveOn, releasedAt } = version;
  const text = {
    manualId,
    code,
    number,
    current,
    languageId,
    asked,
    fallback: languageId !== asked,
    languages,
    newerLanguages: newerLanguages(await textsUpTo(tx, manualId, number), number, languageId),
    title: stored.title,
    sha256: stored.sha256,
    minutes: readingMinutes(stored.words, languageId),
    attachments: await attachmentsOfText(tx, version.versionId, languageId),
    owner: await ownerOf(tx, version.ownerId),
    releasedAt: releasedAt?.toISOString() ?? null,
    effectiveOn,
    changeNote: version.changeNote[languageId] ?? version.changeNote[version.fallbackLanguageId] ?? null,
    requireScroll,
  };
  return { text, stored };
}

async function textsUpTo(tx: Tx, manualId: string, number: number): Promise<TextOfVersion[]> {
  const { rows } = await sql<TextOfVersion>`
    SELECT v.number, t.language_id AS "languageId", encode(t.sha256, 'hex') AS sha256
    FROM manual_version v JOIN manual_text t ON t.version_id = v.id
    WHERE v.manual_id = ${manualId}::uuid AND v.number <= ${number} AND (v.number = ${number} OR v.released_at IS NOT NULL)`.execute(
    tx,
  );
  return rows;
}

async function ownerOf(tx: Tx, id: string): Promise<UserRef> {
  const { rows } = await sql<{ id: string; username: string; name: string | null; avatar: string | null }>`
    SELECT id, username, name, avatar_file_id AS avatar FROM app_user WHERE id = ${id}::uuid`.execute(tx);
  return personRef(rows[0]!);
}

/** Recent results of cutting texts into sections, by hash (of title and html): many readers open a manual at the same time. */
const cut = new Map<string, ManualSection[]>();
const CUT_MAX = 20;

export async function sectionsOfText(tenantId: number, { html, sha256 }: StoredText): Promise<ManualSection[]> {
  const sections = cut.get(sha256) ?? (await sectionsOf(tenantId, html));
  cut.delete(sha256);
  cut.set(sha256, sections);
  if (cut.size > CUT_MAX) cut.delete(cut.keys().next().value!);
  return sections;
}
