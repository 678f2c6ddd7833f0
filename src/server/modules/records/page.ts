import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import { conditionSql, containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { cursorOf } from '../../platform/filters.ts';
import { allowEveryPlan } from '../../platform/index-order.ts';
import type { Condition, ListQuery, Position } from '../../platform/list-query.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import { type FoundPlaces, readIndexedPlaces, type Wanted } from './indexed-page.ts';
import { beyond, keysOf, orderOf } from './order.ts';
import { readPlacesOfParents } from './parent-page.ts';
import type { AnyResource, RecordViewer, ResourceQuery } from './resource.ts';

const COUNT_MOST = 1000;
/** Rows in which frequent matches are counted. */
const COUNTED = 15_000;
/** Tests that only a value can meet. */
const COMPARISONS: ReadonlySet<Condition['test']> = new Set(['eq', 'lt', 'lte', 'gt', 'gte', 'between']);

/** Runs queries of a resource with its rights. */
export function withinRights<T>(
  tx: Tx,
  { within }: AnyResource,
  { session }: Pick<RecordViewer, 'session'>,
  work: () => Promise<T>,
): Promise<T> {
  return within ? within(tx, session, work) : work();
}

/** Returns one page of a resource. */
export function pageOf(
  tx: Tx,
  resource: AnyResource,
  viewer: RecordViewer,
  list: ListQuery,
): Promise<Page<{ id: string }>> {
  return withinRights(tx, resource, viewer, () => readPageOf(tx, resource, viewer, list));
}

async function readPageOf(
  tx: Tx,
  resource: AnyResource,
  viewer: RecordViewer,
  list: ListQuery,
): Promise<Page<{ id: string }>> {
  const isBackwards = list.before !== undefined;
  const { places: found, total: counted } = await findPlaces(tx, resource, viewer, list, list.limit + 1);
  const isCut = found.length > list.limit;
  const places = isCut ? found.slice(0, list.limit) : found;
  if (isBackwards) places.reverse();
  const [first, last] = [places[0], places.at(-1)];
  // The page that the caller came from exists, even if it was not read.
  const hasNext = isBackwards || isCut;
  const hasPrevious = isBackwards ? isCut : list.after !== undefined;
  const total = list.count ? (counted ?? (await countRows(tx, resource, viewer, list))) : undefined;
  return {
    items: await readRows(tx, resource, viewer, places),
    next: hasNext && last ? cursorOf(list, last) : null,
    previous: hasPrevious && first ? cursorOf(list, first) : null,
    ...(total === undefined
      ? {}
      : { total: Math.min(total, COUNT_MOST), ...(total > COUNT_MOST ? { totalIsAtLeast: true } : {}) }),
  };
}

/** Reads ids and sort values of a page's rows, nearest first. */
export async function readPlaces(
  tx: Tx,
  resource: AnyResource,
  viewer: RecordViewer,
  list: ListQuery,
  limit: number,
): Promise<Position[]> {
  return (await findPlaces(tx, resource, viewer, list, limit)).places;
}

async function findPlaces(
  tx: Tx,
  resource: AnyResource,
  viewer: RecordViewer,
  list: ListQuery,
  limit: number,
): Promise<FoundPlaces> {
  resource.check?.(list);
  const query = toResourceQuery(viewer, list);
  const order = list.sort.length === 1 ? resource.orderOf?.(list.sort[0]!.field, query) : undefined;
  if (order) {
    const source = resource.source(query);
    if ('parents' in order) {
      const conditions = conditionsOf(resource, viewer, list);
      return { places: await readPlacesOfParents(tx, order, source, conditions, list, limit), total: undefined };
    }
    return readIndexedPlaces(tx, order, source, wantedOf(resource, viewer, list), list, limit);
  }
  const keys = keysOf(resource, list);
  const place = list.before ?? list.after;
  const isBackwards = list.before !== undefined;
  const beyondPlace = place ? [beyond(resource, keys, place, isBackwards)] : [];
  const where = [
    sql<boolean>`true`,
    ...conditionsOf(resource, viewer, list),
    ...impliedBy(resource, list),
    ...beyondPlace,
  ];
  const values = keys.map(({ value }) => sql`${value}::text`);
  const { rows } = await sql<Position>`
    SELECT r.id::text AS id, ${values.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${sql.join(values)})`} AS values
    FROM (${resource.source(query)}) r WHERE ${sql.join(where, sql` AND `)}
    ORDER BY ${orderOf(keys, isBackwards)} LIMIT ${sql.lit(limit)}`.execute(tx);
  return { places: rows, total: place || rows.length === limit ? undefined : rows.length };
}

/** Reads the records at these positions, in order; records deleted meanwhile are left out. */
export async function readRows(
  tx: Tx,
  resource: AnyResource,
  viewer: RecordViewer,
  places: readonly Position[],
  verb: 'list' | 'export' = 'list',
): Promise<{ id: string }[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  await resource.log?.(tx, viewer, ids, verb);
  const rows: readonly { id: string }[] = await resource.read(tx, viewer, ids);
  const byId = new Map(rows.map((row) => [resource.idOf?.(row) ?? row.id, row]));
  return places.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Counts up to COUNT_MOST + 1 rows. */
async function countRows(tx: Tx, resource: AnyResource, viewer: RecordViewer, list: ListQuery): Promise<number> {
  const source = resource.source(toResourceQuery(viewer, list));
  const conditions = [sql<boolean>`true`, ...conditionsOf(resource, viewer, list)];
  const implied = impliedBy(resource, list);
  // The statements that read the page in the order of an index have set how to plan.
  await allowEveryPlan(tx);
  const count = async (from: RawBuilder<unknown>, where: readonly RawBuilder<boolean>[]) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM (SELECT 1 FROM ${from} r WHERE ${sql.join(where, sql` AND `)}
        LIMIT ${sql.lit(COUNT_MOST + 1)}) c`.execute(tx);
    return rows[0]!.count;
  };
  if (implied.length > 0) {
    // Of frequent matches the first rows have enough; an index would collect them all.
    const among = await count(sql`(SELECT * FROM (${source}) s LIMIT ${sql.lit(COUNTED)})`, conditions);
    if (among > COUNT_MOST) return among;
  }
  return count(sql`(${source})`, [...conditions, ...implied]);
}

function toResourceQuery(viewer: RecordViewer, list: ListQuery): ResourceQuery {
  const { conditions } = list;
  return { ...viewer, conditions, filtered: new Set(conditions.map(({ field }) => field)) };
}

/** All conditions of a list, on `r`. */
function conditionsOf(resource: AnyResource, viewer: RecordViewer, list: ListQuery): RawBuilder<boolean>[] {
  const { conditions, ids } = wantedOf(resource, viewer, list);
  return [...conditions, ...ids.map((one) => sql<boolean>`r.id IN (${one})`)];
}

function wantedOf(resource: AnyResource, viewer: RecordViewer, list: ListQuery): Wanted {
  const conditions: RawBuilder<boolean>[] = [];
  const ids: RawBuilder<unknown>[] = resource.among ? [resource.among] : [];
  for (const condition of list.conditions) {
    const column = resource.columns.find(({ field }) => field === condition.field)!;
    const select = column.matchingIds?.(condition);
    if (select) ids.push(select);
    else conditions.push(columnSql(column, condition));
  }
  const { collectedMax } = resource;
  const implied = impliedBy(resource, list);
  return { conditions: [...conditions, ...searched(resource, viewer, list)], implied, ids, collectedMax };
}

function columnSql(described: AnyResource['columns'][number], condition: Condition): RawBuilder<boolean> {
  const column = sql.ref(`r.${condition.field}`);
  const { isId, isLower = false, comparedAs } = described;
  const matching = described.matches?.(condition);
  if (matching) return matching;
  if (isId) return idSql(column, condition);
  const fits = conditionSql(column, condition, { isLower });
  if (comparedAs === undefined || !COMPARISONS.has(condition.test)) return fits;
  return sql<boolean>`(${fits} AND ${conditionSql(sql.ref(`r.${comparedAs}`), condition)})`;
}

/** Conditions that follow from those of the list, and that indexes serve. */
function impliedBy({ columns, searchImplied }: AnyResource, { conditions, q }: ListQuery): RawBuilder<boolean>[] {
  const searched = q === undefined ? undefined : searchImplied?.(q);
  const filtered = conditions.map((condition) =>
    columns.find(({ field }) => field === condition.field)?.implied?.(condition),
  );
  return [...filtered, searched].filter((one) => one !== undefined);
}

function searched(resource: AnyResource, viewer: RecordViewer, list: ListQuery): RawBuilder<boolean>[] {
  if (list.q === undefined) return [];
  if (resource.search) return [resource.search(list.q, toResourceQuery(viewer, list))];
  const pattern = containsPattern(list.q);
  const texts = resource.columns.filter(({ type }) => type === 'text');
  const parts = texts.map(({ field }) => sql<boolean>`lower(${sql.ref(`r.${field}`)}) LIKE ${pattern}`);
  return [parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` OR `)})`];
}

/** Condition on uuids, served by their index; a value that is not a uuid matches nothing. */
function idSql(column: RawBuilder<unknown>, condition: Condition): RawBuilder<boolean> {
  const among = (values: readonly unknown[]) => sql<boolean>`${column} = ANY(${uuidsOf(values.map(String))}::uuid[])`;
  switch (condition.test) {
    case 'eq':
      return among([condition.value]);
    case 'neq':
      return sql`coalesce(NOT ${among([condition.value])}, true)`;
    case 'in':
      return condition.orBlank ? sql`(${among(condition.values)} OR ${column} IS NULL)` : among(condition.values);
    case 'blank':
      return sql`${column} IS NULL`;
    default:
      return sql`${column} IS NOT NULL`;
  }
}
