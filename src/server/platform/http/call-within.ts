import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '../../../shared/contracts/endpoint.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../database.ts';
import { assertScope } from '../element-scopes.ts';
import type { CallerSession } from '../session.ts';
import { keptOperation } from './operations.ts';
import { assertReadable } from './readable.ts';
import { assertMay } from './serve.ts';

/** The request that carries out other operations in its own transaction. */
export interface OuterCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly context: AppContext;
  readonly now: Date;
}

interface Sent<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly body?: BodyOf<E>;
}

/**
 * Carries out an operation of the API in the transaction of another request, with the checks of a request of its own:
 * rights, scope and body. For operations of one transaction without `receive` and `afterwards`. `If-Match` is met by every
 * version: the outer request decides about conflicts.
 *
 * `isolated` is the context that the operation sees. Its database can be a copy, so that versions that a savepoint takes back
 * stay out of the caches of the server.
 */
export async function callWithin<E extends Endpoint>(
  outer: OuterCall,
  isolated: AppContext,
  endpoint: E,
  { params, body }: Sent<E>,
): Promise<ReplyOf<E>> {
  const { tx, session, now } = outer;
  const operation = keptOperation(outer.context, endpoint);
  if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not served`);
  assertScope(session, endpoint.scope);
  assertMay(session, endpoint);
  if (body !== undefined) assertReadable(body);
  operation.check?.(body);
  const headers = { ...outer.request.headers, 'if-match': '*' };
  const request = Object.create(outer.request, { headers: { value: headers }, body: { value: body } });
  const call = { tx, session, now, request, reply: NO_REPLY, params, body, query: {}, context: isolated };
  return operation.handle(call as never) as Promise<ReplyOf<E>>;
}

/** Headers of the inner response are not sent. */
const NO_REPLY = { header: () => NO_REPLY } as unknown as FastifyReply;
