import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { DatabaseUnavailableError } from '../../../platform/database.ts';
import { RETRY_SECONDS } from '../../../platform/http/problems.ts';
import { CognitoError } from '../core/errors.ts';
import { isObject } from '../core/parameters.ts';
import type { IdentityService } from '../service.ts';
import { OPERATIONS } from './operations.ts';

const MEDIA_TYPE = 'application/x-amz-json-1.1';
const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const BODY_MAX = 16 * 1024;
const JWKS_MAX_AGE_S = 300;

/** Serves Amazon Cognito's protocol at POST /identity/ and the documents for verifying tokens. Register it in a separate scope: parser and error format differ from the API's. */
export async function cognitoProtocol(app: FastifyInstance, service: IdentityService): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const cognitoError = toProtocolError(error);
    if (cognitoError.status >= 500) request.log.error({ err: error }, 'identity request failed');
    return sendError(reply, cognitoError);
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-amzn-requestid', randomUUID());
  });

  app.post('/', { bodyLimit: BODY_MAX }, async (request, reply) => {
    const operation = operationOf(request.headers['x-amz-target']);
    const body = parseBody(request.body);
    const { ip, id: requestId } = request;
    const answer = await operation({ body, ip, requestId, userAgent: request.headers['user-agent'], service });
    return send(reply, answer);
  });

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${JWKS_MAX_AGE_S}`).type('application/json; charset=utf-8');
    return reply.send(JSON.stringify(await service.keys.publicKeys()));
  });
  app.get('/.well-known/openid-configuration', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${JWKS_MAX_AGE_S}`).type('application/json; charset=utf-8');
    return reply.send(
      JSON.stringify({
        issuer: service.issuer,
        jwks_uri: `${service.issuer}/.well-known/jwks.json`,
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
        response_types_supported: ['token'],
        claims_supported: [
          'sub',
          'iss',
          'aud',
          'exp',
          'iat',
          'auth_time',
          'email',
          'email_verified',
          'custom:tenantId',
        ],
      }),
    );
  });
}

function operationOf(target: unknown) {
  const name = typeof target === 'string' && target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : '';
  // hasOwn: `constructor` and `__proto__` are not operations.
  if (!Object.hasOwn(OPERATIONS, name)) throw new CognitoError('UnknownOperationException');
  return OPERATIONS[name]!;
}

function parseBody(text: unknown): Readonly<Record<string, unknown>> {
  let body: unknown;
  try {
    body = JSON.parse(typeof text === 'string' ? text : '');
  } catch {
    throw new CognitoError('SerializationException');
  }
  if (!isObject(body)) throw new CognitoError('SerializationException');
  return body;
}

function toProtocolError(error: FastifyError): CognitoError {
  if (error instanceof CognitoError) return error;
  if (error.statusCode === 413)
    return new CognitoError('SerializationException', 'The request is too large.', { status: 413 });
  if (error.statusCode === 429) return new CognitoError('TooManyRequestsException');
  if (error.statusCode !== undefined && error.statusCode < 500) return new CognitoError('SerializationException');
  if (error instanceof DatabaseUnavailableError) {
    return new CognitoError('InternalErrorException', undefined, { status: 503, retryAfter: RETRY_SECONDS });
  }
  return new CognitoError('InternalErrorException');
}

/** Sends bytes: for a string Fastify would add a charset to the media type, which clients compare as a whole. */
function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('content-type', MEDIA_TYPE).send(Buffer.from(JSON.stringify(body)));
}

function sendError(reply: FastifyReply, error: CognitoError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  reply
    .status(error.status)
    .header('x-amzn-errortype', `${error.name}:`)
    // The message can contain a name from the request; headers allow printable ASCII only.
    .header('x-amzn-errormessage', error.message.replace(/[^\x20-\x7e]/g, '?'));
  return send(reply, { __type: error.name, message: error.message });
}
