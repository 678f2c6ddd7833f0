import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { toInstant } from '../../../platform/instants.ts';
import type { Viewer } from '../../inbox/index.ts';
import { type LoadedTask, loadTask } from './tasks.store.ts';

/** Throws for a completed task with who completed it and when; for a deferred completion, with who and until when it can be undone. */
export function assertOpen(task: LoadedTask): void {
  const closed = closedTask(task);
  if (closed) throw closed;
}

function closedTask(task: LoadedTask): AppError | undefined {
  switch (task.row.status) {
    case 'completed':
      return alreadyCompleted(task);
    case 'cancelled':
      return new AppError('task.cancelled');
    case 'held': {
      const { held_by, held_until } = task.row;
      const until = toInstant(held_until);
      return new AppError(
        'task.held',
        { name: nameOf(task, held_by), time: until },
        { by: personOf(task, held_by), until },
      );
    }
    case 'open':
      return undefined;
  }
}

/** After a concurrent change: reads the task again and returns an error with the user who made it. */
export async function lostRace({ tx, viewer }: { tx: Tx; viewer: Viewer }, task: LoadedTask): Promise<AppError> {
  const now = await loadTask(tx, task.row.id, viewer);
  if (!now) return new AppError('task.not_found');
  const closed = closedTask(now);
  if (closed) return closed;
  const { assigneeId } = now.rights;
  if (assigneeId !== null && assigneeId !== viewer.userId) {
    return claimedByOther(now);
  }
  return new AppError('instance.locked');
}

/** Returns an error with the assignee and the time of claiming. */
export function claimedByOther(task: LoadedTask): AppError {
  const { assigneeId, links } = task.rights;
  const at = toInstant(links.find(({ kind }) => kind === 'assignee')?.since);
  return new AppError(
    'task.claimed_by_other',
    { name: nameOf(task, assigneeId) },
    { by: personOf(task, assigneeId), at },
  );
}

function alreadyCompleted(task: LoadedTask): AppError {
  const { ended_by, ended_at, on_behalf_of } = task.row;
  const at = toInstant(ended_at);
  return new AppError(
    'task.already_completed',
    { name: nameOf(task, ended_by), time: at },
    { by: personOf(task, ended_by), at, onBehalfOf: personOf(task, on_behalf_of) },
  );
}

function personOf(task: LoadedTask, id: string | null): UserRef | null {
  return id === null ? null : (task.people.get(id) ?? null);
}

export function nameOf(task: LoadedTask, id: string | null): string {
  return personOf(task, id)?.name ?? '';
}
