import type { ErrorCode } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../platform/errors.ts';

/** The selected items of a run: exactly one of the three variants. */
export type Selection<Filter> =
  | { readonly ids: readonly string[] }
  | { readonly filter: Filter }
  | { readonly checked: string };

interface Sent<Filter> {
  readonly ids: readonly string[] | undefined;
  readonly filter: Filter | undefined;
  readonly checked: string | undefined;
  readonly hasAction: boolean;
  readonly dryRun: boolean | undefined;
}

interface Names {
  readonly empty: ErrorCode;
  /** Pointers to the ids and to the action. */
  readonly ids: string;
  readonly action: string;
}

/** Returns the selection of a request. Items of a dry run have the action of that run; it cannot be changed or tried again. */
export function selectionOf<Filter>(sent: Sent<Filter>, names: Names): Selection<Filter> {
  const { ids, filter, checked, hasAction, dryRun } = sent;
  const given = [ids, filter, checked].filter((one) => one !== undefined);
  if (given.length === 0) throw new AppError(names.empty);
  if (given.length > 1) throw malformed(names.ids);
  if ((checked === undefined) !== hasAction) throw malformed(names.action);
  if (checked !== undefined) {
    if (dryRun) throw malformed('/dryRun');
    return { checked };
  }
  return filter === undefined ? { ids: [...new Set(ids!.map((id) => id.toLowerCase()))] } : { filter };
}

function malformed(pointer: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer, code: 'request.invalid' }] });
}
