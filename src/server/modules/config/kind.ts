import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { JsonObject, Shape } from './canonical.rules.ts';

/** One object of a configuration: a form, a process, a menu entry. */
export interface ConfigObject {
  /** The name that is the same in every installation: never a generated id. */
  readonly key: string;
  readonly content: JsonObject;
}

/**
 * A kind of configuration. `read` names each column that the file contains, so that a new column, which could be a secret,
 * stays out of the file until it is added here.
 */
export interface ConfigKind extends Shape {
  /** Also the folder in the file. */
  readonly id: string;
  /** Tables that hold it, without the organisation's data. */
  readonly tables: readonly string[];
  /** A text that is a file of its own beside the JSON. */
  readonly textFile?: { readonly member: string; readonly extension: string };
  read(tx: Tx): Promise<ConfigObject[]>;
}

/** Runs a query with the columns `key` and `content`. */
export async function readObjects(tx: Tx, query: RawBuilder<ConfigObject>): Promise<ConfigObject[]> {
  return (await query.execute(tx)).rows;
}
