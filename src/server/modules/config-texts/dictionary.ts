import { sql } from 'kysely';
import type { ConfigTextKind } from '../../../shared/contracts/config-texts.rules.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { type PartTexts, withTexts } from './parts.rules.ts';

/** Notified by the database when translations change; the payload is the organisation, or empty after a lost connection. */
const CHANNEL = 'verva_config_texts';
/** Organisations whose translations a server holds. */
const HELD_MAX = 500;

/** Translations of what an organisation configured. */
export interface Dictionary {
  /** Returns the translations of an object; undefined if it has none. The same object until a translation changes. */
  of(kind: ConfigTextKind, owner: string): PartTexts | undefined;
}

interface Scope {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
}

class Held {
  readonly byTenant = new Map<number, Dictionary>();
  /** How often dictionaries were dropped. */
  drops = 0;
}

/** Only where changes are followed. */
const held = new WeakMap<DatabaseHandle, Held>();

/** Drops dictionaries when any server changes their translations. Returns a function that stops it. */
export async function followDictionaries(db: DatabaseHandle): Promise<() => Promise<void>> {
  const own = new Held();
  const stop = await db.listen(CHANNEL, (payload) => {
    own.drops += 1;
    if (payload === '') own.byTenant.clear();
    else own.byTenant.delete(Number(payload));
  });
  held.set(db, own);
  return async () => {
    if (held.get(db) === own) held.delete(db);
    await stop();
  };
}

/** Returns the translations of the organisation of the transaction, from memory after the first use. */
export async function dictionaryOf(tx: Tx, { db, tenantId }: Scope): Promise<Dictionary> {
  const cache = held.get(db);
  const known = cache?.byTenant.get(tenantId);
  if (known) return known;
  const drops = cache?.drops;
  const { dictionary, isCommitted } = await read(tx);
  // A change during the read may not be in it, and a transaction that has written may be rolled back.
  if (cache && isCommitted && cache.drops === drops) {
    cache.byTenant.set(tenantId, dictionary);
    const [oldest] = cache.byTenant.keys();
    if (cache.byTenant.size > HELD_MAX && oldest !== undefined) cache.byTenant.delete(oldest);
  }
  return dictionary;
}

type Objects = Readonly<Record<string, PartTexts>>;

async function read(tx: Tx): Promise<{ dictionary: Dictionary; isCommitted: boolean }> {
  const { rows } = await sql<{ isCommitted: boolean; kinds: Readonly<Record<string, Objects>> }>`
    SELECT pg_current_xact_id_if_assigned() IS NULL AS "isCommitted", coalesce((SELECT jsonb_object_agg(k.kind, k.owners)
      FROM (SELECT o.kind, jsonb_object_agg(o.owner, o.parts) AS owners
        FROM (SELECT p.kind, p.owner, jsonb_object_agg(p.part, p.texts) AS parts
          FROM (SELECT kind, owner, part, jsonb_object_agg(language_id, text) AS texts FROM config_text GROUP BY kind, owner, part) p
          GROUP BY p.kind, p.owner) o
        GROUP BY o.kind) k), '{}') AS kinds`.execute(tx);
  const { kinds, isCommitted } = rows[0]!;
  const of: Dictionary['of'] = (kind, owner) => {
    const objects = Object.hasOwn(kinds, kind) ? kinds[kind]! : undefined;
    return objects && Object.hasOwn(objects, owner) ? objects[owner] : undefined;
  };
  return { dictionary: { of }, isCommitted };
}

/** Returns an object of the configuration with the organisation's translations of the languages that it lacks. */
export async function translated<T extends object>(
  tx: Tx,
  scope: Scope,
  kind: ConfigTextKind,
  owner: string,
  document: T,
): Promise<T> {
  return withTexts(document, (await dictionaryOf(tx, scope)).of(kind, owner));
}

/** Creates a function like `change` that changes an object again only when its translations are others. */
export function cachedChange<T extends object>(change: (document: T, own: PartTexts) => T) {
  const made = new WeakMap<T, { readonly own: PartTexts; readonly result: T }>();
  return (document: T, own: PartTexts | undefined): T => {
    if (own === undefined) return document;
    const before = made.get(document);
    if (before?.own === own) return before.result;
    const result = change(document, own);
    made.set(document, { own, result });
    return result;
  };
}
