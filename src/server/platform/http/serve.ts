import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyBounds } from '../../../shared/contracts/body-bounds.ts';
import type { BodyOf, Endpoint, ListFields, ParamsOf, QueryOf, ReplyOf } from '../../../shared/contracts/endpoint.ts';
import { addressKey } from '../address-key.ts';
import { forClient } from '../client-disconnect.ts';
import type { AppContext } from '../context.ts';
import type { TenantScope, Tx } from '../database.ts';
import { viaOf } from '../element-client.ts';
import { assertScope } from '../element-scopes.ts';
import { AppError } from '../errors.ts';
import { mergeView, parseList, viewOf } from '../filters.ts';
import type { ListQuery } from '../list-query.ts';
import { lockReferences, referencesOf } from '../reference-lock.ts';
import type { CallerSession } from '../session.ts';
import { firstAnswer, keepAnswer, type RequestKey, requestKey } from './idempotency.ts';
import { operationOf } from './openapi.ts';
import { keepOperation } from './operations.ts';
import { assertReadable, assertText, bodyCheck, queryReader } from './readable.ts';
import { assertRecentSignIn } from './recent-sign-in.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the parser of JSON allows; ORDINARY_BOUNDS by default. */
    bodyBounds?: BodyBounds;
  }
  interface FastifyRequest {
    /** The caller; undefined on public endpoints. */
    session?: CallerSession;
    /** On a public endpoint: the recipient of the response, once known from the request. */
    reader?: { readonly languageId: string; readonly timeZone: string };
    /** Tenants that allow the origin of the requesting page; undefined when none does, or without an origin. */
    embeddingTenants?: ReadonlySet<number>;
  }
}

/** Data received before the handler runs; releases its resources after the request. */
interface Received {
  release(): Promise<void>;
}

/** Arguments of a handler. */
interface Call<E extends Endpoint, R = undefined> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Filters, sort and page of a list endpoint. */
  readonly list: ListQuery;
  /** The tenant's transaction of this request; committed before the response is sent. */
  readonly tx: Tx;
  /** The result of `receive`. */
  readonly received: R;
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AppContext;
  readonly now: Date;
  /** Selects another status that the endpoint declares. */
  readonly answerWith: (status: NonNullable<Endpoint['status']>) => void;
}

/** Maximum time of a list query; a longer one would occupy a connection that other requests need. */
const LIST_MS = 5000;

/** How long a repetition without a key waits for the first request. */
const FIRST_REQUEST_MS = 10_000;

type Handler<E extends Endpoint, R> = (call: Call<E, R>) => Promise<ReplyOf<E>>;

export interface ServeOptions<E extends Endpoint, R = undefined> {
  /** `none`: the handler opens transactions itself, or needs none. Public endpoints never have one. */
  readonly transaction?: 'tenant' | 'none';
  /** Reads slow input, such as files, before the transaction is opened, so that a slow client delays no other request. */
  readonly receive?: (call: Omit<Call<E>, 'tx' | 'received'>) => Promise<R & Received>;
  /** Reads saved views for the list. */
  readonly view?: ViewReader;
  /** Fields of the list where they depend on the request; undefined when this request is not for a list. */
  readonly listOf?: (call: {
    readonly params: ParamsOf<E>;
    readonly session: CallerSession;
    readonly request: FastifyRequest;
  }) => ListFields | FieldsReader | undefined;
  /** Runs after the commit and before the response; returns the response. Also runs after a repeated request, with the stored response. */
  readonly afterwards?: (call: Omit<Call<E>, 'tx' | 'received'>, reply: ReplyOf<E>) => Promise<ReplyOf<E>>;
}

/** Reads the fields of a list that the organisation defines, in the transaction of the request. */
type FieldsReader = (tx: Tx) => Promise<ListFields>;

/** Returns the query of the saved view `name`; by id or slug. Throws `view.not_found`. */
export type ViewReader = (
  call: { readonly tx: Tx; readonly session: CallerSession; readonly now: Date },
  name: string,
) => Promise<string>;

/**
 * Serves an endpoint of the contract: checks roles, scopes and input, opens the tenant's transaction, and stores the
 * idempotency key in the same transaction. An error thrown by the handler becomes a problem and rolls back.
 */
export function serve<E extends Endpoint, R = undefined>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  handler: Handler<E, R>,
  {
    transaction = endpoint.who === 'public' ? 'none' : 'tenant',
    view: readView,
    listOf,
    receive,
    afterwards,
  }: ServeOptions<E, R> = {},
): void {
  const isPublic = endpoint.who === 'public';
  const checkBody = endpoint.body ? bodyCheck(endpoint.body) : undefined;
  const readQuery = endpoint.query && !endpoint.list ? queryReader(endpoint.query) : undefined;
  const status = endpoint.status ?? 200;
  const changes = endpoint.method !== 'GET';
  const references = referencesOf(endpoint);
  const takesMultipart = endpoint.consumes?.includes('multipart/form-data') ?? false;

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const now = context.clock();
    const session = request.session as CallerSession;
    let chosen = status;
    for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
      if (value.trim() === '') throw missing(endpoint.missing?.[name] ?? name);
      assertText(value, `/${name}`);
    }
    if (request.isMultipart()) {
      if (!takesMultipart) throw new AppError('request.media_type');
      // A body that is not JSON is file content, checked by its handler.
    } else if (checkBody && !Buffer.isBuffer(request.body)) {
      assertReadable(request.body);
      checkBody(request.body);
    }
    const fields = endpoint.list ?? listOf?.({ params: request.params as ParamsOf<E>, session, request });
    const query = fields ? rawQuery(request) : '';
    const view = viewOf(query);
    const call = {
      params: request.params,
      query: fields ? undefined : readQuery?.(request.query as Record<string, unknown>),
      body: request.body,
      list:
        fields && typeof fields !== 'function' && view === undefined
          ? parseList(query, fields, { ...session, now })
          : undefined,
      session,
      request,
      reply,
      context,
      now,
      answerWith: (other) => {
        chosen = other;
      },
    } as Omit<Call<E>, 'tx' | 'received'>;
    // The view is read in its tenant's transaction; parameters of the request override it.
    const readAsked = async (tx: Tx, name: string) => {
      if (!readView) throw new AppError('view.not_found');
      return mergeView(await readView({ tx, session, now }, name), query);
    };
    const handle = async (tx: Tx, received: R | undefined): Promise<ReplyOf<E>> => {
      if (references) await lockReferences(tx, references);
      if (!fields || call.list) return handler({ ...call, tx, received } as Call<E, R>);
      const known = typeof fields === 'function' ? await fields(tx) : fields;
      const asked = view === undefined ? query : await readAsked(tx, view);
      const list = parseList(asked, known, { ...session, now });
      return handler({ ...call, tx, received, list } as Call<E, R>);
    };
    const send = (result: unknown, code: number) => {
      if (reply.sent) return reply;
      // Keeps a cache header set by the handler.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      reply.status(code);
      if (code === 204) return reply.send();
      // A file sets its own type; it is read after the commit.
      if (endpoint.produces || result instanceof Readable) return reply.send(result);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(result ?? null));
    };
    if (transaction === 'none') return send(await handler(call as Call<E, R>), chosen);
    const { idempotency } = endpoint;
    const key = changes && idempotency !== 'never' ? requestKey(request, idempotency) : undefined;
    const scope: TenantScope = {
      tenantId: session.tenantId,
      userId: session.userId,
      requestId: request.id,
      via: viaOf(session),
      ...(fields ? { timeoutMs: LIST_MS } : {}),
    };
    const received = await receive?.(call);
    const run = (tx: Tx) => handle(tx, received);
    const answered = key === undefined ? context.db.tenantTransaction(scope, run) : answerOnce(key, run);
    const result = await answered.finally(() => received?.release());
    return send(afterwards ? await afterwards(call, result) : result, chosen);

    async function answerOnce(key: RequestKey, run: (tx: Tx) => Promise<ReplyOf<E>>): Promise<ReplyOf<E>> {
      const readReply = async (tx: Tx) => {
        const before = await firstAnswer(tx, session, key);
        return before && { ...before, replayed: true };
      };
      const work = async (tx: Tx) => {
        const before = await readReply(tx);
        if (before) return before;
        const result = await run(tx);
        await keepAnswer(tx, key, { status: chosen, reply: result });
        return { status: chosen, reply: result as unknown, replayed: false };
      };
      const attempt = () =>
        context.db.tenantTransaction(scope, work).catch(async (error: unknown) => {
          // The first request may have ended just after the check, and its work may be why ours was refused: then return its response.
          const late = await context.db.tenantTransaction(scope, readReply).catch(() => undefined);
          if (late) return late;
          throw error;
        });
      const outcome = await (key.seconds === undefined ? attempt() : whenFirstEnded(attempt));
      if (outcome.replayed) reply.header('idempotency-replayed', 'true');
      chosen = outcome.status as typeof chosen;
      return outcome.reply as ReplyOf<E>;
    }
  };

  if (changes && transaction === 'tenant' && !receive && !afterwards) {
    keepOperation(context, endpoint, { handle: handler, check: checkBody });
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: operationOf(endpoint),
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    ...(endpoint.bodyBounds ? { config: { bodyBounds: endpoint.bodyBounds } } : {}),
    ...(isPublic
      ? { onRequest: async ({ ip }: FastifyRequest) => context.limit(addressKey(ip)) }
      : { onRequest: (request: FastifyRequest, reply: FastifyReply) => admit(request, reply, context, endpoint) }),
    // When the client disconnects, work that only it waited for is cancelled.
    handler: (request, reply) => forClient(reply.raw, () => answer(request, reply)),
  });
}

/** Retries while the first request runs, without occupying a connection in between. Its caller sent no key and could not. */
async function whenFirstEnded<T>(attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + FIRST_REQUEST_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isRunning = error instanceof AppError && error.code === 'idempotency.in_progress';
      if (!isRunning || performance.now() > end) throw error;
    }
    await setTimeout(50);
  }
}

/**
 * Reports which parameter is missing when an address ends before the endpoint's last parameter (ERR-04): `DELETE
 * /api/menus`. Only for endpoints whose shorter address no other endpoint has.
 */
export function serveMissing(app: FastifyInstance, context: AppContext, endpoint: Endpoint): void {
  const [, parent, name] = /^(.*)\/\{(\w+)\}$/.exec(endpoint.path)!;
  app.route({
    method: endpoint.method,
    url: parent!.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: { hide: true } as object,
    onRequest: (request, reply) => admit(request, reply, context, endpoint),
    handler: () => {
      throw missing(name!);
    },
  });
}

function missing(parameter: string): AppError {
  return new AppError('request.missing_parameter', { parameter });
}

/** Authenticates before reading the body. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  endpoint: Endpoint,
): Promise<void> {
  const session = await callerOf(request, context);
  request.session = session;
  // A page allowed by another tenant gets nothing from this one.
  if (request.embeddingTenants && !request.embeddingTenants.has(session.tenantId)) {
    reply.removeHeader('access-control-allow-origin');
    throw new AppError('origin.not_allowed');
  }
  // An element token is valid only from its origin. Requests of our own pages may have no origin.
  const from = () => request.headers.origin ?? new URL(context.config.publicUrl).origin;
  if (session.origin !== undefined && session.origin !== from()) throw new AppError('origin.not_allowed');
  context.limit(session.userId);
  assertScope(session, endpoint.scope);
  assertMay(session, endpoint);
  if (endpoint.recent === true) assertRecentSignIn(request, context.clock());
}

/** Returns the caller. Throws `session.missing`, `rate.exceeded`, and the verifier's errors. */
export async function callerOf(
  { headers, ip }: FastifyRequest,
  { verifier }: Pick<AppContext, 'verifier'>,
): Promise<CallerSession> {
  const token = bearerOf(headers.authorization);
  const tenantSlug = headers['verva-tenant'];
  return verifier.verify(token, {
    address: addressKey(ip),
    ...(typeof tenantSlug === 'string' ? { tenantSlug } : {}),
  });
}

/** Returns the token of an `Authorization` header; the verifier refuses and counts invalid ones. Throws `session.missing`. */
export function bearerOf(header: string | undefined): string {
  if (!header) throw new AppError('session.missing');
  return /^Bearer (.+)$/i.exec(header)?.[1] ?? '';
}

/** ROLE-02: administrators pass every check; operator endpoints require verva.admin. */
export function assertMay(session: CallerSession, { who }: Pick<Endpoint, 'who'>): void {
  if (who === 'any' || who === 'public') return;
  if (who === 'provider') {
    if (!session.isProvider) throw new AppError('access.denied');
    return;
  }
  if (!session.isAdmin && !who.some((group) => session.groups.includes(group))) throw new AppError('access.denied');
}

function rawQuery(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1).split('#')[0]!;
}
