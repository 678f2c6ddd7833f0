import { sql } from 'kysely';
import { isUuid } from '../../platform/uuid.ts';
import { type ErasureContext, workOnErasedOrganisations } from './erase.work.ts';
import { providerOf } from './erasure.store.ts';

/** An erasure of an organisation that took place, as the server logged it. */
export interface PastErasure {
  readonly tenant: string;
  readonly tenantId: number;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** Reads erasures of organisations from lines of JSON: of the server's log, or of `listOrganisationErasures`. Other lines are passed over. */
export function readOrganisationErasures(text: string): PastErasure[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf('{');
    if (at < 0 || !line.includes('"organisationErasure":{')) return [];
    try {
      const { organisationErasure: one } = JSON.parse(line.slice(at)) as { organisationErasure: PastErasure };
      return Number.isSafeInteger(one.tenantId) && isUuid(one.askedBy) && isUuid(one.approvedBy) ? [one] : [];
    } catch {
      // A line that a full disk cut off.
      return [];
    }
  });
}

/** Lists the erasures that the database knows: by the provider's audit log, and those whose 30 days are over. */
export async function listOrganisationErasures({ db }: Pick<ErasureContext, 'db'>): Promise<PastErasure[]> {
  const { provider, due } = await db.systemTransaction(async (tx) => {
    const { rows } = await sql<PastErasure>`SELECT slug AS tenant, id AS "tenantId", erase_asked_by AS "askedBy",
        erase_approved_by AS "approvedBy" FROM tenant WHERE is_erasing(id) ORDER BY id`.execute(tx);
    return { provider: await providerOf(tx), due: rows };
  });
  if (provider === null) return [];
  const { rows } = await db.tenantTransaction({ tenantId: provider, userId: null }, (tx) =>
    sql<PastErasure>`SELECT entity_id AS tenant, (after->>'number')::int AS "tenantId", after->>'asked_by' AS "askedBy",
        after->>'approved_by' AS "approvedBy" FROM audit_log
      WHERE entity = 'tenant' AND verb = 'erased' AND after ? 'number' ORDER BY id`.execute(tx),
  );
  return [...rows, ...due];
}

/**
 * Erases organisations again that a restored backup brought back, without another 30 days. Returns how many were erased, and
 * are not in the database. A new organisation with the same short name has another number and stays.
 */
export async function replayOrganisationErasures(
  context: ErasureContext,
  list: readonly PastErasure[],
): Promise<{ readonly erased: number; readonly unknown: number }> {
  const counts = { erased: 0, unknown: 0 };
  for (const { tenant, tenantId, askedBy, approvedBy } of list) {
    const { rows } = await context.db.systemTransaction((tx) =>
      sql`UPDATE tenant SET status = 'closing', erase_asked_by = ${askedBy}::uuid, erase_approved_by = ${approvedBy}::uuid, erase_after = now()
        WHERE id = ${tenantId} AND slug = ${tenant} AND id <> (SELECT min(id) FROM tenant) RETURNING 1`.execute(tx),
    );
    counts[rows.length > 0 ? 'erased' : 'unknown'] += 1;
  }
  while (await workOnErasedOrganisations(context));
  return counts;
}
