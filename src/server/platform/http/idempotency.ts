import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';

/** The answer that a request got when it was first made. */
export interface FirstAnswer {
  readonly status: number;
  readonly reply: unknown;
}

/** What the caller calls this request, so that it is carried out once however often it arrives. Undefined when it was not said. */
export function idempotencyKey(request: FastifyRequest, isRequired: boolean): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') {
    if (isRequired) throw new AppError('idempotency.key_missing');
    return undefined;
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw new AppError('request.invalid', {}, { errors: [{ pointer: '#idempotency-key', code: 'request.invalid' }] });
  }
  return key;
}

/**
 * The first answer to this key, if there is one. Throws 422 when the key belonged to another request, and 409 when the
 * first one is still running: a second one does not wait for it.
 */
export async function firstAnswer(
  tx: Tx,
  { tenantId, userId }: CallerSession,
  key: string,
  fingerprint: Buffer,
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
      ON k.tenant_id = ${tenantId} AND k.user_id = ${userId}::uuid AND k.key = ${key}`.execute(tx);
  const row = rows[0];
  if (!row?.free) throw new AppError('idempotency.in_progress');
  if (row.request_sha256 === null) return undefined;
  if (!Buffer.from(row.request_sha256).equals(fingerprint)) throw new AppError('idempotency.key_reused');
  return { status: row.status ?? 200, reply: row.reply };
}

/** Keeps the answer with the work, in the work's own transaction. */
export async function keepAnswer(tx: Tx, key: string, fingerprint: Buffer, answer: FirstAnswer): Promise<void> {
  // Between the look above and the lock the first request may have ended: its row is there now, and ours is one too many.
  const { numAffectedRows } = await sql`
    INSERT INTO idempotency_key (key, request_sha256, status, reply)
    VALUES (${key}, ${fingerprint}, ${answer.status}, ${JSON.stringify(answer.reply ?? null)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
  if (numAffectedRows !== 1n) throw new AppError('idempotency.in_progress');
}

/** The same request has the same fingerprint. Of a multipart body only its size counts: its boundary is new each time. */
export function fingerprintOf(request: FastifyRequest): Buffer {
  const { method, url, body } = request;
  const text = () => (body === undefined ? (request.headers['content-length'] ?? '') : JSON.stringify(body));
  const content = Buffer.isBuffer(body) ? body : text();
  return createHash('sha256').update(`${method}\n${url}\n`).update(content).digest();
}
