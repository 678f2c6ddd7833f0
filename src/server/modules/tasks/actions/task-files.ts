import { sql } from 'kysely';
import type { Attachment, NewAttachment } from '../../../../shared/contracts/attachments.contract.ts';
import type { TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import { attachmentField, type FormBody, filePlaces, type KnownFiles } from '../../../../shared/forms/index.ts';
import type { Tx } from '../../../platform/database.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import {
  type AttachmentRow,
  addFile,
  assertFits,
  attachmentsOf,
  type CheckedFile,
  type FindOwner,
  malformed,
  toAttachment,
  toFileRef,
  type UploadPlace,
} from '../../attachments/index.ts';
import { addHistory, historyRow, scopeOf } from '../../processes/index.ts';
import { assertOpen } from '../access/refusals.ts';
import { variablesOf } from '../access/task-detail.ts';
import { actingOn } from '../access/tasks.rules.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import { findVisibleTask, formOf, type TaskCall } from '../access/visible-task.ts';
import { assertMayAct } from './apply-action.ts';

type Values = Readonly<Record<string, unknown>>;

/** Tasks as owners of attachments: users who may see the task read them, users who may act on it add them. */
export const taskOwner: FindOwner = async (call, id) => {
  const task = await findVisibleTask(call, id);
  if (!task) return undefined;
  const form = await formOf(call, task);
  const { row } = task;
  return {
    kind: 'task',
    id: row.id,
    confidential: row.confidential as 'health' | 'pay' | null,
    isOpen: row.status === 'open',
    assertMayAdd: () => {
      assertMayAct(task);
    },
    assertOpen: () => assertOpen(task),
    fieldOf: (arrayName, fieldName) => (form ? attachmentField(form, arrayName, fieldName) : undefined),
    shows: async (attachmentId, ownerId) =>
      form !== null &&
      filePlaces(form, variablesOf(task)).some((place) => place.id === attachmentId) &&
      isRelated(call.tx, row.instance_id, ownerId),
    note: (what, fileName) => {
      const acting = actingOn(task.rights, task.caller);
      const onBehalfOf = acting?.via === 'delegation' ? acting.userId : null;
      const data = { comment: fileName };
      return addHistory(
        call.tx,
        historyRow({ ...scopeOf(call), onBehalfOf }, task.instance, what, { taskId: row.id, node: row.node_id, data }),
      );
    },
  };
};

/** Whether the owner is of the same case: a task of this process instance, of one it called or that called it, or the instance. */
async function isRelated(tx: Tx, instanceId: string, ownerId: string): Promise<boolean> {
  const rootOf = (from: ReturnType<typeof sql>) => sql`(WITH RECURSIVE up AS (
      SELECT i.id, i.parent_id FROM process_instance i WHERE i.id = ${from}
      UNION ALL SELECT p.id, p.parent_id FROM process_instance p JOIN up ON p.id = up.parent_id)
    SELECT id FROM up WHERE parent_id IS NULL)`;
  const { rows } = await sql<{ related: boolean | null }>`
    SELECT ${rootOf(sql`${instanceId}::uuid`)} = ${rootOf(sql`coalesce((SELECT t.instance_id FROM task t WHERE t.id = ${ownerId}::uuid), ${ownerId}::uuid)`)} AS related`.execute(
    tx,
  );
  return rows[0]?.related === true;
}

/** Returns the attachments of a task without uploads of other users that are not submitted yet. */
export async function filesOfTask(
  { tx, session }: TaskCall,
  task: LoadedTask,
  attachments?: readonly AttachmentRow[],
): Promise<Attachment[]> {
  const rows = attachments ?? (await attachmentsOf(tx, 'task', task.row.id));
  const isOpen = task.row.status === 'open';
  return rows
    .filter((row) => row.tied || row.created_by === session.userId)
    .map((row) => toAttachment(row, session.isAdmin || (isOpen && row.created_by === session.userId)));
}

/** Returns the files that values of the task's form may name: its own, and those that its process passed. */
function knownFiles(task: LoadedTask, form: FormBody, attachments: readonly AttachmentRow[]): KnownFiles {
  const known = new Map(filesIn(form, variablesOf(task)));
  for (const row of attachments) known.set(row.id, toFileRef(row));
  return known;
}

function filesIn(form: FormBody, values: Values): [string, ReturnType<typeof toFileRef>][] {
  return filePlaces(form, values).map(({ file }) => [file.id, file]);
}

/** A file sent with an action, or the ID of an earlier upload, and the field it belongs to. */
export interface SentFile {
  readonly place: UploadPlace;
  readonly content: CheckedFile | { readonly id: string };
}

/**
 * Stores the files sent with an action and sets them in its variables; returns these with all files that values may name,
 * and the files of the task if completing or saving needs them.
 */
export async function withFiles(
  call: TaskCall,
  task: LoadedTask,
  form: FormBody | null,
  action: TaskAction,
  sent: readonly SentFile[],
): Promise<{ action: TaskAction; files: KnownFiles; attachments: readonly AttachmentRow[] }> {
  let values: Record<string, unknown> = { ...action.variables };
  if (sent.length > 0) assertMayAct(task);
  for (const { place, content } of sent) {
    const field = form ? attachmentField(form, place.arrayName, place.fieldName) : undefined;
    const owner = {
      kind: 'task' as const,
      id: task.row.id,
      confidential: task.row.confidential as 'health' | 'pay' | null,
    };
    if (field && 'incoming' in content) assertFits({ fileName: content.fileName, size: content.incoming.size }, field);
    const id = 'id' in content ? content.id : (await addFile(call, owner, content, place, field === undefined)).id;
    if (field) values = placeFiles(values, variablesOf(task), place, { id });
  }
  const needsFiles = action.action === 'complete' || action.action === 'save';
  const attachments = needsFiles ? await attachmentsOf(call.tx, 'task', task.row.id) : [];
  const files: KnownFiles = form ? knownFiles(task, form, attachments) : new Map();
  return { action: sent.length > 0 ? { ...action, variables: values } : action, files, attachments };
}

function placeFiles(
  values: Values,
  current: Values,
  place: UploadPlace,
  file: { id: string },
): Record<string, unknown> {
  const { fieldName, arrayName, rowKey, arrayIndex } = place;
  const added = (list: unknown) => [...(Array.isArray(list) ? list : []), file];
  const held = (name: string) => (Object.hasOwn(values, name) ? values[name] : current[name]);
  if (arrayName === '') return { ...values, [fieldName]: added(held(fieldName)) };
  const rows = held(arrayName);
  const index = Array.isArray(rows)
    ? rowKey === ''
      ? (arrayIndex ?? -1)
      : rows.findIndex((row) => row?.rowId === rowKey)
    : -1;
  if (!Array.isArray(rows) || typeof rows[index] !== 'object' || rows[index] === null) throw malformed('attachments');
  const changed = rows.map((row, at) => (at === index ? { ...row, [fieldName]: added(row[fieldName]) } : row));
  return { ...values, [arrayName]: changed };
}

/** Returns the field a sent file belongs to; `path` is the URL of its content. Throws 400. */
export function placeOf(entry: NewAttachment): UploadPlace {
  return {
    fieldName: entry.fieldName ?? '',
    arrayName: entry.arrayName ?? '',
    rowKey: entry.rowKey ?? '',
    arrayIndex: entry.arrayIndex ?? null,
  };
}

export function uploadedId(entry: NewAttachment): string | undefined {
  const id = entry.id ?? /^\/api\/attachments\/([^/]+)\/content$/.exec(entry.path ?? '')?.[1];
  return id === undefined ? undefined : assertUuid(id, 'attachment.not_found');
}
