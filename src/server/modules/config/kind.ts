import type { RawBuilder } from 'kysely';
import type { TSchema } from 'typebox';
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '../../../shared/contracts/endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { CompileResult } from '../processes/index.ts';
import type { JsonObject, Shape } from './canonical.rules.ts';

/** One object of a configuration: a form, a process, a menu entry. */
export interface ConfigObject {
  /** The name that is the same in every installation: never a generated id. */
  readonly key: string;
  readonly content: JsonObject;
}

/** What writes objects: one transaction, and the operations of the pages in it. */
export interface ConfigRun {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly now: Date;
  /** Its database is a copy, so that versions that are taken back stay out of the caches of the server. */
  readonly context: AppContext;
  /** Models of processes, by their text. */
  readonly compiled: ReadonlyMap<string, CompileResult>;
  /** Carries out an operation of the API as its page does. */
  call<E extends Endpoint>(
    endpoint: E,
    sent: { readonly params?: ParamsOf<E>; readonly body?: BodyOf<E> },
  ): Promise<ReplyOf<E>>;
}

/**
 * A kind of configuration. `read` names each column that the file contains, so that a new column, which could be a secret,
 * stays out of the file until it is added here.
 */
export interface ConfigKind extends Shape {
  /** Also the folder in the file. */
  readonly id: string;
  /** Tables that hold it, without the organisation's data; the first one has a row for each object. */
  readonly tables: readonly string[];
  /** Members of an object. What they may contain is checked by the operations that write them. */
  readonly schema: TSchema;
  keyOf(content: JsonObject): string;
  /** Members that the operations of the API call otherwise: `{ formId: 'form' }`. */
  readonly apiNames?: Readonly<Record<string, string>>;
  /** A text that is a file of its own beside the JSON. */
  readonly textFile?: { readonly member: string; readonly extension: string };
  read(tx: Tx): Promise<ConfigObject[]>;
  /** Returns objects in the order in which they can be written, where they refer to each other. */
  inOrder?(objects: readonly ConfigObject[], run: Pick<ConfigRun, 'compiled'>): ConfigObject[];
  /** Adds or changes an object; its defaults are filled in. */
  write(run: ConfigRun, content: JsonObject, key: string): Promise<unknown>;
  /** Removes an object, or refuses that because it is used. */
  remove(run: ConfigRun, key: string): Promise<unknown>;
}

/** Runs a query with the columns `key` and `content`. */
export async function readObjects(tx: Tx, query: RawBuilder<ConfigObject>): Promise<ConfigObject[]> {
  return (await query.execute(tx)).rows;
}

/** Returns the first value of the column `id`, which names the object in addresses of the API. */
export async function idOf(tx: Tx, query: RawBuilder<{ id: string }>): Promise<string | undefined> {
  return (await query.execute(tx)).rows[0]?.id;
}
