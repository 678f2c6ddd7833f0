import { sql } from 'kysely';
import { isUuid } from '../../platform/uuid.ts';
import { type ErasureContext, workOnErasedOrganisations } from './erase.work.ts';

/** An erasure of an organisation that took place, as the server logged it. */
export interface PastErasure {
  readonly tenant: string;
  readonly tenantId: number;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** Reads erasures of organisations from the lines of the server's log. Other lines are passed over. */
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
