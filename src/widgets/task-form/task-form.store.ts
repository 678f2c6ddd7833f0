import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiError, asApiError, type call } from '../../shared/api/index.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import { activateAdhoc, finishAdhoc } from '../../shared/contracts/processes.contract.ts';
import {
  type ActionResult,
  actOnTask,
  getTask,
  getTaskForm,
  type HistoryItem,
  type TaskAction,
  type TaskDetail,
  type TaskForm,
  taskHistory,
} from '../../shared/contracts/tasks.contract.ts';

export type LoadState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: ApiError }
  | { readonly status: 'ready'; readonly task: TaskDetail; readonly form: TaskForm };

/** State of the last action. `refused` keeps the user's input; `done` lasts until the task or the input changes. */
export type ActState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending'; readonly what: string }
  | { readonly status: 'refused'; readonly error: ApiError }
  | { readonly status: 'done'; readonly what: TaskAction['action'] };

/** Creates the state of one task on a page. `send` is `call` of shared/api. */
export function createTaskStore(send: typeof call, makeKey?: () => string) {
  const load = signal<LoadState>({ status: 'none' });
  const act = signal<ActState>({ status: 'idle' });
  const history = signal<readonly HistoryItem[] | null>(null);
  let running = new AbortController();
  const idempotent = createIdempotentRequest(makeKey);

  /** Opens a task and closes the previous one. */
  async function open(taskId: string | null): Promise<void> {
    running.abort();
    running = new AbortController();
    const mine = running;
    act.value = { status: 'idle' };
    history.value = null;
    if (taskId === null) {
      load.value = { status: 'none' };
      return;
    }
    load.value = { status: 'loading' };
    try {
      const options = { params: { id: taskId }, signal: mine.signal };
      const [task, form] = await Promise.all([send(getTask, options), send(getTaskForm, options)]);
      if (mine === running) load.value = { status: 'ready', task, form };
    } catch (error) {
      if (mine === running && !mine.signal.aborted) load.value = { status: 'failed', error: asApiError(error) };
    }
  }

  /** Reloads the task without touching the form on screen. */
  async function refresh(): Promise<void> {
    const before = load.peek();
    if (before.status !== 'ready') return;
    const task = await send(getTask, { params: { id: before.task.id }, signal: running.signal }).catch(() => null);
    const now = load.peek();
    // Responses can overtake each other; older versions are ignored.
    const isNewer = task && now.status === 'ready' && now.task.id === task.id && task.version >= now.task.version;
    if (!isNewer) return;
    if (task.version > now.task.version) settle();
    load.value = { ...now, task };
    // The task was assigned to this user meanwhile: the read-only form becomes editable, and no input is lost.
    if (task.mayEdit && now.form.readOnly) await reloadForm(task);
  }

  /** Ends the report of a completed action, because it no longer describes what is on screen. */
  function settle(): void {
    if (act.peek().status === 'done') act.value = { status: 'idle' };
  }

  /** Sends one action at a time. Null if it was refused; `act` then holds the reason. */
  async function attempt<Result>(
    what: string,
    request: unknown,
    run: (idempotencyKey: string) => Promise<Result>,
  ): Promise<Result | null> {
    if (act.peek().status === 'sending') return null;
    act.value = { status: 'sending', what };
    try {
      return await idempotent.carryOut(request, run);
    } catch (error) {
      const problem = asApiError(error);
      act.value = { status: 'refused', error: problem };
      // The task, or who may act on it, has changed meanwhile.
      if (problem.status === 409 || problem.status === 403) await refresh();
      return null;
    }
  }

  /** Completes, saves, claims or releases. Null if it was refused. */
  async function perform(action: TaskAction): Promise<ActionResult | null> {
    const now = load.peek();
    if (now.status !== 'ready') return null;
    const { id } = now.task;
    const result = await attempt(action.outcome ?? action.action, [id, action], (idempotencyKey) =>
      send(actOnTask, {
        params: { id },
        body: action,
        idempotencyKey,
        ...(action.action === 'complete' ? { headers: { prefer: `undo=${UNDO_SECONDS}` } } : {}),
      }),
    );
    if (!result) return null;
    act.value = { status: 'done', what: action.action };
    if (action.action === 'complete' || id !== currentId()) return result;
    load.value = { ...now, task: result.task };
    if (result.task.mayEdit !== now.task.mayEdit) await reloadForm(result.task);
    return result;
  }

  /** Shows the task after another action of this user; reloads a form that became editable. */
  function show(task: TaskDetail): void {
    const now = load.peek();
    if (now.status !== 'ready' || now.task.id !== task.id) return;
    settle();
    load.value = { ...now, task };
    if (task.mayEdit !== now.task.mayEdit) void reloadForm(task);
  }

  async function reloadForm(task: TaskDetail): Promise<void> {
    const form = await send(getTaskForm, { params: { id: task.id } }).catch(() => null);
    const now = load.peek();
    if (form && now.status === 'ready' && now.task.id === task.id) load.value = { status: 'ready', task, form };
  }

  async function loadHistory(): Promise<void> {
    const id = currentId();
    if (!id) return;
    try {
      const items = await send(taskHistory, { params: { id }, signal: running.signal });
      if (id === currentId()) history.value = items;
    } catch {
      // Shown as an empty history; the form still works.
      if (id === currentId()) history.value = [];
    }
  }

  /** Starts an offered activity; returns the id of the created task. */
  async function activate(instanceId: string, nodeId: string, activity: string): Promise<string | null> {
    const started = await attempt(activity, [instanceId, nodeId, activity], (idempotencyKey) =>
      send(activateAdhoc, { params: { id: instanceId, nodeId }, body: { activity }, idempotencyKey }),
    );
    if (!started) return null;
    act.value = { status: 'idle' };
    return started.taskId;
  }

  /** Returns whether it was finished. */
  async function finish(instanceId: string, nodeId: string): Promise<boolean> {
    const finished = await attempt(nodeId, [instanceId, nodeId], async (idempotencyKey) => {
      await send(finishAdhoc, { params: { id: instanceId, nodeId }, body: {}, idempotencyKey });
      return true;
    });
    if (finished) act.value = { status: 'idle' };
    return finished === true;
  }

  function currentId(): string | null {
    const now = load.peek();
    return now.status === 'ready' ? now.task.id : null;
  }

  return {
    load,
    act,
    history,
    open,
    refresh,
    settle,
    show,
    reloadForm,
    perform,
    loadHistory,
    activate,
    finish,
    stop: () => running.abort(),
  };
}

export type TaskStore = ReturnType<typeof createTaskStore>;
