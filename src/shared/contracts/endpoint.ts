import type { Static, TSchema } from 'typebox';
import type { BodyBounds } from './body-bounds.ts';
import type { ADMINISTRATION_SCOPES } from './element-scopes.ts';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone without signing in, any signed-in user, a machine client, or members of one of the groups.
 * `provider` means verva.admin only.
 */
type Access = 'public' | 'any' | 'provider' | readonly string[];

/** Scopes that count only for administrators (element-scopes.ts). */
type AdministrationScope = (typeof ADMINISTRATION_SCOPES)[number];

export type ScopeName =
  | 'session'
  | 'inbox'
  | 'task'
  | 'delegation'
  | 'manuals'
  | 'hr'
  | 'records'
  | 'start'
  | 'requests'
  | AdministrationScope;

/**
 * Scope that an element token needs for this endpoint, or one of several; `null`: a full identity token is required.
 */
type Scope = ScopeName | readonly ScopeName[] | null;

/** One operation of the API, declared once: the server validates and documents it, and the browser types its calls. */
export interface Endpoint<
  Path extends string = string,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  readonly method: Method;
  /** OpenAPI style: `/api/tasks/{id}`. */
  readonly path: Path;
  readonly summary: string;
  readonly who: Access;
  readonly scope: Scope;
  /**
   * Requires a sign-in within the last RECENT_SIGN_IN_MS, which a stolen session cannot show; with a full identity token only.
   * `administrators`: only where the request makes users administrators or takes that right away, which its handler checks.
   */
  readonly recent?: true | 'administrators';
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Success status; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204 | 206;
  /** Other success statuses that its handler can return, with their meaning. */
  readonly otherStatuses?: Readonly<Partial<Record<200 | 201 | 202 | 204 | 206, string>>>;
  /** Media type of the reply if it is not JSON. */
  readonly produces?: string;
  /** Media types of the body if JSON is not the only one. */
  readonly consumes?: readonly string[];
  /**
   * `required`: `Idempotency-Key` must be sent. `same-body`: without it, the same body of the same user within a minute
   * returns the first response. Otherwise the header is supported on every POST, PUT, PATCH and DELETE, except with
   * `never`, where the response is secret and must not be stored.
   */
  readonly idempotency?: 'required' | 'same-body' | 'never';
  /**
   * The list accepts filters of this resource (see filters.ts); validated separately, because a field can be repeated.
   */
  readonly list?: ListFields;
  /** Maximum body size in bytes, if not 1 MiB. */
  readonly bodyLimit?: number;
  /** Maximum number of values in a JSON body, if not ORDINARY_BOUNDS. */
  readonly bodyBounds?: BodyBounds;
  /** Names of path parameters in error messages for missing ones (ERR-04), where they differ from the path. */
  readonly missing?: Readonly<Record<string, string>>;
  /**
   * `adds`: stores references to configured objects, which are not deleted meanwhile. Write operations of administrators do
   * so without naming it. `removes`: deletes such objects; so does every DELETE that is refused while its object is used.
   */
  readonly references?: 'adds' | 'removes';
  /** Error codes in addition to those of every endpoint. */
  readonly errors?: readonly ErrorCode[];
}

export type FieldType = 'text' | 'key' | 'person' | 'number' | 'day' | 'instant' | 'boolean' | 'keys';

/** Fields by which a list can be filtered and sorted. */
export interface ListFields {
  readonly fields: Readonly<Record<string, { readonly type: FieldType; readonly sortable?: boolean }>>;
  readonly defaultSort: string;
}

/** `{a}` and `{b}` of `/x/{a}/y/{b}`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export type ParamsOf<E> = E extends Endpoint<infer P> ? PathParams<P> : never;
export type QueryOf<E> = E extends { readonly query: infer Q extends TSchema } ? Static<Q> : undefined;
export type BodyOf<E> = E extends { readonly body: infer B extends TSchema } ? Static<B> : undefined;
export type ReplyOf<E> = E extends { readonly reply: infer R extends TSchema } ? Static<R> : never;

/**
 * Declares an endpoint and keeps its literal types. In browser bundles only `method` and `path` remain
 * (build/contract-endpoints.ts).
 */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
