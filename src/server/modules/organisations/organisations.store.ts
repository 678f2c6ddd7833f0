import { sql } from 'kysely';
import { LANGUAGE_NAMES, LANGUAGES, type LanguageId, LOCALES } from '../../../shared/contracts/constants.ts';
import type { Organisation } from '../../../shared/contracts/organisations.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { removeFile } from '../../platform/files.ts';
import { readTenant } from '../tenants/index.ts';

export interface LockedOrganisation extends Omit<Organisation, 'isProvider'> {
  readonly updated_at: Date;
  /** Name of the user of the organisation who changed it last; null: the provider. */
  readonly changer: string | null;
}

/** Reads the organisation of the transaction and locks it until the end of the transaction. */
export async function lockOrganisation(tx: Tx): Promise<LockedOrganisation> {
  const { rows } = await sql<{
    status: Organisation['status'];
    suspended_at: Date | null;
    suspendedReason: string | null;
    version: number;
    created_at: Date;
    updated_at: Date;
    changer: string | null;
  }>`SELECT status, suspended_at, suspended_reason AS "suspendedReason", version, created_at, updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = t.updated_by) AS changer
    FROM tenant t FOR UPDATE OF t`.execute(tx);
  const { created_at: createdAt, suspended_at: suspendedAt, ...row } = rows[0]!;
  const { tenantId, name, timeZone, languageId, logo, helpUrl } = await readTenant(tx);
  return {
    tenantId,
    name,
    timeZone,
    languageId,
    logo,
    helpUrl,
    ...row,
    languages: await readLanguages(tx),
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  };
}

async function readLanguages(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT language_id AS id FROM language
    WHERE enabled ORDER BY language_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Throws language.not_found for a language that the organisation does not have. */
export async function assertLanguages(tx: Tx, languages: readonly string[]): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM unnest(${[...languages]}::text[]) AS wanted(id)
    WHERE id <> ALL(${[...LANGUAGES]}::text[]) AND NOT EXISTS (SELECT 1 FROM language l WHERE l.language_id = wanted.id)`.execute(
    tx,
  );
  if (rows.length > 0) {
    throw new AppError('language.not_found', {}, { errors: [{ pointer: '/languages', code: 'language.not_found' }] });
  }
}

export interface StoredProfile {
  readonly name: string;
  readonly timeZone: string;
  readonly languageId: LanguageId;
  readonly languages: readonly LanguageId[];
  readonly helpUrl: string | null;
}

/** Writes the profile of the transaction's organisation; its version grows even if only languages or the help centre change. */
export async function updateProfile(tx: Tx, profile: StoredProfile): Promise<void> {
  const { name, timeZone, languageId, languages, helpUrl } = profile;
  await sql`UPDATE tenant SET name = ${name}, time_zone = ${timeZone}, language_id = ${languageId}`.execute(tx);
  const product = LANGUAGES.map((id) => ({
    id,
    name: LANGUAGE_NAMES[id],
    locale: LOCALES[id],
    enabled: languages.includes(id),
  }));
  await sql`INSERT INTO language (language_id, name, locale, enabled)
    SELECT id, name, locale, enabled FROM jsonb_to_recordset(${json(product)}::jsonb) AS x(id text, name text, locale text, enabled boolean)
    ON CONFLICT (tenant_id, language_id) DO UPDATE SET enabled = excluded.enabled WHERE language.enabled <> excluded.enabled`.execute(
    tx,
  );
  // Added languages: the provider decides which an organisation can offer.
  await sql`UPDATE language SET enabled = NOT enabled
    WHERE language_id <> ALL(${[...LANGUAGES]}::text[]) AND enabled <> (language_id = ANY(${[...languages]}::text[]))`.execute(
    tx,
  );
  if (helpUrl === null) await sql`DELETE FROM tenant_setting WHERE key = 'helpUrl'`.execute(tx);
  else {
    await sql`INSERT INTO tenant_setting (key, value) VALUES ('helpUrl', ${json(helpUrl)}::jsonb)
      ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value WHERE tenant_setting.value <> excluded.value`.execute(
      tx,
    );
  }
}

/** Replaces or removes the logo. The previous file is no longer needed. */
export async function setLogoFile(tx: Tx, fileId: string | null): Promise<void> {
  const { rows } = await sql<{ before: string | null }>`UPDATE tenant t SET logo_file_id = ${fileId}::uuid
    FROM (SELECT id, logo_file_id FROM tenant FOR UPDATE) o WHERE t.id = o.id RETURNING o.logo_file_id AS before`.execute(
    tx,
  );
  const before = rows[0]?.before;
  if (before) await removeFile(tx, before);
  // The logo of an installation from before logos were files.
  await sql`DELETE FROM tenant_setting WHERE key = 'logo'`.execute(tx);
}

/** The number of the organisation with this short name; as `verva_system`. */
export async function isSlugTaken(tx: Tx, slug: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM tenant WHERE slug = ${slug}`.execute(tx);
  return rows.length > 0;
}
