import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import { DEMO_FOLDER, readOrganisations } from './data.ts';

/**
 * Returns the slugs of demo organisations in the database: those with a demo slug and the account of a demo user. A slug
 * alone can belong to a real organisation; the accounts exist even if loading the demo was interrupted.
 */
export async function demoOrganisations(db: Pick<DatabaseHandle, 'signinTransaction'>): Promise<string[]> {
  // An installation without the demo's files cannot have loaded the demo from them, but its database may come from another one.
  if (!existsSync(DEMO_FOLDER)) return [];
  const pairs = readOrganisations().flatMap(({ slug, people }) => people.map(({ username }) => ({ slug, username })));
  const { rows } = await db.signinTransaction((tx) =>
    sql<{ slug: string }>`SELECT DISTINCT t.slug FROM tenant t JOIN idn_user u ON u.tenant_id = t.id
      JOIN unnest(${pairs.map(({ slug }) => slug)}::text[], ${pairs.map(({ username }) => username)}::text[]) AS d (slug, username)
        ON d.slug = t.slug AND d.username = u.username ORDER BY t.slug`.execute(tx),
  );
  return rows.map(({ slug }) => slug);
}
