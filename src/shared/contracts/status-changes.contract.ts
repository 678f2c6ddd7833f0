import { type Static, Type } from 'typebox';
import { MASS_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Refusals, RunItemResult, RunItemsQuery, RunProgress } from './runs.contract.ts';
import { Id, nullable, page, Values } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

const statusChangeFields = {
  ...RunProgress.properties,
  /** Name of the registry. */
  resource: Type.String(),
  status: Type.String(),
  /** Title of the status when the run was started, in the language of that request. */
  statusTitle: Type.String(),
};
/** A change of the status of many records of a registry: request, progress and result. */
export const StatusChange = Type.Object(statusChangeFields);
export type StatusChange = Static<typeof StatusChange>;

/** Result of one record. Contains no data of records that the caller cannot read. */
export const StatusChangeItem = Type.Object({
  recordId: Id,
  ...RunItemResult.properties,
  number: nullable(Type.String()),
});
export type StatusChangeItem = Static<typeof StatusChangeItem>;

const StartedStatusChange = Type.Object({ ...statusChangeFields, items: Type.Optional(Type.Array(StatusChangeItem)) });
export type StartedStatusChange = Static<typeof StartedStatusChange>;

const finished = { 200: 'Finished, with the result of each record' } as const;

/**
 * Changes the status of records by id, of all that match a filter, or (`checked`) of those that passed a dry run, with the
 * same values. Each record is changed in a transaction of its own, if it has not been changed since it was selected. A run of
 * at most 50 records is answered with 200 and the result of each record if it takes at most 5 seconds.
 */
export const startStatusChange = endpoint({
  method: 'POST',
  path: '/api/records/{resource}/status-changes',
  summary: `Change the status of up to ${MASS_MAX} records of a registry, or try it`,
  who: 'any',
  scope: 'records',
  body: Type.Object(
    {
      recordIds: Type.Optional(Type.Array(Id)),
      filter: Type.Optional(
        Type.Object(
          {
            /** Filters, `q` and `sort` as in the query of the list, without paging. */
            query: Type.Optional(Type.String({ maxLength: 4000 })),
          },
          strict,
        ),
      ),
      checked: Type.Optional(Id),
      status: Type.Optional(Type.String({ maxLength: 64 })),
      /** Values that every record gets; omitted ones stay as they are. */
      data: Type.Optional(Values),
      dryRun: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  idempotency: 'same-body',
  reply: StartedStatusChange,
  status: 202,
  otherStatuses: finished,
  errors: [
    'registry.not_found',
    'registry.indexing',
    'status_change.empty',
    'status_change.too_many',
    'status_change.not_found',
    'form.invalid',
    'filter.unknown_field',
    'filter.unknown_operator',
    'filter.bad_value',
    'filter.malformed',
    'filter.too_many',
    'filter.too_broad',
    'sort.unknown_field',
  ],
});

export const listStatusChanges = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/status-changes',
  summary: "The caller's changes of status in a registry, newest first, without dry runs",
  who: 'any',
  scope: 'records',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: page(StatusChange),
  errors: ['registry.not_found', 'page.cursor_mismatch'],
});

export const getStatusChange = endpoint({
  method: 'GET',
  path: '/api/status-changes/{id}',
  summary: 'One change of status of many records',
  who: 'any',
  scope: 'records',
  reply: StatusChange,
  errors: ['status_change.not_found'],
});

export const listStatusChangeItems = endpoint({
  method: 'GET',
  path: '/api/status-changes/{id}/items',
  summary: 'Result of each record, in the order of selection',
  who: 'any',
  scope: 'records',
  query: RunItemsQuery,
  reply: page(StatusChangeItem),
  errors: ['status_change.not_found', 'page.cursor_mismatch'],
});

export const getStatusChangeRefusals = endpoint({
  method: 'GET',
  path: '/api/status-changes/{id}/refusals',
  summary: 'Reasons for which records were refused, or would be, with their numbers',
  who: 'any',
  scope: 'records',
  reply: Refusals,
  errors: ['status_change.not_found'],
});

export const exportStatusChange = endpoint({
  method: 'GET',
  path: '/api/status-changes/{id}/export',
  summary: 'Result of each record as a CSV file',
  who: 'any',
  scope: 'records',
  reply: Type.String(),
  produces: 'text/csv',
  errors: ['status_change.not_found'],
});

export const retryStatusChange = endpoint({
  method: 'POST',
  path: '/api/status-changes/{id}/retry',
  summary: 'Retry failed and skipped records, as they are now, in a new run',
  who: 'any',
  scope: 'records',
  idempotency: 'required',
  reply: StartedStatusChange,
  status: 202,
  otherStatuses: finished,
  errors: ['status_change.not_found', 'status_change.nothing_failed'],
});

export const stopStatusChange = endpoint({
  method: 'POST',
  path: '/api/status-changes/{id}/stop',
  summary: 'Skip the remaining records; changed ones stay changed',
  who: 'any',
  scope: 'records',
  idempotency: 'required',
  reply: StatusChange,
  errors: ['status_change.not_found'],
});
