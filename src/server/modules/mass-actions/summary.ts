import type { FastifyRequest } from 'fastify';
import type { MassSummary } from '../../../shared/contracts/mass-actions.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { readItems, reasonOf, sumAmounts, visibleRun } from '../runs/index.ts';
import { massAction } from './mass-action.kind.ts';

/** Returns the sums and refusals of all tasks of a dry run. Only for its user: amounts may be confidential. */
export async function summaryOf(call: Caller & { readonly request: FastifyRequest }, id: string): Promise<MassSummary> {
  const run = await visibleRun(call, massAction, id);
  if (run.user_id !== call.session.userId || run.mode !== 'dry') throw new AppError('mass.not_found');
  const sums = (await sumAmounts(call.tx, run.id)).map((sum) => ({ ...sum, amount: Number(sum.amount) }));
  const failed = await readItems(call.tx, run.id, { states: ['failed'], limit: run.total });
  const refusals = new Map<string, MassSummary['refusals'][number]>();
  for (const row of failed) {
    const title = reasonOf(row, call.request);
    refusals.set(title, { code: row.code!, title, count: (refusals.get(title)?.count ?? 0) + 1 });
  }
  return {
    // A sum that is not exact is left out.
    sums: sums.filter(({ amount }) => Number.isSafeInteger(amount)),
    refusals: [...refusals.values()].sort((a, b) => b.count - a.count),
  };
}
