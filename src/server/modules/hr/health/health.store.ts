import { sql } from 'kysely';
import type { HrHealthCheck } from '../../../../shared/contracts/hr-health.contract.ts';
import { changedBy } from '../../../platform/changed-by.ts';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { personRef, personRow } from '../../users/index.ts';
import { endOf } from '../contracts/contracts.store.ts';

/** Far more than a working life has. */
const ROWS_MAX = 500;

type PersonInput = Parameters<typeof personRef>[0];

interface CheckRow extends Omit<HrHealthCheck, 'user' | 'createdAt' | 'createdBy'> {
  readonly person: PersonInput;
  readonly creator: PersonInput | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly changer: string | null;
}

export interface StoredCheck {
  readonly check: HrHealthCheck;
  readonly stamp: { readonly version: number; readonly updated_at: Date; readonly changer: string | null };
}

/** Reads the health checks of a user, the latest first; after the access is logged. */
export async function readChecks(tx: Tx, userId: string, id?: string): Promise<StoredCheck[]> {
  const { rows } =
    await sql<CheckRow>`SELECT h.id, ${personRow('u')} AS person, h.kind, h.checked_on::text AS "checkedOn", h.decision,
      h.restrictions, h.validity_value AS "validityValue", h.validity_unit AS "validityUnit", ${endOf('h.next_on')} AS "nextOn",
      h.document_id AS "documentId", h.created_at, h.updated_at, h.version, ${personRow('b')} AS creator,
      (SELECT x.name FROM app_user x WHERE x.id = ${changedBy('h')}) AS changer
    FROM hr_health_check h JOIN app_user u ON u.id = h.user_id LEFT JOIN app_user b ON b.id = h.created_by
    WHERE h.user_id = ${userId}::uuid AND h.removed_at IS NULL ${id === undefined ? sql`` : sql`AND h.id = ${id}::uuid`}
    ORDER BY h.checked_on DESC, h.id DESC LIMIT ${sql.lit(ROWS_MAX)}`.execute(tx);
  return rows.map(({ person, creator, created_at, updated_at, changer, ...row }) => ({
    stamp: { version: row.version, updated_at, changer },
    check: {
      ...row,
      user: personRef(person),
      createdAt: created_at.toISOString(),
      createdBy: creator && personRef(creator),
    },
  }));
}

export type CheckValues = Pick<
  HrHealthCheck,
  'kind' | 'checkedOn' | 'decision' | 'restrictions' | 'validityValue' | 'validityUnit' | 'nextOn' | 'documentId'
>;

export async function insertCheck(tx: Tx, userId: string, values: CheckValues): Promise<string> {
  const id = uuid7();
  await sql`INSERT INTO hr_health_check (id, user_id, kind, checked_on, decision, restrictions, validity_value, validity_unit, next_on,
      document_id)
    VALUES (${id}::uuid, ${userId}::uuid, ${values.kind}, ${values.checkedOn}, ${values.decision}, ${values.restrictions},
      ${values.validityValue}, ${values.validityUnit}, ${values.nextOn ?? 'infinity'}, ${values.documentId}::uuid)`.execute(
    tx,
  );
  return id;
}

export async function updateCheck(tx: Tx, id: string, values: CheckValues): Promise<void> {
  await sql`UPDATE hr_health_check SET kind = ${values.kind}, checked_on = ${values.checkedOn}, decision = ${values.decision},
      restrictions = ${values.restrictions}, validity_value = ${values.validityValue}, validity_unit = ${values.validityUnit},
      next_on = ${values.nextOn ?? 'infinity'}, document_id = ${values.documentId}::uuid WHERE id = ${id}::uuid`.execute(
    tx,
  );
}

export async function removeCheck(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE hr_health_check SET removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}

/** Whether a health check of the user refers to the document; after the access is logged. */
export async function usesDocument(tx: Tx, userId: string, documentId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM hr_health_check WHERE document_id = ${documentId}::uuid AND user_id = ${userId}::uuid
    AND removed_at IS NULL`.execute(tx);
  return rows.length > 0;
}
