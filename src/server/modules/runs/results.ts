import type { FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import type { Refusals, RunItemResult, RunProgress } from '../../../shared/contracts/runs.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { problemTitle } from '../../platform/http/problems.ts';
import { toInstant } from '../../platform/instants.ts';
import { personRef } from '../users/index.ts';
import { type ItemRow, type RunRow, readItems } from './runs.store.ts';

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

/** The progress of a run that a user started. */
export function toProgress(row: RunRow): RunProgress {
  return {
    id: row.id,
    mode: row.mode,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    by: personRef({ id: row.user_id!, username: row.username!, name: row.person, avatar: row.avatar }),
    created: toInstant(row.created_at)!,
    ended: toInstant(row.ended_at),
    retryOf: row.retry_of,
    ...(row.held_id ? { held: { id: row.held_id, until: toInstant(row.held_until)! } } : {}),
  };
}

/** The result of one item, with the reason in the language of the request. */
export function toItemResult(row: ItemRow, request: FastifyRequest): RunItemResult {
  return {
    state: row.state,
    ok: row.state === 'done',
    name: row.name,
    at: toInstant(row.done_at),
    ...(row.code === null ? {} : { code: row.code, title: reasonOf(row, request) }),
    ...(row.detail?.params ? { params: { ...row.detail.params } } : {}),
  };
}

/** Returns the reasons for the refusals of a run with their numbers, the most frequent first. */
export async function refusalsOf(tx: Tx, run: RunRow, request: FastifyRequest): Promise<Refusals> {
  const failed = await readItems(tx, run.id, { states: ['failed'], limit: run.total });
  const refusals = new Map<string, Refusals[number]>();
  for (const row of failed) {
    const title = reasonOf(row, request);
    refusals.set(title, { code: row.code!, title, count: (refusals.get(title)?.count ?? 0) + 1 });
  }
  return [...refusals.values()].sort((a, b) => b.count - a.count);
}
