import type { MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { AppError } from '../../platform/errors.ts';
import type { RunProcess } from '../runs/index.ts';

/** The selected tasks: exactly one of the three variants. */
export type Selection =
  | { readonly taskIds: readonly string[] }
  | { readonly filter: { readonly processKey: string; readonly taskKey: string; readonly query?: string } }
  | { readonly checked: string };

interface Body {
  readonly taskIds?: readonly string[];
  readonly filter?: { processKey: string; taskKey: string; query?: string };
  readonly checked?: string;
  readonly action?: MassActionBody;
  readonly dryRun?: boolean;
}

/** Returns the selection of a request. Tasks of a dry run have the action of that run; it cannot be changed or tried again. */
export function selectionOf({ taskIds, filter, checked, action, dryRun }: Body): Selection {
  const given = [taskIds, filter, checked].filter((one) => one !== undefined);
  if (given.length === 0) throw new AppError('mass.empty');
  if (given.length > 1) throw malformed('/taskIds');
  if ((checked === undefined) === (action === undefined)) throw malformed('/action');
  if (checked !== undefined) {
    if (dryRun) throw malformed('/dryRun');
    return { checked };
  }
  return filter ? { filter } : { taskIds: [...new Set(taskIds!.map((id) => id.toLowerCase()))] };
}

function malformed(pointer: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer, code: 'request.invalid' }] });
}

/** Returns the common kind of the tasks; null without tasks. Throws `mass.mixed_kinds`. */
export function kindOf(tasks: readonly { process_key: string; node_id: string }[]): RunProcess | null {
  const [first] = tasks;
  if (!first) return null;
  if (tasks.some((one) => one.process_key !== first.process_key || one.node_id !== first.node_id)) {
    throw new AppError('mass.mixed_kinds');
  }
  return { processKey: first.process_key, taskKey: first.node_id };
}
