import type { FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import { problemTitle } from '../../platform/http/problems.ts';
import type { ItemRow } from './runs.store.ts';

/** Number of faults of a form that a reason names. */
const MAX_NAMED = 3;

/** Why an item failed, in the language of the request: the faults of its form, else the problem. Empty if it did not fail. */
export function reasonOf({ code, detail }: ItemRow, request: FastifyRequest): string {
  if (code === null) return '';
  const faults = code === 'form.invalid' ? (detail?.errors ?? []) : [];
  if (faults.length === 0) return problemTitle(code as ErrorCode, (detail?.params ?? {}) as ErrorParams, request);
  const named = faults.slice(0, MAX_NAMED).map((one) => problemTitle(one.code, one.params ?? {}, request));
  return [...new Set(named)].join(' ') + (faults.length > MAX_NAMED ? ' …' : '');
}
