import { textOf } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.ts';
import { attachFiles, attachmentsOf } from '../attachments/index.ts';
import type { Registry } from '../records/index.ts';
import { knownFiles } from './record-files.ts';
import { type RecordRow, readRecord, toRecord, writeRecord } from './records.store.ts';
import { judge, type SentRecord } from './submission.ts';
import { formOf, type RecordCall, readersOf, recordOf, writableRegistry } from './visible.ts';

/** A record that is locked for a change. */
export interface EditedRecord {
  readonly registry: Registry;
  readonly row: RecordRow;
}

/** Finds and locks the record; a stale version throws a conflict with the earlier editor, the time and the current state. */
export async function editableRecord(
  call: RecordCall,
  resource: string,
  name: string,
  isStale: (version: number) => boolean,
): Promise<EditedRecord> {
  const registry = await writableRegistry(call, resource);
  const row = await recordOf(call, registry, name, { lock: true });
  if (isStale(row.version)) {
    const current = toRecord(row);
    const { changedBy, changed } = current;
    const params = { name: changedBy?.name ?? 'Verva', time: changed };
    throw new AppError('edit.conflict', params, { current, changedBy, changedAt: changed });
  }
  return { registry, row };
}

/** Checks and writes what was sent; the rest of the record stays. Returns the record as it is now, and notifies open pages. */
export async function changeRecord(
  call: RecordCall,
  { registry, row }: EditedRecord,
  sent: SentRecord,
): Promise<RecordRow> {
  const { tx } = call;
  const form = await formOf(call, registry, row);
  const files = form ? await knownFiles(tx, form.body, row) : new Map();
  const before = { title: row.title, status: row.status, ownerId: row.owner_id, data: row.data, files };
  const record = await judge(call, registry, form?.body ?? null, sent, before);
  await writeRecord(tx, row.id, record);
  if (form) await attachFiles(tx, await attachmentsOf(tx, 'record', row.id), form.body, record.data, 'all');
  return announceRecord(tx, registry, row.id);
}

/** Changes the status of one of many records; `version` is the selected one. Throws also record.status_same. */
export async function changeStatus(
  call: RecordCall,
  resource: string,
  { id, version }: { readonly id: string; readonly version: number | null },
  sent: SentRecord & { readonly status: string },
): Promise<void> {
  const edited = await editableRecord(call, resource, id, (now) => version !== null && version !== now);
  if (edited.row.status === sent.status) {
    const title = edited.registry.statuses.find((one) => one.id === sent.status)?.title;
    throw new AppError('record.status_same', { status: textOf(title, call.session.languageId) || sent.status });
  }
  await changeRecord(call, edited, sent);
}

/** Returns the record as it is now, and notifies open pages. */
export async function announceRecord(tx: Tx, registry: Registry, id: string): Promise<RecordRow> {
  const row = (await readRecord(tx, registry.id, id))!;
  await notifyReaders(tx, registry, row, row.version);
  return row;
}

/** Notifies open lists that several records have changed. */
export function announceRecords(tx: Tx, registry: Registry): Promise<void> {
  return enqueue(tx, 'live', {
    principals: readersOf(registry, { owner_id: null }),
    type: 'record.changed',
    data: { resource: registry.id },
  });
}

/** Sends a live event to users who may read the record: by their groups, and to its owner. */
export function notifyReaders(tx: Tx, registry: Registry, row: RecordRow, version: number): Promise<void> {
  const data = { resource: registry.id, recordId: row.id, version };
  return enqueue(tx, 'live', { principals: readersOf(registry, row), type: 'record.changed', data });
}
