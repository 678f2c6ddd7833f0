import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../../platform/address-key.ts';
import type { AppContext } from '../../platform/context.ts';
import type { TenantScope } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertBounded } from '../../platform/http/json-bounds.ts';
import { problemOf } from '../../platform/http/problems.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { lockReferences } from '../../platform/reference-lock.ts';
import { cleanBody, isObject, project, type Values } from './attributes.ts';
import { addressOf } from './clients.routes.ts';
import { findClient, type KnownClient, markUsed, readToken } from './clients.store.ts';
import { providerConfig, resourceTypes, schemas } from './discovery.ts';
import { insertLog } from './log.store.ts';
import { readQuery, type ScimQuery } from './query.rules.ts';
import { type Found, patched, RESOURCES, type Resources, replaced } from './resources.ts';
import type { Kind } from './schemas.ts';
import type { Change, Note, ScimCall } from './scim.call.ts';
import { errorBody, type Refusal, ScimError } from './scim.errors.ts';

const MEDIA_TYPE = 'application/scim+json';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const BODY_MAX = 2 * 1_048_576;
/** 5,000 members with four values each. */
const BOUNDS = { values: 30_000, members: 1000 };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** 30 requests a second. */
const RATE = { perMinute: 1800, burst: 100 };

declare module 'fastify' {
  interface FastifyRequest {
    /** The directory that sends a request to the SCIM service. */
    directory?: KnownClient;
  }
}

/** What is sent back. */
interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The SCIM service of each organisation at /scim/v2/{slug}. Register it in a separate scope: parsers and errors differ
 * from the API's.
 */
export async function scimProtocol(app: FastifyInstance, context: AppContext): Promise<void> {
  const limit = createRateLimit(RATE, context.elapsed);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [MEDIA_TYPE, 'application/json'],
    { parseAs: 'string', bodyLimit: BODY_MAX },
    (_request, text, done) => {
      try {
        assertBounded(text as string, BOUNDS);
        done(null, text === '' ? undefined : JSON.parse(text as string));
      } catch (error) {
        done(error instanceof AppError ? error : new ScimError('syntax'));
      }
    },
  );
  app.setErrorHandler((error, request, reply) => refuse(context, error as Error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    request.directory = await authenticate(context, request);
    limit(request.directory.id);
  });
  const options = { method: [...METHODS], bodyLimit: BODY_MAX };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => send(reply, await answer(context, request));
  app.route({ ...options, url: '/:slug', handler });
  app.route({ ...options, url: '/:slug/*', handler });
}

/** Finds the directory before the body is read. Throws `token`: also if the token is another organisation's. */
async function authenticate(context: AppContext, request: FastifyRequest): Promise<KnownClient> {
  const given = readToken(request.headers.authorization);
  const { slug } = request.params as { readonly slug: string };
  const client =
    given && (await context.db.systemTransaction((tx) => findClient(tx, given.id, given.secret, context.clock())));
  if (client?.slug === slug) {
    if (client.isSuspended) throw new ScimError('suspended');
    return client;
  }
  context.limit(addressKey(request.ip));
  throw new ScimError('token');
}

async function answer(context: AppContext, request: FastifyRequest): Promise<Answer> {
  const client = request.directory!;
  const base = addressOf(context, client.slug);
  const path = ((request.params as { readonly '*'?: string })['*'] ?? '').replace(/\/+$/, '');
  const [first = '', ...rest] = path.split('/');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const kind = kindOf(first);
  if (!kind) return describe(context, { base, first, rest, method, query: request.query as Values });
  return inTransaction(context, request, kind, (call) =>
    resourceAnswer(call, RESOURCES[kind], kind, method, rest, request),
  );
}

const kindOf = (name: string): Kind | undefined =>
  name === 'Users' ? 'User' : name === 'Groups' ? 'Group' : undefined;

/** Answers what is no resource: what the service offers, and operations that it does not offer. */
function describe(
  { config }: AppContext,
  {
    base,
    first,
    rest,
    method,
    query,
  }: {
    readonly base: string;
    readonly first: string;
    readonly rest: readonly string[];
    readonly method: string;
    readonly query: Values;
  },
): Answer {
  if (first === '' || first === 'Bulk' || first === 'Me' || first === '.search') throw new ScimError('notOffered');
  const isConfig = first === 'ServiceProviderConfig' && rest.length === 0;
  const list = first === 'Schemas' ? schemas : first === 'ResourceTypes' ? resourceTypes : undefined;
  if (!isConfig && (!list || rest.length > 1)) throw new ScimError('notFound');
  if (method !== 'GET') throw new ScimError('method');
  if (query.filter !== undefined) throw new ScimError('filterNotHere');
  if (!list)
    return { status: 200, body: providerConfig(base, `${config.publicUrl.replace(/\/$/, '')}/help/provisioning`) };
  const items: readonly { readonly id: string }[] = list(base);
  if (rest.length === 0) return { status: 200, body: listOf(items, items.length, 1) };
  const found = items.find(({ id }) => id === rest[0]);
  if (!found) throw new ScimError('notFound');
  return { status: 200, body: found };
}

const listOf = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

interface Result {
  readonly answer: Answer;
  readonly change?: Change | undefined;
}

async function resourceAnswer(
  call: ScimCall,
  resources: Resources,
  kind: Kind,
  method: string,
  rest: readonly string[],
  request: FastifyRequest,
): Promise<Result> {
  const [id, ...more] = rest;
  if (more.length > 0) throw new ScimError('notFound');
  const query = readQuery(request.query as Values);
  const ifMatch = request.headers['if-match'];
  const shown = async (key: string, status: number, change: Change | undefined): Promise<Result> => {
    const found = (await resources.find(call, key))!;
    return { answer: single(kind, found, status, query), change };
  };
  if (id === undefined || id === '.search') {
    if (method === 'GET' && id === undefined) return list(call, resources, kind, query);
    if (method !== 'POST') throw new ScimError('method');
    const body = bodyIn(request);
    if (id !== undefined) return list(call, resources, kind, readQuery(body));
    const made = await resources.create(call, cleanBody(kind, body));
    return shown(made.id, 201, made.change);
  }
  switch (method) {
    case 'GET': {
      const found = await resources.find(call, id);
      if (!found) throw new ScimError('notFound');
      if (isKnown(request.headers['if-none-match'], found.version)) {
        return { answer: { status: 304, headers: { etag: found.version } } };
      }
      return { answer: single(kind, found, 200, query) };
    }
    case 'PUT':
    case 'PATCH': {
      const edit = (method === 'PUT' ? replaced : patched)(kind, bodyIn(request));
      const changed = await resources.change(call, id, ifMatch, edit);
      return shown(changed.id, 200, changed.change);
    }
    case 'DELETE':
      return { answer: { status: 204 }, change: await resources.remove(call, id, ifMatch) };
    default:
      throw new ScimError('method');
  }
}

async function list(call: ScimCall, resources: Resources, kind: Kind, query: ScimQuery): Promise<Result> {
  const page = await resources.list(call, query);
  const shown = page.resources.map((resource) => project(kind, resource, query));
  return { answer: { status: 200, body: listOf(shown, page.total, query.offset + 1) } };
}

function single(kind: Kind, { resource, version }: Found, status: number, query: ScimQuery): Answer {
  const { location } = resource.meta as { readonly location: string };
  return { status, body: project(kind, resource, query), headers: { etag: version, location } };
}

function bodyIn({ body }: FastifyRequest): Values {
  if (!isObject(body)) throw new ScimError('syntax');
  return body;
}

/** Whether `If-None-Match` names the version; weak and strong tags are compared alike. */
function isKnown(header: string | undefined, version: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(version.replace(/^W\//, ''));
}

/** Runs a request in a transaction of its organisation, with a line of the log for what it changed. */
async function inTransaction(
  context: AppContext,
  request: FastifyRequest,
  kind: Kind,
  work: (call: ScimCall) => Promise<Result>,
): Promise<Answer> {
  const client = request.directory!;
  const now = context.clock();
  const after: (() => void)[] = [];
  const result = await context.db.tenantTransaction(scopeOf(client, request), async (tx) => {
    if (request.method === 'DELETE') await lockReferences(tx, 'removes');
    const notes: Note[] = [];
    const call: ScimCall = {
      ...{ tx, client, context, now, notes },
      scope: scopeOf(client, request),
      base: addressOf(context, client.slug),
      afterwards: (one) => after.push(one),
    };
    const done = await work(call);
    await markUsed(tx, client, now);
    if (done.change) {
      const { outcome, subject } = done.change;
      await insertLog(tx, {
        ...{ clientId: client.id, method: request.method, kind, subject, status: done.answer.status, outcome, notes },
      });
    }
    return done;
  });
  for (const one of after) one();
  return result.answer;
}

const scopeOf = ({ tenantId, name }: KnownClient, request: FastifyRequest): TenantScope => ({
  tenantId,
  userId: null,
  requestId: request.id,
  via: `scim: ${name}`,
});

/** Sends bytes: for a string Fastify would add a charset to the media type. */
function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  reply.status(status).headers(headers);
  if (body === undefined) return reply.send();
  return reply.header('content-type', MEDIA_TYPE).send(Buffer.from(JSON.stringify(body)));
}

/** Codes of the product that are refusals of the protocol. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'group.last_admin': 'lastAdministrator',
  'request.media_type': 'mediaType',
};

async function refuse(
  context: AppContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toRefusal(error, request);
  const retryAfter = error instanceof AppError ? error.params.seconds : undefined;
  if (refusal.status === 429) reply.header('retry-after', String(retryAfter ?? 1));
  if (refusal.status === 503) reply.header('retry-after', '2');
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  await logRefusal(context, request, refusal);
  return send(reply, { status: refusal.status, body: errorBody(refusal.status, refusal.detail, refusal.scimType) });
}

interface Refused {
  readonly status: number;
  readonly detail: string;
  readonly scimType: string | undefined;
  readonly outcome: Refusal;
}

function toRefusal(error: Error, request: FastifyRequest): Refused {
  if (error instanceof ScimError) return { ...asRefused(error) };
  const isKey = (error as Partial<FastifyError>).code === '23505';
  if (isKey) return asRefused(new ScimError('uniqueness'));
  const { code, status, title } = problemOf(error, request, 'en');
  const known = REFUSALS[code];
  if (known) return asRefused(new ScimError(known));
  const scimType = status === 400 || status === 422 ? 'invalidValue' : undefined;
  return { status: status === 422 ? 400 : status, detail: title, scimType, outcome: 'failed' };
}

const asRefused = ({ status, detail, scimType, refusal }: ScimError): Refused => ({
  status,
  detail,
  scimType,
  outcome: refusal,
});

/** Reads that find nothing, versions that have changed and waiting are part of the protocol; everything else is shown to administrators. */
async function logRefusal(context: AppContext, request: FastifyRequest, { status, outcome }: Refused): Promise<void> {
  const client = request.directory;
  if (!client || status === 429 || status === 412 || status >= 500 || (status === 404 && request.method === 'GET'))
    return;
  const kind = kindOf(((request.params as { readonly '*'?: string })['*'] ?? '').split('/', 1)[0]!) ?? null;
  const subject = subjectOf(request);
  try {
    await context.db.tenantTransaction(scopeOf(client, request), (tx) =>
      insertLog(tx, { ...{ clientId: client.id, method: request.method, kind, subject, status, outcome, notes: [] } }),
    );
  } catch (error) {
    // The refusal is answered in any case.
    request.log.error({ err: error }, 'logging a refused request of a directory failed');
  }
}

/** The name of the user or group in a body, else the end of the address. */
function subjectOf({ body, params }: FastifyRequest): string | null {
  const given = isObject(body) ? (body.userName ?? body.displayName) : undefined;
  if (typeof given === 'string' && !given.includes('\0') && given.isWellFormed()) return given;
  const last = ((params as { readonly '*'?: string })['*'] ?? '').split('/')[1];
  return last === undefined || last === '' || last.includes('\0') ? null : last;
}
