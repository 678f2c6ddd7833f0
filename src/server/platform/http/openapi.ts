import { type TSchema, Type } from 'typebox';
import { RECENT_SIGN_IN_MS } from '../../../shared/contracts/constants.ts';
import type { Endpoint } from '../../../shared/contracts/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contracts/errors.ts';

const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    instance: Type.String(),
    code: Type.String({ description: 'Stable; see /problems/{code}' }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String(),
          code: Type.String(),
          title: Type.String(),
          params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    ),
  },
  { description: 'RFC 9457 problem details' },
);

/** Error codes of the server itself, possible on every endpoint. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'request.invalid',
  'request.malformed',
  'request.not_found',
  'request.method',
  'request.timeout',
  'request.expectation',
  'request.headers_too_large',
  'rate.exceeded',
  'instance.locked',
  'server.error',
  'database.unavailable',
  'storage.full',
];
const SIGNED_IN: readonly ErrorCode[] = [
  'session.missing',
  'session.expired',
  'session.revoked',
  'token.not_accepted',
  'access.denied',
  'tenant.not_a_member',
  'tenant.suspended',
  'session.second_factor',
  'session.sign_in_mode',
  'tenant.choice_required',
  'identity.unavailable',
];
const WITH_BODY: readonly ErrorCode[] = ['request.too_large', 'request.too_many_values', 'request.media_type'];
const CHANGING: readonly ErrorCode[] = ['idempotency.in_progress', 'idempotency.key_reused'];

const RECENT = {
  true: `Requires a sign-in within the last ${RECENT_SIGN_IN_MS / 60_000} minutes (auth_time of the identity token).`,
  administrators: `Requires a sign-in within the last ${RECENT_SIGN_IN_MS / 60_000} minutes (auth_time of the identity token) to change who is an administrator.`,
} as const;

/** Returns the OpenAPI operation of an endpoint, from the same object that validates and types it. */
export function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const params = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const success = endpoint.status ?? 200;
  const codes = Map.groupBy(codesOf(endpoint), (code) => ERRORS[code].status);
  const problems = [...codes].map(([status, some]) => [
    String(status),
    { description: some.join(', '), content: { 'application/problem+json': { schema: ProblemSchema } } },
  ]);
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    security: endpoint.who === 'public' ? [] : [{ identityToken: [] }],
    'x-who': endpoint.who,
    'x-scope': endpoint.scope,
    ...(endpoint.recent ? { 'x-recent': endpoint.recent, description: RECENT[`${endpoint.recent}`] } : {}),
    ...(params.length > 0
      ? { params: Type.Object(Object.fromEntries(params.map((name) => [name, Type.String()]))) }
      : {}),
    ...(changesFor(endpoint) ? { headers: idempotencyHeader(endpoint) } : {}),
    ...(endpoint.query ? { querystring: querySchema(endpoint) } : {}),
    ...(endpoint.body ? { body: endpoint.body, consumes: endpoint.consumes ?? ['application/json'] } : {}),
    response: {
      [success]: answerOf(endpoint, success, success === 204 ? 'Done' : 'Success'),
      ...Object.fromEntries(
        Object.entries(endpoint.otherStatuses ?? {}).map(([status, meaning]) => [
          status,
          answerOf(endpoint, Number(status), meaning),
        ]),
      ),
      ...Object.fromEntries(problems),
    },
  };
}

function answerOf({ produces = 'application/json', reply }: Endpoint, status: number, description: string) {
  return status === 204 ? { description, type: 'null' } : { description, content: { [produces]: { schema: reply } } };
}

function codesOf(endpoint: Endpoint): ErrorCode[] {
  const isPublic = endpoint.who === 'public';
  return [
    ...COMMON_ERRORS,
    ...(endpoint.path.includes('{') ? (['request.missing_parameter', 'request.uri_too_long'] as const) : []),
    ...(isPublic ? [] : SIGNED_IN),
    ...(endpoint.method !== 'GET' ? WITH_BODY : []),
    ...(changesFor(endpoint) ? CHANGING : []),
    ...(endpoint.idempotency === 'required' ? (['idempotency.key_missing'] as const) : []),
    ...(endpoint.list ? (['filter.too_broad', 'query.timeout'] as const) : []),
    ...(endpoint.recent ? (['session.too_old'] as const) : []),
    ...(endpoint.errors ?? []),
  ];
}

/** Whether a signed-in user changes data with it, and so may send an idempotency key. */
function changesFor({ method, who, idempotency }: Endpoint): boolean {
  return method !== 'GET' && who !== 'public' && idempotency !== 'never';
}

function idempotencyHeader({ idempotency }: Endpoint): TSchema {
  const without = idempotency === 'same-body' ? '; without it, so does the same body within a minute' : '';
  const key = Type.String({
    minLength: 8,
    maxLength: 100,
    description: `Your name for this request; sent again with it, the first answer comes again${without}`,
  });
  return Type.Object({ 'Idempotency-Key': idempotency === 'required' ? key : Type.Optional(key) });
}

/** Adds the filters of a list: one parameter for each field. */
function querySchema({ query, list }: Endpoint): TSchema {
  if (!list) return query as TSchema;
  const filters = Object.entries(list.fields).map(([name, { type }]) => [
    name,
    Type.Optional(Type.String({ description: `operator:value (${type}); see docs/api.md` })),
  ]);
  const { properties } = query as unknown as { properties: Record<string, TSchema> };
  return Type.Object({ ...properties, ...Object.fromEntries(filters) });
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path
    .replaceAll(/[{}]/g, '')
    .split(/[/\-.]+/)
    .filter((word) => word && word !== 'api');
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
}

function tagOf(path: string): string {
  const [first = '', second] = path.replace(/^\/(api\/)?/, '').split('/');
  return (first === 'identity' || first === 'public') && second && !second.startsWith('{') ? second : first;
}
