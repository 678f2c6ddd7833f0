import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Task, TaskAction, TaskDetail } from '../../../../shared/contracts/tasks.contract.ts';
import {
  activeTasks,
  actOnTask,
  countTasks,
  defaultVariables,
  getTask,
  getTaskForm,
  getTaskVariables,
  linkTask,
  listTasks,
  nextTask,
  taskHistory,
} from '../../../../shared/contracts/tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type AttachmentRow, fileLimit } from '../../attachments/index.ts';
import { undoSeconds } from '../../deferred-actions/index.ts';
import { asFile } from '../../downloads/index.ts';
import { carriedOver, readDraft } from '../../form-drafts/index.ts';
import { countBadge, findNext, listedTask, readInboxTask } from '../../inbox/index.ts';
import {
  type Definition,
  loadDefinition,
  namedBy,
  namedIn,
  readHistory,
  scopeOf,
  withKinds,
} from '../../processes/index.ts';
import { viewsOf } from '../../views/index.ts';
import { decisionRefusal, listRefusals } from '../access/four-eyes.ts';
import { outcomesFor, toDetail, toLink, variablesOf } from '../access/task-detail.ts';
import { actingOn } from '../access/tasks.rules.ts';
import { type LoadedTask, loadTask, markRead } from '../access/tasks.store.ts';
import { adhocOffers, formOf, type TaskCall, viewerOf, visibleTask } from '../access/visible-task.ts';
import { link } from '../actions/assign.ts';
import { executeTaskAction, recordRejection } from '../actions/execute-action.ts';
import { filesOfTask } from '../actions/task-files.ts';
import { valuesOfForm, valuesOfTask } from '../forms/default-variables.ts';
import { readSaved } from '../forms/saved-values.query.ts';
import { inboxFile } from '../lists/inbox.file.ts';
import { listInbox } from '../lists/inbox.ts';
import { nextInList } from '../lists/next-task.ts';
import { readOpenTasks } from '../lists/siblings.store.ts';
import { readAction, type SentAction } from './action-body.ts';

/** Maximum of the badge. */
const BADGE_LIMIT = 100;

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(
    app,
    context,
    listTasks,
    async (call) =>
      (await asFile(call, inboxFile)) ??
      listInbox(call.tx, scopeOf(call), viewerOf(call), call.list, languageOf(call.request)),
    { view: viewsOf('tasks') },
  );

  serve(app, context, countTasks, async (call) => {
    const viewer = viewerOf(call);
    const tomorrow = Temporal.PlainDate.from(viewer.today).add({ days: 1 }).toZonedDateTime(viewer.timeZone);
    const badge = await countBadge(call.tx, viewer, call.now, new Date(tomorrow.epochMilliseconds), BADGE_LIMIT);
    const cut = (count: number) => Math.min(count, BADGE_LIMIT);
    return {
      count: cut(badge.count),
      atLeast: badge.count > BADGE_LIMIT,
      overdue: cut(badge.overdue),
      dueToday: cut(badge.due_today),
    };
  });

  serve(app, context, getTask, async (call) => {
    const task = await visibleTask(call, call.params.id);
    if (!task.row.is_read) await markRead(call.tx, task.row.id, call.session.userId);
    return detailOf(call, { ...task, row: { ...task.row, is_read: true } });
  });

  serve<typeof actOnTask, SentAction>(
    app,
    context,
    actOnTask,
    async (call) => {
      const { action, files } = call.received;
      const seconds = undoSeconds(call.request.headers.prefer);
      const done = await executeTaskAction(call, call.params.id, action, {
        files,
        // After the response: by then this transaction has been rolled back and the instance is unlocked.
        onEventRejected: (refused) =>
          call.reply.raw.once('finish', () => void recordRejection(context, scopeOf(call), refused)),
        undoUntil: seconds > 0 ? new Date(call.now.getTime() + seconds * 1000) : undefined,
      });
      const result = await resultOf(call, done, action);
      if (!done.held) return result;
      call.answerWith(202);
      return { ...result, held: done.held };
    },
    { receive: readAction },
  );

  serve(app, context, linkTask, async (call) => {
    const task = await visibleTask(call, call.params.id);
    await link(call, task, call.body);
    const changed = (await loadTask(call.tx, task.row.id, viewerOf(call)))!;
    return changed.rights.links.map((one) => toLink(one, changed.people));
  });

  serve(app, context, getTaskVariables, async (call) => {
    const variables = variablesOf(await visibleTask(call, call.params.id));
    const names = call.query.names?.split(',').map((name) => name.trim());
    return names
      ? Object.fromEntries(
          names.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
        )
      : variables;
  });

  serve(app, context, defaultVariables, async (call) => {
    const { taskId, formId } = call.body;
    const variables = taskId === undefined ? await valuesOfForm(call, formId!) : await valuesOfTask(call, taskId);
    return { variables };
  });

  serve(app, context, getTaskForm, async (call) => {
    const task = await visibleTask(call, call.params.id);
    const body = await formOf(call, task);
    const definition = await loadDefinition(call.tx, scopeOf(call), task.row.process_key, task.row.process_number);
    const draft = await readDraft(call.tx, { kind: 'task', id: task.row.id });
    return {
      formId: task.row.form_id,
      number: body === null ? null : task.row.form_number,
      body,
      values: variablesOf(task),
      outcomes: outcomesFor(task, definition, body),
      readOnly:
        task.row.status !== 'open' ||
        actingOn(task.rights, task.caller) === null ||
        (await decisionRefusal(call.tx, scopeOf(call), task)) !== null,
      ...(await carriedOver(call, draft, { id: task.row.form_id, number: task.row.form_number, body })),
      saved: await readSaved(call.tx, task.row.id),
      fileLimit: await fileLimit(call.tx),
    };
  });

  serve(
    app,
    context,
    nextTask,
    async (call) => {
      const task = await visibleTask(call, call.params.id);
      const viewer = viewerOf(call);
      const language = languageOf(call.request);
      const id = await nextInList(call.tx, viewer, task, call.list, scopeOf(call), language);
      const row = id === null ? undefined : await readInboxTask(call.tx, viewer, id);
      if (!row) return { task: null };
      const refusals = await listRefusals(call.tx, scopeOf(call), viewer.userId, [row]);
      const next = listedTask(row, viewer, refusals.get(row.id));
      const [named] = await namedIn(call.tx, scopeOf(call), [next], language);
      return { task: named! };
    },
    { view: viewsOf('tasks') },
  );

  serve(app, context, activeTasks, async (call) => {
    const task = await visibleTask(call, call.params.id);
    return readOpenTasks(call, viewerOf(call), task, languageOf(call.request));
  });

  serve(app, context, taskHistory, async (call) => {
    const task = await visibleTask(call, call.params.id);
    const definition = await loadDefinition(call.tx, scopeOf(call), task.row.process_key, task.row.process_number);
    const language = languageOf(call.request);
    return readHistory(call.tx, scopeOf(call), task.row.instance_id, definition, language, task.row.id);
  });
}

/** Also has the request, whose language selects the names. */
export type AskedCall = TaskCall & { readonly request: FastifyRequest };

/** What a request has read about a task before it describes it. */
interface AlreadyRead {
  readonly definition?: Definition | undefined;
  readonly attachments?: readonly AttachmentRow[];
}

/** Returns the task with what its reader may see and change. */
export async function detailOf(
  call: AskedCall,
  task: LoadedTask,
  { definition: known, attachments }: AlreadyRead = {},
): Promise<TaskDetail> {
  const { process_key, process_number, status } = task.row;
  const definition = known ?? (await loadDefinition(call.tx, scopeOf(call), process_key, process_number));
  const language = languageOf(call.request);
  const detail = toDetail(task, {
    timeZone: call.session.timeZone,
    now: call.now,
    isAdmin: call.session.isAdmin,
    definition,
    form: await formOf(call, task),
    adhoc: await adhocOffers(call, task, definition, language),
    attachments: await filesOfTask(call, task, attachments),
    refusal: status === 'open' ? await decisionRefusal(call.tx, scopeOf(call), task) : null,
  });
  const [named] = await withKinds(call.tx, scopeOf(call), [namedBy(detail, definition, language)], language);
  return named!;
}

/** Returns the task after an action and, after completing, the next task to show. */
async function resultOf(
  call: AskedCall,
  { task, ...known }: AlreadyRead & { readonly task: LoadedTask },
  action: TaskAction,
): Promise<{ task: TaskDetail; next: Task['id'] | null }> {
  const detail = await detailOf(call, task, known);
  if (action.action !== 'complete') return { task: detail, next: null };
  const { id, instance_id: instanceId, due_at } = task.row;
  const place = { id, instanceId, dueAt: due_at instanceof Date ? due_at.toISOString() : 'infinity' };
  return { task: detail, next: await findNext(call.tx, viewerOf(call), place) };
}
