import type { FastifyRequest } from 'fastify';
import type { MassSummary } from '../../../shared/contracts/mass-actions.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { refusalsOf, sumAmounts, visibleRun } from '../runs/index.ts';
import { massAction } from './mass-action.kind.ts';

/** Returns the sums and refusals of all tasks of a dry run. Only for its user: amounts may be confidential. */
export async function summaryOf(call: Caller & { readonly request: FastifyRequest }, id: string): Promise<MassSummary> {
  const run = await visibleRun(call, massAction, id);
  if (run.user_id !== call.session.userId || run.mode !== 'dry') throw new AppError('mass.not_found');
  const sums = (await sumAmounts(call.tx, run.id)).map((sum) => ({ ...sum, amount: Number(sum.amount) }));
  return {
    // A sum that is not exact is left out.
    sums: sums.filter(({ amount }) => Number.isSafeInteger(amount)),
    refusals: await refusalsOf(call.tx, run, call.request),
  };
}
