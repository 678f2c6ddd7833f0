import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { viaOf } from '../../platform/element-client.ts';
import type { CallerSession } from '../../platform/session.ts';

/** A transaction of the caller, for endpoints that wait for other servers in between. */
export function inTransaction<T>(
  { db }: Pick<AppContext, 'db'>,
  { session, request }: { readonly session: CallerSession; readonly request: FastifyRequest },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tenantId, userId } = session;
  return db.tenantTransaction({ tenantId, userId, requestId: request.id, via: viaOf(session) }, work);
}
