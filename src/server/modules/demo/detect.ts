import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import { DEMO_FOLDER, readOrganisations } from './data.ts';

/**
 * Returns the slugs of demo organisations in the database: those with the slug of one and an account of one of its people. The slug alone
 * may be a real organisation's; accounts are there also when the loading of the demo was broken off.
 */
export async function demoOrganisations(db: Pick<DatabaseHandle, 'signinTransaction'>): Promise<string[]> {
  // An installation without the demo's files has never loaded it from them; its database may be of another one.
  if (!existsSync(DEMO_FOLDER)) return [];
  const pairs = readOrganisations().flatMap(({ slug, people }) => people.map(({ username }) => ({ slug, username })));
  const { rows } = await db.signinTransaction((tx) =>
    sql<{ slug: string }>`SELECT DISTINCT t.slug FROM tenant t JOIN idn_user u ON u.tenant_id = t.id
      JOIN unnest(${pairs.map(({ slug }) => slug)}::text[], ${pairs.map(({ username }) => username)}::text[]) AS d (slug, username)
        ON d.slug = t.slug AND d.username = u.username ORDER BY t.slug`.execute(tx),
  );
  return rows.map(({ slug }) => slug);
}
