import { type Static, Type } from 'typebox';
import { ADMINISTRATION_SCOPES } from './element-scopes.ts';
import { endpoint } from './endpoint.ts';
import { literals, nullable, page } from './shapes.contract.ts';

/** One column of a resource: its heading, its filter, and its use in downloads. */
export const RecordColumn = Type.Object({
  field: Type.String(),
  /** In the caller's language. */
  title: Type.String(),
  type: literals('text', 'key', 'person', 'number', 'day', 'instant', 'boolean', 'keys'),
  sortable: Type.Boolean(),
  /** Filter component (FIL-03); null: the column cannot be filtered. */
  filter: nullable(literals('text', 'datepicker', 'dropdown', 'userDropdown')),
  /** Supported filter operators. */
  operators: Type.Array(Type.String()),
  /** Possible values of a key. */
  options: Type.Optional(Type.Array(Type.Object({ id: Type.String(), text: Type.String() }))),
  /** Whether downloads include it. */
  csv: Type.Boolean(),
  /** False: hidden until the user chooses the column. */
  listed: Type.Optional(Type.Boolean()),
  /** In pixels. */
  width: Type.Optional(Type.Integer()),
  /** How values of a form's field are written. */
  value: Type.Optional(
    Type.Object({
      type: Type.String({ description: 'Type of the field' }),
      scale: Type.Optional(Type.Integer()),
      unit: Type.Optional(Type.String()),
    }),
  ),
});
export type RecordColumn = Static<typeof RecordColumn>;

export const RecordColumns = Type.Object({
  resource: Type.String(),
  title: Type.String(),
  columns: Type.Array(RecordColumn),
  defaultSort: Type.String(),
});
export type RecordColumns = Static<typeof RecordColumns>;

/** Common part of all records; other members depend on the resource. */
const AnyRecord = Type.Object({ id: Type.String() });

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/records/{resource}',
  summary:
    'Records of a resource: filters, sort and pages; with Accept: text/csv or application/x-ndjson all that match, as a file. Of what fields of forms choose: `q` or `ids`',
  who: 'any',
  scope: ['task', 'records', 'start', 'requests', 'manuals', 'hr', ...ADMINISTRATION_SCOPES],
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200 })),
    ids: Type.Optional(Type.String({ maxLength: 12_000, description: 'Choices only: `a,b`, exactly those' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    sort: Type.Optional(Type.String({ maxLength: 200 })),
    after: Type.Optional(Type.String({ maxLength: 1000 })),
    before: Type.Optional(Type.String({ maxLength: 1000 })),
    count: Type.Optional(Type.Boolean()),
  }),
  reply: page(AnyRecord),
  errors: [
    'registry.not_found',
    'filter.unknown_field',
    'filter.unknown_operator',
    'filter.bad_value',
    'filter.malformed',
    'filter.too_many',
    'filter.too_broad',
    'sort.unknown_field',
    'page.cursor_mismatch',
    'query.timeout',
    'registry.indexing',
    'scope.missing',
    'session.too_old',
  ],
});

export const getRecordColumns = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/columns',
  summary: 'Columns of a resource for display, filters and sorting',
  who: 'any',
  scope: ['records', 'requests', 'manuals', 'hr', ...ADMINISTRATION_SCOPES],
  reply: RecordColumns,
  errors: ['registry.not_found', 'scope.missing'],
});
