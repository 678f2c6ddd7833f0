import { sql } from 'kysely';
import type { ListFields } from '../../../shared/contracts/endpoint.ts';
import type { ListedRecord } from '../../../shared/contracts/registries.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import { personRef, personRow } from '../users/index.ts';
import { registryMessages } from './registries.messages.ts';
import type { Registry } from './registries.store.ts';
import { fieldsOf, type IndexOrder, type Resource } from './resource.ts';

/** A text of `record_index`; a blank one is `''`. */
const text = (column: string): IndexOrder => ({
  column,
  type: 'text',
  filled: sql<boolean>`${sql.ref(`r.${column}`)} > ''`,
  blank: sql<boolean>`${sql.ref(`r.${column}`)} = ''`,
});

/** The indexes of `record_index`. */
const ORDERS: Readonly<Record<string, IndexOrder>> = {
  number: text('number'),
  title: text('title'),
  status: text('status'),
  owner: text('ownerName'),
  created: { column: 'created', type: 'instant' },
  changed: { column: 'changed', type: 'instant' },
};

/** List of a registry's records. The caller must have checked read access to the registry. */
export function registryResource({ id: name, title, statuses }: Registry): Resource<ListedRecord> {
  return {
    name,
    title: (language) => textOf(title, language) || name,
    who: 'any',
    scopes: ['records'],
    defaultSort: 'created:desc',
    orderOf: (field) => ORDERS[field],
    source:
      () => sql`SELECT x.record_id AS id, x.number, x.title, x.status, x.owner_id AS owner, x.owner_name AS "ownerName",
        x.created_at AS created, x.changed_at AS changed FROM record_index x WHERE x.registry_id = ${name}`,
    columns: [
      {
        field: 'number',
        type: 'text',
        title: titled('number'),
        sortable: true,
        isLower: true,
        cell: (row) => row.number,
      },
      { field: 'title', type: 'text', title: titled('title'), sortable: true, isLower: true, cell: (row) => row.title },
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
        cell: (row, { moment }) => moment(row.created),
      },
      {
        field: 'changed',
        type: 'instant',
        title: titled('changed'),
        sortable: true,
        cell: (row, { moment }) => moment(row.changed),
      },
      { field: 'id', type: 'key', title: titled('id'), isId: true, cell: (row) => row.id },
    ],
    async read(tx, _viewer, ids) {
      const { rows } = await sql<Row>`
        SELECT r.id, r.number, r.title, r.status, r.created_at, r.updated_at, r.version,
          ${personRow('o')} AS owner
        FROM record r LEFT JOIN app_user o ON o.id = r.owner_id WHERE r.id = ANY(${[...ids]}::uuid[])`.execute(tx);
      return rows.map(({ created_at, updated_at, owner, ...row }) => ({
        ...row,
        owner: owner && personRef(owner),
        created: created_at.toISOString(),
        changed: updated_at.toISOString(),
      }));
    },
  };
}

const titled =
  (word: Parameters<typeof registryMessages.text>[1]) => (language: Parameters<typeof registryMessages.text>[0]) =>
    registryMessages.text(language, word);

interface Row extends Pick<ListedRecord, 'id' | 'number' | 'title' | 'status' | 'version'> {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly owner: Parameters<typeof personRef>[0] | null;
}

/** Query fields of registry lists, the same for every registry. */
export const REGISTRY_FIELDS: ListFields = fieldsOf(
  registryResource({
    id: '',
    title: {},
    formId: null,
    columns: [],
    statuses: [],
    moves: [],
    numberSeriesId: null,
    readGroups: [],
    writeGroups: [],
    deleteGroups: [],
    ownerReads: false,
    retention: null,
    indexedAt: null,
  }),
);
