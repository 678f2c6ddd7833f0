import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { TaskAction } from '../../../shared/contracts/tasks.contract.ts';
import { type FormBody, outcomesOf, type SubmitContext, submitForm } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Asker } from '../inbox/index.ts';
import { announceInbox, projectInbox, toInstant } from '../inbox/index.ts';
import {
  addHistory,
  type Definition,
  deliver,
  type EventBody,
  historyRow,
  rejection,
  type StepScope,
  type Vars,
} from '../processes/index.ts';
import { outcomesFor, variablesOf } from './task-detail.ts';
import { type Acting, actingOn, isTied, type LinkRow, mayRelease } from './tasks.rules.ts';
import { assignTask, endTask, type LoadedTask, loadTask, saveVariables } from './tasks.store.ts';

export interface ActContext {
  readonly tx: Tx;
  readonly asker: Asker;
  readonly scope: StepScope;
  readonly definition: Definition | undefined;
  readonly form: FormBody | null;
  readonly languageId: string;
  /** The process refused the event as a whole: told so that it can be noted when this transaction is rolled back. */
  readonly onRejected: (event: EventBody) => void;
}

/** Carries out what somebody does with a task; the task must be loaded with its instance locked when it is to be completed. */
export async function act(context: ActContext, task: LoadedTask, action: TaskAction): Promise<void> {
  const acting = assertMayAct(task);
  switch (action.action) {
    case 'complete':
      return complete(context, task, acting, action);
    case 'save':
      return save(context, task, acting, action);
    case 'claim':
      return claim(context, task, acting);
    case 'release':
      return release(context, task, acting);
  }
}

/** Ended tasks say who and when; a task that another has taken says who; a mere reader is refused. */
function assertMayAct(task: LoadedTask): Acting {
  const { row, rights, caller } = task;
  if (row.status === 'completed') throw alreadyCompleted(task);
  if (row.status === 'cancelled') throw new AppError('task.cancelled');
  const acting = actingOn(rights, caller);
  if (acting) return acting;
  if (rights.assigneeId !== null && isTied(rights, caller)) {
    throw new AppError(
      'task.claimed_by_other',
      { name: nameOf(task, rights.assigneeId) },
      { by: personOf(task, rights.assigneeId) },
    );
  }
  throw new AppError('access.denied');
}

async function complete(context: ActContext, task: LoadedTask, acting: Acting, action: TaskAction): Promise<void> {
  const { tx, scope } = context;
  const outcome = chooseOutcome(context, task, action);
  const values = submitted(context, task, action, outcome);
  const onBehalfOf = acting.via === 'delegation' ? acting.userId : null;
  const end = {
    by: context.asker.userId,
    onBehalfOf,
    at: scope.now,
    outcome,
    variables: { ...task.row.variables, ...values },
  };
  if (!(await endTask(tx, task, end))) throw await lost(context, task);
  const comment = action.comment?.trim();
  const event = { kind: 'taskCompleted', item: Number(task.row.token), outcome, vars: values as Vars } as const;
  const delivered = await deliver(tx, { ...scope, onBehalfOf }, task.instance, event, {
    eventId: `task:${task.row.id}`,
    task: { id: task.row.id, nodeId: task.row.node_id, outcome, via: acting.via, ...(comment ? { comment } : {}) },
  });
  if (delivered.outcome === 'rejected') {
    context.onRejected(event);
    throw rejection(delivered);
  }
  if (delivered.outcome !== 'done') throw await lost(context, task);
}

function chooseOutcome(context: ActContext, task: LoadedTask, action: TaskAction): string {
  const outcomes = outcomesFor(task, context.definition, context.form);
  const only = outcomes.length === 1 ? outcomes[0]!.id : undefined;
  const id = action.outcome ?? only;
  if (id === undefined)
    throw new AppError('outcome.required', {}, { errors: [{ pointer: '/outcome', code: 'outcome.required' }] });
  const outcome = outcomes.find((one) => one.id === id);
  if (!outcome) {
    const params = { outcome: id };
    throw new AppError('outcome.unknown', params, {
      errors: [{ pointer: '/outcome', code: 'outcome.unknown', params }],
    });
  }
  if (outcome.comment === 'required' && !action.comment?.trim()) {
    throw new AppError('comment.required', {}, { errors: [{ pointer: '/comment', code: 'comment.required' }] });
  }
  return id;
}

/** The values that the form lets through: hidden ones are dropped, computed ones are computed here. */
function submitted(
  context: ActContext,
  task: LoadedTask,
  action: TaskAction,
  outcome: string,
): Record<string, unknown> {
  if (!context.form) {
    assertNoForm(task);
    refuseUnknown(action.variables);
    return {};
  }
  const validate = outcomesOf(context.form).find(({ id }) => id === outcome)?.validate ?? true;
  return read(context, task, context.form, action, validate ? 'all' : 'shape');
}

function read(
  context: ActContext,
  task: LoadedTask,
  form: FormBody,
  action: TaskAction,
  checks: NonNullable<SubmitContext['checks']>,
): Record<string, unknown> {
  const { languageId, asker } = context;
  const current = variablesOf(task);
  const { values, errors } = submitForm(form, action.variables ?? {}, {
    languageId,
    today: asker.today,
    current,
    checks,
  });
  if (errors.length > 0) throw new AppError('form.invalid', {}, { errors: [...errors] });
  return { ...values };
}

/** Keeps what was filled in so far with the task, without completing it: types are checked, completeness is not. */
async function save(context: ActContext, task: LoadedTask, acting: Acting, action: TaskAction): Promise<void> {
  const { tx } = context;
  if (action.outcome !== undefined) {
    throw new AppError(
      'outcome.unknown',
      { outcome: action.outcome },
      { errors: [{ pointer: '/outcome', code: 'outcome.unknown' }] },
    );
  }
  let values: Record<string, unknown> = {};
  if (context.form) {
    const sent = Object.keys(action.variables ?? {});
    const all = read(context, task, context.form, action, 'shape');
    values = Object.fromEntries(Object.entries(all).filter(([name]) => sent.includes(name)));
  } else {
    assertNoForm(task);
    refuseUnknown(action.variables);
  }
  if (!(await saveVariables(tx, task.row.id, values))) throw await lost(context, task);
  const comment = action.comment?.trim();
  await note(context, task, acting, 'saved', { ...(comment ? { comment } : {}), changed: Object.keys(values).sort() });
}

/** Takes the task, through a delegation for the person one stands for: it stays theirs when the delegation ends. */
async function claim(context: ActContext, task: LoadedTask, acting: Acting): Promise<void> {
  if (acting.via === 'assignee' || task.rights.assigneeId !== null) return;
  const { tx, asker, scope } = context;
  const to = acting.via === 'delegation' ? acting.userId : asker.userId;
  const rule: LinkRow['rule'] = { source: acting.via === 'delegation' ? 'delegation' : 'person', by: asker.userId };
  const taken = await assignTask(tx, { taskId: task.row.id, to, from: null, rule, at: scope.now });
  if (!taken) throw await lost(context, task);
  await note(context, task, acting, 'claimed', { via: acting.via });
  await refreshInbox(tx, task.row.id);
}

async function release(context: ActContext, task: LoadedTask, acting: Acting): Promise<void> {
  const { tx, scope } = context;
  if (task.rights.assigneeId === null) throw new AppError('task.not_claimed');
  if (!mayRelease(task.rights, task.caller)) throw new AppError('access.denied');
  const rule: LinkRow['rule'] = { source: 'person', by: context.asker.userId };
  const released = await assignTask(tx, {
    taskId: task.row.id,
    to: null,
    from: task.rights.assigneeId,
    rule,
    at: scope.now,
  });
  if (!released) throw await lost(context, task);
  await note(context, task, acting, 'released', {});
  await refreshInbox(tx, task.row.id);
}

/** After a change of who may act. */
export async function refreshInbox(tx: Tx, taskId: string): Promise<void> {
  await announceInbox(tx, { principals: await projectInbox(tx, [taskId]), changed: [taskId] });
}

async function note(
  context: ActContext,
  task: LoadedTask,
  acting: Acting,
  kind: string,
  data: Record<string, unknown>,
): Promise<void> {
  const onBehalfOf = acting.via === 'delegation' ? acting.userId : null;
  await addHistory(
    context.tx,
    historyRow({ ...context.scope, onBehalfOf }, task.instance, kind, {
      taskId: task.row.id,
      node: task.row.node_id,
      data,
    }),
  );
}

/** Somebody was quicker: reads the task again and says who. */
async function lost(context: ActContext, task: LoadedTask): Promise<AppError> {
  const now = await loadTask(context.tx, task.row.id, context.asker);
  if (!now) return new AppError('task.not_found');
  if (now.row.status === 'completed') return alreadyCompleted(now);
  if (now.row.status === 'cancelled') return new AppError('task.cancelled');
  const { assigneeId } = now.rights;
  if (assigneeId !== null && assigneeId !== context.asker.userId) {
    return new AppError('task.claimed_by_other', { name: nameOf(now, assigneeId) }, { by: personOf(now, assigneeId) });
  }
  return new AppError('instance.locked');
}

export function alreadyCompleted(task: LoadedTask): AppError {
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

function nameOf(task: LoadedTask, id: string | null): string {
  return personOf(task, id)?.name ?? '';
}

/** A task whose form was never published cannot be answered for; it must not pass as a task without a form. */
function assertNoForm(task: LoadedTask): void {
  if (task.row.form_id !== null) throw new AppError('form.not_found');
}

function refuseUnknown(variables: Record<string, unknown> | undefined): void {
  const names = Object.keys(variables ?? {});
  if (names.length === 0) return;
  const errors = names.map((name) => ({
    pointer: `/variables/${pointerPart(name)}`,
    code: 'field.unknown' as const,
    params: { attribute: name },
  }));
  throw new AppError('form.invalid', {}, { errors });
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
