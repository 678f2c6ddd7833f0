import type { FastifyInstance } from 'fastify';
import { syncDepartments } from '../../../shared/contracts/departments.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { lockTree, rebuildTree } from './department-tree.store.ts';
import { planSync } from './sync.rules.ts';
import { deactivateAll, findKnown, insertAll, readCurrent, updateAll } from './sync.store.ts';

/** Takes over the departments of another system, by code. */
export function syncRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, syncDepartments, async ({ tx, body: { departments, missing = 'keep', dryRun = false } }) => {
    await lockTree(tx);
    const known = await findKnown(
      tx,
      departments.flatMap(({ companyCode }) => companyCode || []),
      departments.flatMap(({ manager }) => manager?.toLowerCase() || []),
    );
    const plan = planSync(await readCurrent(tx), departments, missing, known);
    if (!('create' in plan)) {
      const [{ code, params }] = plan as [(typeof plan)[number]];
      throw new AppError(code, params, { errors: [...plan] });
    }
    if (!dryRun) {
      await insertAll(tx, plan.create);
      await updateAll(tx, [...plan.create, ...plan.change]);
      await deactivateAll(tx, plan.deactivate);
      if (plan.movesTree) await rebuildTree(tx);
    }
    const codes = (list: readonly { readonly code: string }[]) => list.map(({ code }) => code);
    return {
      dryRun,
      created: codes(plan.create),
      changed: codes(plan.change),
      deactivated: [...plan.deactivate],
      unchanged: plan.unchanged,
    };
  });
}
