import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant } from './shapes.contract.ts';

/** An address that a browser can open by itself: it works once, for a minute, without a token. */
export const makeDownload = endpoint({
  method: 'POST',
  path: '/api/downloads',
  summary: 'An address at which a list can be fetched once as a CSV file',
  who: 'any',
  scope: 'inbox',
  body: Type.Object(
    {
      /** A list that can be fetched as a file, by its own address. */
      list: Type.Union([
        Type.Literal('/api/tasks/all'),
        Type.Literal('/api/tasks'),
        Type.String({ pattern: '^/api/records/[a-z_]{1,60}$' }),
      ]),
      /** Filters, search and order as in the address of the list, without `limit`, `after`, `before` and `count`. */
      query: Type.Optional(Type.String({ maxLength: 8000 })),
      /** Columns by name, in order; all when missing. */
      columns: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 40 })),
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
    'download.column_unknown',
  ],
});

export const fetchDownload = endpoint({
  method: 'GET',
  path: '/api/downloads/{token}',
  summary: 'The file of a one-use address',
  who: 'public',
  scope: null,
  reply: Type.String(),
  produces: 'text/csv',
  errors: ['download.not_found', 'download.used', 'download.expired', 'access.denied', 'session.revoked'],
});
