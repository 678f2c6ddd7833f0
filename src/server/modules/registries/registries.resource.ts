import { type RawBuilder, sql } from 'kysely';
import type { RecordListRow } from '../../../shared/contracts/registries.contract.ts';
import { MANY, TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import { type FormBody, textOf } from '../../../shared/forms/index.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { translated } from '../config-texts/index.ts';
import type { ListFinder } from '../downloads/index.ts';
import { publishedForm } from '../forms/index.ts';
import {
  type Column,
  findRegistry,
  type IndexOrder,
  mayRead,
  type RecordViewer,
  type Registry,
  type Resource,
  recordFile,
} from '../records/index.ts';
import { personRef, personRow } from '../users/index.ts';
import { describeOwn, type OwnColumn, ownColumns, slotOrder, sortColumnSql, textOrder } from './own-columns.ts';
import { textsOf } from './own-texts.ts';
import { registryMessages } from './registries.messages.ts';

/** Maximum number of matching records that are collected and sorted for a page. */
const COLLECTED_MAX = 200_000;
/** Characters that a pattern needs to be found by the index of texts. */
const INDEXED_LENGTH = 3;

/** Orders of the columns that every registry has, by the indexes of `record_index`. */
const ORDERS: Readonly<Record<string, IndexOrder>> = {
  number: textOrder('number'),
  title: textOrder('title'),
  status: textOrder('status'),
  owner: textOrder('ownerName'),
  created: { column: 'created', type: 'instant' },
  changed: { column: 'changed', type: 'instant' },
};

type ListViewer = Pick<RecordViewer, 'db' | 'session'>;

/**
 * Finds the list of a registry; undefined for one that the viewer may not read. Where owners may read their records, other
 * users have a list of those that they own.
 */
export async function findRegistryResource(
  tx: Tx,
  viewer: ListViewer,
  name: string,
): Promise<Resource<RecordListRow> | undefined> {
  const { session } = viewer;
  const found = await findRegistry(tx, session, name, { owner: true });
  if (!found) return undefined;
  const scope = { db: viewer.db, tenantId: session.tenantId };
  const registry = await translated(tx, scope, 'registries', found.id, found);
  const form = registry.formId === null ? null : await publishedForm(tx, scope, registry.formId);
  return registryResource(registry, form?.body ?? null, mayRead(session, found) ? null : session.userId);
}

/** Finds the list of a registry as a file. */
export const findRegistryFile: ListFinder = async (tx, viewer, path) => {
  const resource = await findRegistryResource(tx, viewer, path.slice('/api/records/'.length));
  return resource && recordFile(resource);
};

/** List of a registry's records, or only of those of one owner. The caller must have checked read access to the registry. */
function registryResource(registry: Registry, form: FormBody | null, ownerId: string | null): Resource<RecordListRow> {
  const { id: name, title } = registry;
  const own = ownColumns(registry.columns, form);
  const slots = own.flatMap(({ column: { slot } }) => (slot === undefined || slot === MANY ? [] : [slot]));
  const slotOf = (field: string) => own.find(({ column }) => column.field === field)?.column.slot;
  const describe = (one: OwnColumn): Column<RecordListRow> => ({
    ...describeOwn(name, one),
    ...(one.column.searchable && one.column.slot?.startsWith('t') ? impliedByText(registry) : {}),
  });
  const [number, titleColumn, status, ...rest] = builtInColumns(registry);
  return {
    name,
    title: (language) => textOf(title, language) || name,
    who: 'any',
    scopes: ['records'],
    defaultSort: 'created:desc',
    orderOf(field) {
      const slot = slotOf(field);
      return slot === undefined ? ORDERS[field] : slotOrder(slot);
    },
    check: (list) => assertIndexed(own, list),
    collectedMax: COLLECTED_MAX,
    source: () => sourceOf(name, slots, ownerId),
    ...(ownerId === null
      ? {}
      : {
          among: sql`SELECT x.record_id AS id FROM record_index x WHERE x.registry_id = ${name} AND x.owner_id = ${ownerId}::uuid`,
        }),
    search: (q) => searchSql(registry, q),
    ...(registry.indexedAt === null ? {} : { searchImplied: (q) => searchIds(name, q) }),
    columns: [number!, titleColumn!, status!, ...own.map(describe), ...rest],
    read: (tx, viewer, ids) => readRows(tx, viewer, form, own, ids),
  };
}

/** Throws registry.indexing for a condition or an order that the index cannot answer yet. */
function assertIndexed(own: readonly OwnColumn[], { conditions, sort }: ListQuery): void {
  const asked = new Set([...conditions, ...sort].map(({ field }) => field));
  const missing = own.find(({ column }) => asked.has(column.field) && !column.ready);
  if (missing) throw new AppError('registry.indexing', { field: missing.column.field });
}

function sourceOf(name: string, slots: readonly string[], ownerId: string | null): RawBuilder<unknown> {
  const owned = ownerId === null ? sql`` : sql` AND x.owner_id = ${ownerId}::uuid`;
  const kept = slots.flatMap((slot) => [sql.ref(`x.${slot}`), sortColumnSql(slot)]);
  const columns = kept.length === 0 ? sql`` : sql`, ${sql.join(kept)}`;
  return sql`SELECT x.record_id AS id, x.number, x.title, x.status, x.owner_id AS owner, x.owner_name AS "ownerName",
    x.created_at AS created, x.changed_at AS changed${columns} FROM record_index x WHERE x.registry_id = ${name}${owned}`;
}

/** Number, title and searchable fields. Fields count once the index has them for all records. */
function searchSql({ id, columns, indexedAt }: Registry, q: string): RawBuilder<boolean> {
  const pattern = containsPattern(q);
  const hasFields = columns.some(({ field, searchable }) => searchable && field !== TITLE_COLUMN);
  const inFields = sql<boolean>`EXISTS (SELECT 1 FROM search_text s WHERE s.kind = ${kindOf(id)} AND s.id = r.id AND s.body LIKE ${pattern})`;
  return sql`(r.number LIKE ${pattern} OR r.title LIKE ${pattern}${hasFields && indexedAt !== null ? sql` OR ${inFields}` : sql``})`;
}

function searchIds(name: string, q: string): RawBuilder<boolean> | undefined {
  if (q.length < INDEXED_LENGTH) return undefined;
  return sql`r.id IN (SELECT search_ids(${kindOf(name)}, ${containsPattern(q)}, NULL))`;
}

/** What a filter of a text that is searched implies, once all records can be searched. */
function impliedByText({ id, indexedAt }: Registry): Pick<Column<RecordListRow>, 'implied'> {
  if (indexedAt === null) return {};
  return {
    implied: (condition) =>
      condition.test === 'contains' || condition.test === 'endsWith' ? searchIds(id, condition.value) : undefined,
  };
}

const kindOf = (name: string) => `record:${name}`;

async function readRows(
  tx: Tx,
  viewer: RecordViewer,
  form: FormBody | null,
  own: readonly OwnColumn[],
  ids: readonly string[],
): Promise<RecordListRow[]> {
  const keys = own.map(({ column }) => column.from);
  const { rows } = await sql<Row>`
    SELECT r.id, r.number, r.title, r.status, r.created_at, r.updated_at, r.version, ${personRow('o')} AS owner,
      (SELECT coalesce(jsonb_object_agg(k, r.data -> k), '{}') FROM unnest(${keys}::text[]) k WHERE r.data ? k) AS data
    FROM record r LEFT JOIN app_user o ON o.id = r.owner_id WHERE r.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  const texts = await textsOf(tx, viewer, form, own, rows);
  return rows.map(({ created_at, updated_at, owner, ...row }) => ({
    ...row,
    owner: owner && personRef(owner),
    created: created_at.toISOString(),
    changed: updated_at.toISOString(),
    texts: texts.get(row.id) ?? {},
  }));
}

interface Row extends Pick<RecordListRow, 'id' | 'number' | 'title' | 'status' | 'version' | 'data'> {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly owner: Parameters<typeof personRef>[0] | null;
}

const titled =
  (word: Parameters<typeof registryMessages.text>[1]) => (language: Parameters<typeof registryMessages.text>[0]) =>
    registryMessages.text(language, word);

/** The columns that every registry has: number, title and status first. */
function builtInColumns(registry: Registry): Column<RecordListRow>[] {
  const { statuses, columns } = registry;
  const title = columns.find(({ field }) => field === TITLE_COLUMN);
  return [
    {
      field: 'number',
      type: 'text',
      title: titled('number'),
      sortable: true,
      isLower: true,
      ...impliedByText(registry),
      cell: (row) => row.number,
    },
    {
      field: TITLE_COLUMN,
      type: 'text',
      title: (language) => textOf(title?.title, language) || titled('title')(language),
      ...(title?.width === undefined ? {} : { width: title.width }),
      sortable: true,
      isLower: true,
      ...impliedByText(registry),
      cell: (row) => row.title,
    },
    {
      field: 'status',
      type: 'key',
      title: titled('status'),
      sortable: true,
      options: async (_tx, { language }) =>
        statuses.map(({ id, title: texts }) => ({ id, text: textOf(texts, language) })),
      cell: ({ status }, { language }) => textOf(statuses.find(({ id }) => id === status)?.title, language) || status,
    },
    {
      field: 'owner',
      type: 'person',
      title: titled('owner'),
      sortable: { by: 'ownerName', type: 'text' },
      cell: (row) => row.owner?.name ?? null,
    },
    {
      field: 'created',
      type: 'instant',
      title: titled('created'),
      sortable: true,
      isListed: false,
      cell: (row, { moment }) => moment(row.created),
    },
    {
      field: 'changed',
      type: 'instant',
      title: titled('changed'),
      sortable: true,
      cell: (row, { moment }) => moment(row.changed),
    },
    { field: 'id', type: 'key', title: titled('id'), isId: true, isListed: false, cell: (row) => row.id },
  ];
}
