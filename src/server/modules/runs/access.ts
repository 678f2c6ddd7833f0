import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { assertUuid } from '../../platform/uuid.ts';
import type { RunKind } from './run-kind.ts';
import { type RunRow, readRun } from './runs.store.ts';

/** Returns a run of the caller; administrators see those of every user. To others it does not exist. */
export async function visibleRun({ tx, session }: Caller, kind: RunKind, id: string): Promise<RunRow> {
  const run = await readRun(tx, kind, assertUuid(id, kind.errors.notFound));
  if (!run || (run.user_id !== session.userId && !session.isAdmin)) throw new AppError(kind.errors.notFound);
  return run;
}

/** Returns a run that the caller may retry or stop. Only the user who started it may, because it acts in that name. */
export async function ownRun(call: Caller, kind: RunKind, id: string): Promise<RunRow> {
  const run = await visibleRun(call, kind, id);
  if (run.user_id !== call.session.userId) throw new AppError('access.denied');
  if (run.mode === 'dry') throw new AppError(kind.errors.notFound);
  return run;
}
