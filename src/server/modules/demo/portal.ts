import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import {
  changeSecret,
  insertClient,
  newSecret,
  readClients,
  upsertReader,
  writeEmbedSettings,
} from '../embed/index.ts';
import { PORTAL_PEOPLE } from './portal.people.ts';

/** Group of external readers: those of the port's partner. */
const GROUP = { id: 'dock-partners', name: 'Dock partners' };
const PARTNER = 'Daugava Stevedores';

/** Credentials of the partner's back end. */
export interface PortalClient {
  readonly id: string;
  readonly secret: string;
}

/** Registers the partner's back end with the organisation. Creates a new secret at each start, because only its hash is stored. */
export function admitPortal(db: DatabaseHandle, tenantId: number): Promise<PortalClient> {
  return db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    await sql`INSERT INTO app_group (id, name) VALUES (${GROUP.id}, ${GROUP.name}) ON CONFLICT DO NOTHING`.execute(tx);
    // The partner's readers confirm in the portal.
    await writeEmbedSettings(tx, { clientsMayConfirm: true });
    const { secret, sha256 } = newSecret();
    const known = (await readClients(tx)).find(({ name }) => name === PARTNER);
    const fields = { name: PARTNER, scopes: ['manuals'], readersGroupId: GROUP.id };
    const id = known?.id ?? (await insertClient(tx, fields, sha256));
    if (known) await changeSecret(tx, id, sha256);
    // Registered in advance, so that they have something to read on their first visit.
    for (const person of PORTAL_PEOPLE) await upsertReader(tx, { id, readersGroupId: GROUP.id }, person);
    return { id, secret };
  });
}
