import type { FastifyRequest } from 'fastify';
import type { MassAction, MassActionBody, MassItem } from '../../../shared/contracts/mass-actions.contract.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { isOffered, readOfferOf } from '../cases/index.ts';
import { scopeOf } from '../processes/index.ts';
import { type ItemRow, type RunKind, type RunRow, toItemResult, toProgress } from '../runs/index.ts';
import { executeTaskAction, recordRejection } from '../tasks/index.ts';
import { amountsOf } from './amounts.ts';

/** Mass actions: runs that execute the same action on many tasks of one kind. */
export const massAction: RunKind = {
  name: 'mass-action',
  deferredAs: 'mass.run',
  progressEvent: 'mass.progress',
  errors: { notFound: 'mass.not_found', nothingFailed: 'mass.nothing_failed' },
  async execute(call, run, { id: taskId }, afterwards) {
    const { form, values } = await executeTaskAction(call, taskId, actionOf(run), {
      onEventRejected: (refused) => afterwards(() => recordRejection(call.context, scopeOf(call), refused)),
      assertFits: async ({ row }) => {
        assertKind(run, row);
        const place = { instanceId: row.instance_id, processKey: row.process_key, taskKey: row.node_id };
        if (!isOffered(await readOfferOf(call.tx, place), actionOf(run))) throw new AppError('mass.not_offered');
      },
    });
    const amounts = run.mode === 'dry' && form && values ? amountsOf(form, values) : [];
    return amounts.length > 0 ? { amounts } : undefined;
  },
};

/** What the user called the kind of task and the outcome when the run was started. */
export interface MassLabels {
  readonly language?: string;
  readonly process?: string;
  readonly task?: string;
  readonly outcome?: Texts;
}

/** A mass action is stored only by its endpoint, whose contract has checked the action. */
export const actionOf = ({ request }: RunRow): MassActionBody => request as MassActionBody;

/** A request may name a task that was not the user's when the kind was determined; it must not get another kind's outcome. */
function assertKind(
  run: RunRow,
  task: { readonly process_key: string; readonly node_id: string; readonly status: string },
): void {
  const isKnown = run.process_key !== null;
  if (isKnown ? task.process_key === run.process_key && task.node_id === run.node_id : task.status !== 'open') return;
  throw new AppError('mass.mixed_kinds');
}

export function toMassAction(row: RunRow): MassAction {
  const labels: MassLabels = row.labels;
  return {
    ...toProgress(row),
    processKey: row.process_key,
    processName: labels.process ?? null,
    taskKey: row.node_id,
    taskName: labels.task ?? null,
    action: actionOf(row),
    outcomeLabel: labels.outcome ?? null,
  };
}

/** The result of one task, with the reason in the language of the request. */
export function toItem(row: ItemRow, request: FastifyRequest): MassItem {
  return { taskId: row.item_id, ...toItemResult(row, request), businessKey: row.business_key };
}
