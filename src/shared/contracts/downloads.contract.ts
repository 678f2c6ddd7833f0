import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, literals } from './shapes.contract.ts';

/** A one-time address that a browser can open without a token, within one minute. */
export const makeDownload = endpoint({
  method: 'POST',
  path: '/api/downloads',
  summary: 'A one-time address for downloading a list as a file: CSV, or JSON lines of a list of records',
  who: 'any',
  scope: 'inbox',
  body: Type.Object(
    {
      /** A list that can be downloaded as a file, by its own address. */
      list: Type.Union([
        Type.Literal('/api/tasks/all'),
        Type.Literal('/api/tasks'),
        Type.String({ pattern: '^/api/records/[a-z][a-z0-9_]{0,63}$' }),
      ]),
      /**
       * Filters, search and sort order as in the address of the list, without `limit`, `after`, `before` and `count`.
       */
      query: Type.Optional(Type.String({ maxLength: 8000 })),
      /** Columns by name, in order; all by default. */
      columns: Type.Optional(Type.Array(Type.String({ maxLength: 70 }), { minItems: 1, maxItems: 60 })),
      /** `ndjson`: one row of the list as JSON in each line, with all its members. */
      format: Type.Optional(literals('csv', 'ndjson')),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ url: Type.String(), expiresAt: Instant }),
  status: 201,
  errors: [
    'filter.unknown_field',
    'filter.unknown_operator',
    'filter.bad_value',
    'filter.too_broad',
    'sort.unknown_field',
    'registry.indexing',
    'download.column_unknown',
    'download.format_unknown',
    'session.too_old',
  ],
});

export const fetchDownload = endpoint({
  method: 'GET',
  path: '/api/downloads/{token}',
  summary: 'The file of a one-time address, in the format that was asked for',
  who: 'public',
  scope: null,
  reply: Type.String(),
  produces: 'text/csv',
  errors: ['download.not_found', 'download.used', 'download.expired', 'access.denied', 'session.revoked'],
});
