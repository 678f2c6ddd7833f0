import type { MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { type RunProcess, selectionOf as selectItems } from '../runs/index.ts';

/** The selected tasks: exactly one of the three variants. */
export type Selection =
  | { readonly taskIds: readonly string[] }
  | { readonly filter: Filter }
  | { readonly checked: string };

interface Filter {
  readonly processKey: string;
  readonly taskKey: string;
  readonly query?: string;
}

interface Body {
  readonly taskIds?: readonly string[];
  readonly filter?: Filter;
  readonly checked?: string;
  readonly action?: MassActionBody;
  readonly dryRun?: boolean;
}

/** Returns the selection of a request. */
export function selectionOf({ taskIds, filter, checked, action, dryRun }: Body): Selection {
  const sent = { ids: taskIds, filter, checked, hasAction: action !== undefined, dryRun };
  const names = { empty: 'mass.empty', ids: '/taskIds', action: '/action' } as const;
  const selection = selectItems(sent, names);
  return 'ids' in selection ? { taskIds: selection.ids } : selection;
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
