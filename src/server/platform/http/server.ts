import { randomUUID } from 'node:crypto';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { REASON_HEADER } from '../../../shared/contracts/hr.rules.ts';
import type { AppContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { endIdleThreads } from '../workers/index.ts';
import { compressAnswers } from './compressed.ts';
import { POLICY } from './content-policy.ts';
import { assertBounded } from './json-bounds.ts';
import { knownMethods } from './known-methods.ts';
import { createOriginTenants } from './origin-tenants.ts';
import { sendProblem } from './problems.ts';
import { refuseConnection, refuseUnknown } from './refused-connections.ts';
import { endSlowBodies, RECEIVE_LIMITS, type ReceiveLimits } from './slow-bodies.ts';

const BODY_MAX = 1_048_576;
const HEADERS_MAX = 16_384;
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'accept-language',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'range',
  'if-range',
  'prefer',
  REASON_HEADER,
  'verva-tenant',
  'x-request-id',
  'last-event-id',
  'x-amz-target',
  'x-amz-user-agent',
  'cache-control',
  'amz-sdk-request',
  'amz-sdk-invocation-id',
];
const EXPOSED_HEADERS = [
  'etag',
  'x-request-id',
  'retry-after',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'content-language',
  'idempotency-replayed',
  'x-amzn-errortype',
  'x-amzn-errormessage',
  'x-amzn-requestid',
  'date',
];

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Accepts every input; the types of Fastify expect compiled schemas of Ajv. */
const COMPILERS: Compilers = {
  buildValidator: (() => () => () => true) as unknown as NonNullable<Compilers['buildValidator']>,
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
};

/** Creates the HTTP server without module routes: limits, headers, errors, the API document. */
export async function createServer(
  context: AppContext,
  limits: ReceiveLimits = RECEIVE_LIMITS,
): Promise<FastifyInstance> {
  const { config, log } = context;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    requestTimeout: limits.totalMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: HEADERS_MAX,
      // Refused below, with a problem document.
      requireHostHeader: false,
    },
    clientErrorHandler: refuseConnection,
    // Trusts this many proxies, counted from the server outwards.
    trustProxy: config.trustedProxies > 0 ? (_address, hop) => hop < config.trustedProxies : false,
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/{2,}/, '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    // Undecodable addresses never reach a route, nor its error handler.
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request as FastifyRequest, reply as FastifyReply);
    },
    exposeHeadRoutes: true,
    // serve() checks bodies and queries and names every fault by pointer; Fastify's own compilers need time to start.
    schemaController: { compilersFactory: COMPILERS },
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  refuseUnknown(app.server);
  const methodsAt = knownMethods(app);
  const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsAt(request.url.split('?')[0]!);
    if (methods.size === 0) return sendProblem(new AppError('request.not_found'), request, reply);
    reply.header('allow', [...methods].toSorted().join(', '));
    if (request.method === 'OPTIONS') return reply.status(204).send();
    return sendProblem(new AppError('request.method'), request, reply);
  };
  app.setNotFoundHandler(notFound);
  endSlowBodies(app, context.elapsed, limits);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const { httpVersion, headers } = request.raw;
    if (httpVersion === '1.1' && headers.host === undefined) throw new AppError('request.malformed');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    context.metrics.requests.observe({ method, route, status: String(reply.statusCode) }, seconds);
    request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });

  compressAnswers(app);
  // No endpoint takes plain text; it is refused as not JSON.
  app.removeContentTypeParser('text/plain');
  // PUT and DELETE may have no body although the caller sends a content type.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      assertBounded(body as string, request.routeOptions.config.bodyBounds);
    } catch (error) {
      return done(error as Error);
    }
    app.getDefaultJsonParser('error', 'error')(request, body as string, done);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: POLICY,
    },
    // Pages of other sites load the elements.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
    hsts: config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
  });
  const tenants = createOriginTenants(context);
  app.addHook('onClose', () => tenants.stop());
  app.addHook('onClose', endIdleThreads);
  await app.register(cors, {
    delegator: (request: FastifyRequest, done: (error: Error | null, options?: FastifyCorsOptions) => void) => {
      const origin = request.headers.origin;
      if (!origin) return done(null, { origin: false });
      tenants.of(origin).then(
        (allowing) => {
          if (allowing) request.embeddingTenants = allowing;
          done(null, { origin: allowing ? origin : false, ...CORS_OPTIONS });
        },
        (error: Error) => done(error),
      );
    },
  });
  // Before the body is read: otherwise its type would be refused first.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? notFound(request, reply) : undefined));
  await app.register(multipart, { limits: { fields: 20, files: 10, fieldSize: BODY_MAX, parts: 30, headerPairs: 50 } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Verva',
        version: VERSION,
        description: 'Tasks of processes, and everything around them. Rules that hold everywhere: docs/api.md.',
      },
      components: {
        securitySchemes: { identityToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    hideUntagged: true,
  });
  return app;
}

const CORS_OPTIONS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ALLOWED_HEADERS,
  exposedHeaders: EXPOSED_HEADERS,
  credentials: false,
  // An OPTIONS request that is no preflight is answered with the methods of its path, or 404.
  strictPreflight: false,
  maxAge: 600,
};
