import { sql } from 'kysely';
import type { Deferred } from '../../../../shared/contracts/deferred-actions.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { auditClient, type ElementClient } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/outbox.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { type DeferredActionKind, deferAction } from '../../deferred-actions/index.ts';
import { assertClientsConfirm } from '../../embed/index.ts';
import { seesAll } from '../manual/rights.ts';
import type { Confirmable } from './confirm.rules.ts';
import { CONFIRMATION } from './reading.store.ts';
import { addReceipt } from './receipts.store.ts';

/** What is confirmed, and where. */
export interface Confirmation {
  readonly languageId: string;
  readonly sha256: string;
  /** Time of the confirmation. */
  readonly at: string;
  /** The origin of the page whose embedded element sent the confirmation. */
  readonly origin?: string;
  /** The back end that requested the element's token. */
  readonly client?: ElementClient;
}

/** A reading locked until the transaction ends, with the text in one language. */
export interface LockedReading extends Confirmable {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly manualId: string;
  readonly code: string;
  readonly number: number;
  readonly tenant: string;
  readonly asks: 'changes' | 'full';
  readonly versionAsks: 'none' | 'changes' | 'full';
  readonly attachments: readonly (Confirmable['attachments'][number] & { readonly sha256: string })[];
}

/**
 * Locks and returns the reading for its own reader. BEY-04: only the reader confirms, not a delegate and not an
 * administrator. Throws `reading.on_behalf` for callers who may know of the reading, else `reading.not_found`.
 */
export async function lockOwnReading(
  tx: Tx,
  session: CallerSession,
  readingId: string,
  languageId: string,
): Promise<LockedReading> {
  const id = assertUuid(readingId, 'reading.not_found');
  const reading = await lockReading(tx, id, languageId);
  if (!reading) throw new AppError('reading.not_found');
  if (reading.userId === session.userId) return reading;
  const { rows } = await sql`SELECT 1 FROM delegation WHERE user_id = ${reading.userId}::uuid
    AND delegate_user_id = ${session.userId}::uuid AND removed_at IS NULL`.execute(tx);
  throw new AppError(rows.length > 0 || seesAll(session) ? 'reading.on_behalf' : 'reading.not_found');
}

/** Confirms immediately; returns the id of the receipt. */
export async function confirmNow(tx: Tx, reading: LockedReading, confirmation: Confirmation): Promise<string> {
  const { attachments, sha256 } = reading;
  const { client } = confirmation;
  if (client) await assertClientsConfirm(tx);
  const receiptId = await addReceipt(
    tx,
    {
      v: client ? 2 : 1,
      tenant: reading.tenant,
      manual: { id: reading.manualId, code: reading.code },
      manualVersion: reading.number,
      language: confirmation.languageId,
      textSha256: sha256!,
      attachments: attachments.map((one) => one.sha256),
      opened: attachments.flatMap((one) => (one.opened ? [one.sha256] : [])),
      asks: reading.versionAsks,
      method: reading.asks,
      ...(confirmation.origin === undefined ? {} : { element: { origin: confirmation.origin } }),
      ...(client ? { via: { clientId: client.id, clientName: client.name, origin: client.origin } } : {}),
      confirmedAt: confirmation.at,
    },
    reading,
  );
  await sql`UPDATE manual_reading SET state = 'read', read_at = ${confirmation.at}::timestamptz, receipt_id = ${receiptId}::uuid,
      language_id = ${confirmation.languageId}, progress = 1 WHERE id = ${reading.id}::uuid`.execute(tx);
  if (client)
    await auditClient(tx, client, {
      userId: reading.userId,
      verb: 'confirm',
      entity: 'manual_reading',
      id: reading.id,
    });
  await announce(tx, reading);
  return receiptId;
}

/** Defers the confirmation until it can no longer be undone (BEY-06). All checks have passed before. */
export async function deferConfirmation(
  tx: Tx,
  reading: LockedReading,
  confirmation: Confirmation,
  until: Date,
): Promise<Deferred> {
  const held = await deferAction(tx, { kind: CONFIRMATION, subjectId: reading.id, payload: { confirmation }, until });
  if (!held) throw new AppError('reading.held');
  await setState(tx, reading.id, 'held');
  await announce(tx, reading);
  return held;
}

/** Completes a deferred confirmation. It confirms the text shown at the time, even if a newer version was released meanwhile. */
export const confirmationHandler: DeferredActionKind = {
  async execute(tx, { subjectId, payload }) {
    const { confirmation } = payload as unknown as { confirmation: Confirmation };
    const reading = await lockReading(tx, subjectId, confirmation.languageId);
    if (!reading) throw new AppError('reading.not_found');
    if (reading.state !== 'held')
      throw new AppError(reading.state === 'superseded' ? 'reading.superseded' : 'reading.cancelled');
    if (reading.sha256 !== confirmation.sha256) throw new AppError('reading.text_changed');
    await confirmNow(tx, reading, confirmation);
  },
  async undone(tx, { subjectId }) {
    await release(tx, subjectId);
  },
  async abandoned(tx, { subjectId, userId }, error) {
    await release(tx, subjectId);
    const code = error instanceof AppError ? error.code : 'server.error';
    const data = { readingId: subjectId, code };
    await enqueue(tx, 'live', { principals: [`u:${userId}`], type: 'reading.refused', data });
  },
};

async function release(tx: Tx, id: string): Promise<void> {
  const reading = await lockReading(tx, id, '');
  if (reading?.state !== 'held') return;
  await setState(tx, id, 'pending');
  await announce(tx, reading);
}

async function setState(tx: Tx, id: string, state: 'held' | 'pending'): Promise<void> {
  await sql`UPDATE manual_reading SET state = ${state} WHERE id = ${id}::uuid`.execute(tx);
}

/** Notifies the open pages of the reader, and of users who monitor readings. */
export async function announce(
  tx: Tx,
  { id, manualId, userId }: Pick<LockedReading, 'id' | 'manualId' | 'userId'>,
): Promise<void> {
  const principals = [`u:${userId}`, 'g:manualsgroup', 'g:manualsviewer'];
  await enqueue(tx, 'live', { principals, type: 'reading.changed', data: { manualId, readingId: id } });
}

export async function lockReading(tx: Tx, id: string, languageId: string): Promise<LockedReading | undefined> {
  // Locks in a statement of its own, so that the next query reads the state that nothing else can change.
  const { rows: locked } = await sql`SELECT 1 FROM manual_reading WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  if (locked.length === 0) return undefined;
  const { rows } = await sql<LockedReading>`
    SELECT r.id, r.user_id AS "userId", coalesce(u.name, u.username) AS name, r.manual_id AS "manualId", m.code, v.number,
      t.slug AS tenant, r.state, r.read_at AS "readAt", v.number = m.current_number AS current, r.asks, v.asks AS "versionAsks",
      m.require_scroll AS "requireScroll", r.scrolled_at IS NOT NULL AS scrolled,
      (SELECT encode(x.sha256, 'hex') FROM manual_text x WHERE x.version_id = v.id AND x.language_id = ${languageId}) AS sha256,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'fileName', a.file_name, 'required', a.required,
          'opened', a.id = ANY(r.opened), 'sha256', encode(f.sha256, 'hex')) ORDER BY a.position, a.id)
        FROM manual_attachment a JOIN file f ON f.id = a.file_id WHERE a.version_id = v.id AND a.language_id = ${languageId}), '[]') AS attachments
    FROM manual_reading r JOIN manual m ON m.id = r.manual_id JOIN manual_version v ON v.id = r.version_id
      JOIN app_user u ON u.id = r.user_id JOIN tenant t ON t.id = r.tenant_id
    WHERE r.id = ${id}::uuid`.execute(tx);
  return rows[0];
}
