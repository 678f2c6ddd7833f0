import type { MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { AppError } from '../../platform/errors.ts';

/** Which tasks somebody chose: exactly one of the three. */
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

/** What was asked for. Tasks of a dry run bring their action along; it cannot be another, and is not tried a second time. */
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

export interface Kind {
  readonly processKey: string;
  readonly taskKey: string;
}

/** The one kind of the tasks; null when there is none to tell it by. Throws `mass.mixed_kinds`. */
export function kindOf(tasks: readonly { process_key: string; node_id: string }[]): Kind | null {
  const [first] = tasks;
  if (!first) return null;
  if (tasks.some((one) => one.process_key !== first.process_key || one.node_id !== first.node_id)) {
    throw new AppError('mass.mixed_kinds');
  }
  return { processKey: first.process_key, taskKey: first.node_id };
}

/** A cell of a CSV file. What a spreadsheet would take for a formula is kept from being one. */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
