import { sql } from 'kysely';
import { hasUnsealedRows, verifyNextSeals } from '../audit/index.ts';
import type { AlertScan, Occasion } from './occasions.rules.ts';

/** Batches of seals that one scan verifies, each in a transaction of its own. */
const BATCHES = 20;
const DAY_MS = 86_400_000;

/** Verifies all seals of an organisation once a day, a part in each scan. At most one occasion a day. */
export async function findBrokenSeals({ db, tenantId, now }: AlertScan): Promise<readonly Occasion[]> {
  const place = await readPlace(db, tenantId);
  // An organisation without a position has just been created.
  if (!place || (place.seal < 0 && place.verifiedAt.getTime() > now.getTime() - DAY_MS)) return [];
  let [seal, faults, isDone] = [place.seal, 0, false];
  for (let batch = 0; batch < BATCHES && !isDone; batch++) {
    const next = await verifyNextSeals(db, tenantId, seal);
    faults += next.faults;
    isDone = next.last === null;
    seal = next.last ?? seal;
  }
  if (isDone && (await hasUnsealedRows(db, tenantId))) faults += 1;
  await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql`UPDATE alert_scan SET seal = ${isDone ? -1 : seal}, verified_at = ${isDone ? now : place.verifiedAt}`.execute(
      tx,
    ),
  );
  if (faults === 0) return [];
  const occasion = now.toISOString().slice(0, 10);
  return [{ kind: 'sealBroken', subject: '', occasion, at: now, actorId: null, details: {} }];
}

async function readPlace(db: AlertScan['db'], tenantId: number) {
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{
      seal: number;
      verifiedAt: Date;
    }>`SELECT seal::int AS seal, verified_at AS "verifiedAt" FROM alert_scan`.execute(tx),
  );
  return rows[0];
}
