import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';

/** The stored response of the first request. */
export interface FirstAnswer {
  readonly status: number;
  readonly reply: unknown;
}

/** Identifies a repeated request. */
export interface RequestKey {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Maximum age of the first request. Undefined for a key of the caller, which is valid as long as its row exists. */
  readonly seconds?: number;
}

/** How long the same body from the same user counts as a repetition when no key was sent (API-06). */
const SAME_BODY_SECONDS = 60;

/** Returns the key of this request: the one the caller sent, or for `same-body` one derived from its content. Undefined where neither applies. */
export function requestKey(
  request: FastifyRequest,
  idempotency: 'required' | 'same-body' | undefined,
): RequestKey | undefined {
  const key = sentKey(request);
  if (key !== undefined) return { key, fingerprint: fingerprintOf(request) };
  if (idempotency === 'required') throw new AppError('idempotency.key_missing');
  if (idempotency === undefined) return undefined;
  const fingerprint = fingerprintOf(request);
  // The space avoids collisions with callers' keys, which contain none.
  return { key: `same body ${fingerprint.toString('hex')}`, fingerprint, seconds: SAME_BODY_SECONDS };
}

function sentKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw new AppError('request.invalid', {}, { errors: [{ pointer: '#idempotency-key', code: 'request.invalid' }] });
  }
  return key;
}

/**
 * Returns the stored response for this key, if there is one. Throws 422 when the key belongs to another request, and 409
 * when the first request is still running: a second one does not occupy a connection to wait for it.
 */
export async function firstAnswer(
  tx: Tx,
  { tenantId, userId }: CallerSession,
  { key, fingerprint, seconds }: RequestKey,
): Promise<FirstAnswer | undefined> {
  const { rows } = await sql<{
    free: boolean;
    request_sha256: Buffer | Uint8Array | null;
    status: number | null;
    reply: unknown;
  }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${tenantId}/${userId}/${key}`}, 0)) AS free,
      k.request_sha256, k.status, k.reply
    FROM (SELECT 1) one LEFT JOIN idempotency_key k
      ON k.tenant_id = ${tenantId} AND k.user_id = ${userId}::uuid AND k.key = ${key}
        AND ${isRecent(sql.ref('k.created_at'), seconds)}`.execute(tx);
  const row = rows[0];
  if (!row?.free) throw new AppError('idempotency.in_progress');
  if (row.request_sha256 === null) return undefined;
  if (!Buffer.from(row.request_sha256).equals(fingerprint)) throw new AppError('idempotency.key_reused');
  return { status: row.status ?? 200, reply: row.reply };
}

/** Stores the response in the transaction of the work. Replaces an expired one. */
export async function keepAnswer(
  tx: Tx,
  { key, fingerprint, seconds }: RequestKey,
  { status, reply }: FirstAnswer,
): Promise<void> {
  // The first request may have ended between the check above and the lock: then its row exists, and ours is a duplicate.
  const { numAffectedRows } = await sql`
    INSERT INTO idempotency_key (key, request_sha256, status, reply)
    VALUES (${key}, ${fingerprint}, ${status}, ${JSON.stringify(reply ?? null)}::jsonb)
    ON CONFLICT (tenant_id, user_id, key) DO UPDATE
      SET status = excluded.status, reply = excluded.reply, created_at = excluded.created_at
      WHERE NOT ${isRecent(sql.ref('idempotency_key.created_at'), seconds)}`.execute(tx);
  if (numAffectedRows !== 1n) throw new AppError('idempotency.in_progress');
}

function isRecent(createdAt: RawBuilder<unknown>, seconds: number | undefined): RawBuilder<boolean> {
  return seconds === undefined ? sql`true` : sql`${createdAt} > now() - ${seconds} * interval '1 second'`;
}

/** Returns a fingerprint that is equal for equal requests. Of a multipart body only the size counts: its boundary is new each time. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const { method, url, body } = request;
  const text = () => (body === undefined ? (request.headers['content-length'] ?? '') : JSON.stringify(body));
  const content = Buffer.isBuffer(body) ? body : text();
  return createHash('sha256').update(`${method}\n${url}\n`).update(content).digest();
}
