import type { FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import type { MassItem } from '../../../shared/contracts/mass-actions.contract.ts';
import { problemTitle } from '../../platform/http/problems.ts';
import { toInstant } from '../../platform/instants.ts';
import type { ItemRow } from './runs.store.ts';

/** Maximum number of form errors in a reason. */
const NAMED = 3;

/** Returns the result of one task, with the reason in the language of the request. */
export function toItem(row: ItemRow, request: FastifyRequest): MassItem {
  return {
    taskId: row.task_id,
    state: row.state,
    ok: row.state === 'done',
    name: row.name,
    businessKey: row.business_key,
    at: toInstant(row.done_at),
    ...(row.code === null ? {} : { code: row.code, title: reasonOf(row, request) }),
    ...(row.detail?.params ? { params: { ...row.detail.params } } : {}),
  };
}

/** Returns why a task failed: the form errors if there are any, else the problem itself. Empty for a completed task. */
export function reasonOf({ code, detail }: ItemRow, request: FastifyRequest): string {
  if (code === null) return '';
  const faults = code === 'form.invalid' ? (detail?.errors ?? []) : [];
  if (faults.length === 0) return problemTitle(code as ErrorCode, (detail?.params ?? {}) as ErrorParams, request);
  const named = faults.slice(0, NAMED).map((one) => problemTitle(one.code, one.params ?? {}, request));
  return [...new Set(named)].join(' ') + (faults.length > NAMED ? ' …' : '');
}
