import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import { actOnTasks, type ItemResult, type MultiAction } from '../../shared/contracts/all-tasks.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';

/** Most tasks that the server changes in one request. */
export const SELECTED_MOST = 100;

export interface Failure {
  readonly task: Task;
  readonly title: string;
}

/** Result of an action: number of changed tasks, and refused ones with reasons. */
export interface Outcome {
  readonly done: number;
  readonly failures: readonly Failure[];
}

/** The selected tasks, and actions on all of them. */
export function createSelection(send: typeof call, makeKey: (() => string) | undefined) {
  const selected = signal<ReadonlyMap<string, Task>>(new Map());
  const idempotent = createIdempotentRequest(makeKey);

  /** Returns false if the server's limit would be exceeded. */
  function select(tasks: readonly Task[], on: boolean): boolean {
    const next = new Map(selected.peek());
    for (const task of tasks) {
      if (on) next.set(task.id, task);
      else next.delete(task.id);
    }
    if (on && next.size > SELECTED_MOST) return false;
    selected.value = next;
    return true;
  }

  /** Applies the action to all selected tasks; refused ones stay selected. */
  async function act(action: MultiAction): Promise<Outcome> {
    const tasks = selected.peek();
    const body = { taskIds: [...tasks.keys()], action };
    const { results } = await idempotent.carryOut(body, (idempotencyKey) => send(actOnTasks, { body, idempotencyKey }));
    const failures = results.filter(({ ok }) => !ok).flatMap((result) => failureOf(result, tasks));
    selected.value = new Map(failures.map(({ task }) => [task.id, task]));
    return { done: results.length - failures.length, failures };
  }

  const selectNone = () => {
    selected.value = new Map();
  };

  return { selected, select, selectNone, act };
}

function failureOf(result: ItemResult, tasks: ReadonlyMap<string, Task>): Failure[] {
  const task = tasks.get(result.taskId);
  return task ? [{ task, title: result.title ?? result.code ?? '' }] : [];
}
