import type { FastifyRequest } from 'fastify';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import type { StatusChange, StatusChangeItem } from '../../../shared/contracts/status-changes.contract.ts';
import { changeStatus } from '../registries/index.ts';
import { type ItemRow, type RunKind, type RunRow, toItemResult, toProgress } from '../runs/index.ts';

/** What the run does with each record. */
export interface StatusRequest {
  readonly resource: string;
  readonly status: string;
  readonly data: Values;
}

/** Runs that change the status of records, each by its version and by the rules for a single change. */
export const statusChangeRun: RunKind = {
  name: 'status-change',
  deferredAs: 'status-change.run',
  progressEvent: 'status-change.progress',
  errors: { notFound: 'status_change.not_found', nothingFailed: 'status_change.nothing_failed' },
  async execute(call, run, item) {
    const { resource, status, data } = requestOf(run);
    await changeStatus(call, resource, item, { status, data });
    return undefined;
  },
};

/** A change of status is stored only by its endpoint, whose contract has checked the request. */
export const requestOf = ({ request }: RunRow): StatusRequest => request as StatusRequest;

export function toStatusChange(row: RunRow): StatusChange {
  const { resource, status } = requestOf(row);
  return { ...toProgress(row), resource, status, statusTitle: String(row.labels.status ?? status) };
}

/** The result of one record, with the reason in the language of the request. */
export function toItem(row: ItemRow, request: FastifyRequest): StatusChangeItem {
  return { recordId: row.item_id, ...toItemResult(row, request), number: row.business_key };
}
