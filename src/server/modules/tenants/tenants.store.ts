import { sql } from 'kysely';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import type { ContentStore } from '../../platform/files.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { giveMenu } from '../menus/index.ts';
import { giveRegistries } from '../registries/index.ts';
import { PRODUCT_GROUPS, PRODUCT_LANGUAGES } from './tenants.defaults.ts';

export interface NewTenant {
  /** `tenantId` in the API: lower-case letters, digits, dashes. */
  readonly slug: string;
  readonly name: string;
  /** IANA name. */
  readonly timeZone?: string;
  readonly languageId?: string;
}

/**
 * Creates a tenant with the product's groups, languages and menu. The first one of a database is the provider's own.
 * Throws the database's unique violation (23505) if the slug is taken.
 */
export async function createTenant(db: DatabaseHandle, tenant: NewTenant): Promise<{ tenantId: number }> {
  return { tenantId: await db.systemTransaction((tx) => insertTenant(tx, tenant)) };
}

/**
 * As `createTenant`, in a transaction of any role; the transaction continues as the new tenant. Returns its number. `userId` is
 * the actor in its audit log.
 */
export async function insertTenant(tx: Tx, tenant: NewTenant, userId: string | null = null): Promise<number> {
  await continueAs(tx, 'system');
  const { rows } = await sql<{ id: number }>`INSERT INTO tenant (slug, name, time_zone, language_id)
    VALUES (${tenant.slug}, ${tenant.name}, ${tenant.timeZone ?? 'Europe/Tallinn'}, ${tenant.languageId ?? 'en'}) RETURNING id`.execute(
    tx,
  );
  const tenantId = rows[0]!.id;
  await continueAs(tx, { tenantId, userId });
  await tx
    .insertInto('app_group')
    .values(PRODUCT_GROUPS.map((group) => ({ ...group, kind: 'product' as const })))
    .execute();
  await tx
    .insertInto('language')
    .values(PRODUCT_LANGUAGES.map(({ id, name, locale }) => ({ language_id: id, name, locale })))
    .execute();
  await giveMenu(tx);
  await giveRegistries(tx);
  return tenantId;
}

export interface TenantSummary {
  readonly tenantId: string;
  readonly name: string;
  readonly timeZone: string;
  readonly languageId: string;
  readonly logo: string | null;
  /** The tenant's own external help centre. */
  readonly helpUrl: string | null;
}

/** Returns the tenant of the transaction, as its users see it. */
export async function readTenant(tx: Tx): Promise<TenantSummary> {
  const { rows } = await sql<{
    slug: string;
    name: string;
    time_zone: string;
    language_id: string;
    help_url: unknown;
    logo: string | null;
    has_logo: boolean;
  }>`SELECT slug, name, time_zone, language_id, right(logo_file_id::text, 12) AS logo,
      (SELECT value FROM tenant_setting WHERE key = 'helpUrl') AS help_url,
      EXISTS (SELECT 1 FROM tenant_setting WHERE key = 'logo') AS has_logo FROM tenant`.execute(tx);
  const row = rows[0]!;
  return {
    tenantId: row.slug,
    name: row.name,
    timeZone: row.time_zone,
    languageId: row.language_id,
    logo: row.logo ? `${logoPath(row.slug)}?v=${row.logo}` : row.has_logo ? logoPath(row.slug) : null,
    helpUrl: webAddress(row.help_url),
  };
}

/** Other addresses, such as `javascript:`, are ignored: the menu links to this one. */
function webAddress(value: unknown): string | null {
  const isWeb = typeof value === 'string' && ['https:', 'http:'].includes(URL.parse(value)?.protocol ?? '');
  return isWeb ? value : null;
}

const logoPath = (slug: string) => `/api/public/tenants/${slug}/logo`;

export interface TenantLogo {
  readonly mediaType: string;
  readonly content: Buffer;
}

const LOGO_MAX = 64 * 1024;

/** Throws RangeError above 64 kB. */
export async function setTenantLogo(db: DatabaseHandle, tenantId: number, logo: TenantLogo): Promise<void> {
  if (logo.content.length > LOGO_MAX) throw new RangeError('A logo may take 64 kB.');
  const value = json({ mediaType: logo.mediaType, content: logo.content.toString('base64') });
  await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql`INSERT INTO tenant_setting (key, value) VALUES ('logo', ${value}) ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(
      tx,
    ),
  );
}

const SLUG = /^[a-z][a-z0-9-]{1,30}$/;

async function findTenantId(db: DatabaseHandle, slug: string): Promise<number | undefined> {
  if (!SLUG.test(slug)) return undefined;
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${slug}`.execute(tx),
  );
  return rows[0]?.id;
}

/** Returns the logo of an organisation: its file, or the setting of an installation from before logos were files. */
export async function readLogo(
  db: DatabaseHandle,
  contents: ContentStore,
  slug: string,
): Promise<TenantLogo | undefined> {
  const tenantId = await findTenantId(db, slug);
  if (tenantId === undefined) return undefined;
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{
      mediaType: string | null;
      sha256: Uint8Array | null;
      setting: { mediaType: string; content: string } | null;
    }>`
      SELECT f.media_type AS "mediaType", f.sha256, (SELECT value FROM tenant_setting WHERE key = 'logo') AS setting
      FROM tenant t LEFT JOIN file f ON f.tenant_id = t.id AND f.id = t.logo_file_id`.execute(tx),
  );
  const { mediaType, sha256, setting } = rows[0]!;
  if (mediaType !== null && sha256 !== null) {
    const content = await contents.read(tenantId, Buffer.from(sha256));
    return content && { mediaType, content };
  }
  return setting ? { mediaType: setting.mediaType, content: Buffer.from(setting.content, 'base64') } : undefined;
}
