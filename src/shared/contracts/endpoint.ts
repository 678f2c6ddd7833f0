import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: nobody signed in, any signed-in person, a machine client, or members of one of the groups. `provider` means verva.admin only. */
type Who = 'public' | 'any' | 'provider' | readonly string[];

type ScopeName = 'session' | 'inbox' | 'task' | 'delegation' | 'manuals' | 'hr' | 'records';

/** What an element token must carry for this endpoint, or one of what; `null`: only a full identity token will do. */
type Scope = ScopeName | readonly ScopeName[] | null;

/** One operation of the API, declared once: the server validates and documents with it, the browser types its calls with it. */
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
  readonly who: Who;
  readonly scope: Scope;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Status of success; 200 when not said. */
  readonly status?: 200 | 201 | 202 | 204 | 206;
  /** Other statuses of success that its handler may choose, with what each means. */
  readonly otherStatuses?: Readonly<Partial<Record<200 | 201 | 202 | 204 | 206, string>>>;
  /** Media type of the reply when it is not JSON. */
  readonly produces?: string;
  /** Media types of the body when JSON is not the only one. */
  readonly consumes?: readonly string[];
  /**
   * `required`: `Idempotency-Key` must be sent. `same-body`: without one, the same body of the same person within a minute
   * gets the first answer. Otherwise the header is honoured on every POST, PUT, PATCH and DELETE, except with `never`, where
   * the answer is a secret and must not be stored.
   */
  readonly idempotency?: 'required' | 'same-body' | 'never';
  /** The list takes filters of this resource (see filters.ts); validated by hand, because one field may stand several times. */
  readonly list?: ListFields;
  /** Largest body in bytes, when it is not 1 MiB. */
  readonly bodyLimit?: number;
  /** How a parameter of the path is called when it is missing (ERR-04), where that is not its name there. */
  readonly missing?: Readonly<Record<string, string>>;
  /** Codes beyond those that every endpoint may answer. */
  readonly errors?: readonly ErrorCode[];
}

export type FieldType = 'text' | 'key' | 'person' | 'number' | 'day' | 'instant' | 'boolean' | 'keys';

/** The fields by which a list can be filtered and sorted. */
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

/** Declares an endpoint and keeps its literal types. In browser bundles only `method` and `path` remain (build/contract-endpoints.ts). */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
