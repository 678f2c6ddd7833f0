import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Views of the same thing within this time are one row. */
const SECONDS = 600;

/** Protected data that the user of the transaction is about to get. */
export interface Look {
  /** As `entity` and `entity_id` of the audit log. */
  readonly kind: string;
  readonly entityId: string;
  /** The users whose data it is. Empty: it concerns no user in particular. */
  readonly subjects?: readonly string[];
  readonly confidential?: string;
  readonly onBehalfOf?: string | null;
}

/**
 * Records a view in the transaction that answers it: one row for each person concerned and ten minutes, however many requests
 * run at once, because the id follows from them. Views of one's own data are not recorded.
 */
export async function recordLook(
  tx: Tx,
  { kind, entityId, subjects = [], confidential, onBehalfOf }: Look,
): Promise<void> {
  const concerned = subjects.length === 0 ? [null] : [...subjects];
  await sql`
    INSERT INTO look_log (id, subject_id, kind, entity_id, confidential, on_behalf_of)
    SELECT (lpad(to_hex((floor(extract(epoch FROM now()) / ${sql.lit(SECONDS)}) * ${sql.lit(SECONDS * 1000)})::bigint), 12, '0')
        || '7' || substr(name, 1, 3) || '8' || substr(name, 4, 15))::uuid,
      subject, ${kind}, ${entityId}, ${confidential ?? null}, ${onBehalfOf ?? null}::uuid
    FROM (SELECT subject, md5(concat_ws('/', me(), ${kind}::text, ${entityId}::text, subject)) AS name
      FROM unnest(${concerned}::uuid[]) AS subject) x
    WHERE me() IS NOT NULL AND subject IS DISTINCT FROM me()
    ON CONFLICT DO NOTHING`.execute(tx);
}
