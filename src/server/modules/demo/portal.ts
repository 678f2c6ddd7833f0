import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import { upsertReader, writeEmbedSettings } from '../embed/index.ts';
import { admitClient, type DemoClient } from './partner-client.ts';
import { PORTAL_PEOPLE } from './portal.people.ts';

/** Group of external readers: those of the port's partner. */
const GROUP = { id: 'dock-partners', name: 'Dock partners' };
const PARTNER = 'Daugava Stevedores';

/** Registers the partner's back end with the organisation. */
export function admitPortal(db: DatabaseHandle, tenantId: number): Promise<DemoClient> {
  return db.tenantTransaction({ tenantId, userId: null, via: 'demo' }, async (tx) => {
    await sql`INSERT INTO app_group (id, name) VALUES (${GROUP.id}, ${GROUP.name}) ON CONFLICT DO NOTHING`.execute(tx);
    // The partner's readers confirm in the portal.
    await writeEmbedSettings(tx, { clientsMayConfirm: true });
    const client = await admitClient(tx, { name: PARTNER, scopes: ['manuals'], readersGroupId: GROUP.id });
    // Registered in advance, so that they have something to read on their first visit.
    for (const person of PORTAL_PEOPLE) await upsertReader(tx, { id: client.id, readersGroupId: GROUP.id }, person);
    return client;
  });
}
