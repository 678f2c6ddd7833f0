import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  changeRecordStatus,
  createRecord,
  deleteRecord,
  getRecord,
  getRecordCounts,
  getRecordForm,
  type RegistryRecord,
  restoreRecord,
  updateRecord,
} from '../../../shared/contracts/registries.contract.ts';
import { NEW_RECORD } from '../../../shared/contracts/registry.rules.ts';
import { textOf } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { fileLimit } from '../attachments/index.ts';
import { publishedForm } from '../forms/index.ts';
import { mayDelete, mayRead, mayWrite, type Registry } from '../records/index.ts';
import { announceRecord, changeRecord, type EditedRecord, editableRecord, notifyReaders } from './change-record.ts';
import { countRecords } from './counts.store.ts';
import { movesOf } from './moves.rules.ts';
import { nextNumber } from './numbers.store.ts';
import { insertRecord, type RecordRow, setHold, setRemoved, toRecord } from './records.store.ts';
import { judge } from './submission.ts';
import { formOf, type RecordCall, recordOf, type VersionOfForm, visibleRegistry, writableRegistry } from './visible.ts';

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getRecord, async (call) => {
    const registry = await visibleRegistry(call, call.params.resource);
    return tagged(call.reply, await recordOf(call, registry, call.params.recordId));
  });

  serve(app, context, getRecordForm, async (call) => {
    const { params, session, request } = call;
    const isNew = params.recordId === NEW_RECORD;
    const registry = await (isNew ? writableRegistry : visibleRegistry)(call, params.resource);
    const row = isNew ? null : await recordOf(call, registry, params.recordId);
    const form = row ? await formOf(call, registry, row) : await newForm(call, registry);
    const language = languageOf(request);
    return {
      title: textOf(registry.title, language) || registry.id,
      statuses: statusesOf(registry, language),
      moves: movesOf(registry, session),
      record: row && toRecord(row),
      formId: registry.formId,
      number: form?.number ?? null,
      body: form?.body ?? null,
      readOnly: !mayWrite(session, registry),
      deletable: mayDelete(session, registry),
      fileLimit: await fileLimit(call.tx),
    };
  });

  serve(app, context, getRecordCounts, async (call) => {
    const { tx, params, session, request } = call;
    const registry = await visibleRegistry(call, params.resource);
    const ownerId = mayRead(session, registry) ? null : session.userId;
    const language = languageOf(request);
    const ids = registry.statuses.map(({ id }) => id);
    const { total, byStatus } = await countRecords(tx, registry.id, ids, ownerId);
    return {
      title: textOf(registry.title, language) || registry.id,
      total,
      statuses: statusesOf(registry, language).map((one) => ({ ...one, ...byStatus.get(one.id)! })),
      mayWrite: mayWrite(session, registry),
      mayMove: mayWrite(session, registry) && ids.length > 1 && movesOf(registry, session)?.length !== 0,
    };
  });

  serve(app, context, createRecord, async (call) => {
    const { tx, params, body, session, now } = call;
    const registry = await writableRegistry(call, params.resource);
    const form = await newForm(call, registry);
    if (typeof body.formVersion === 'number' && form && body.formVersion !== form.number) {
      throw new AppError('form.version_changed');
    }
    const record = await judge(call, registry, form?.body ?? null, body, null);
    const { id: registryId, numberSeriesId } = registry;
    const id = uuid7();
    const number = numberSeriesId === null ? null : await nextNumber(tx, numberSeriesId, dayOf(now, session.timeZone));
    await insertRecord(tx, { ...record, id, registryId, number, formNumber: form?.number ?? null });
    return changed(call, registry, id);
  });

  serve(app, context, updateRecord, async (call) => {
    const { registry, row } = await editable(call);
    const { hold = row.hold, ...sent } = call.body;
    if (hold !== row.hold) {
      if (!mayDelete(call.session, registry)) throw new AppError('access.denied');
      await setHold(call.tx, row.id, hold);
    }
    return tagged(call.reply, await changeRecord(call, { registry, row }, sent));
  });

  serve(app, context, changeRecordStatus, async (call) => {
    return tagged(call.reply, await changeRecord(call, await editable(call), call.body));
  });

  serve(app, context, deleteRecord, async (call) => {
    const { registry, row } = await editable(call);
    if (!mayDelete(call.session, registry)) throw new AppError('access.denied');
    await setRemoved(call.tx, row.id, call.now);
    await notifyReaders(call.tx, registry, row, row.version + 1);
    return null;
  });

  serve(app, context, restoreRecord, async (call) => {
    const { tx, params } = call;
    const registry = await writableRegistry(call, params.resource);
    const { id } = await recordOf(call, registry, params.recordId, { lock: true, removed: true });
    await setRemoved(tx, id, null);
    return changed(call, registry, id);
  });
}

const statusesOf = ({ statuses }: Registry, language: string) =>
  statuses.map(({ id, title, color }) => ({ id, title: textOf(title, language) || id, color }));

/** Returns the form version for a new record; null for a registry without a form. Throws form.not_published. */
async function newForm({ tx, context, session }: RecordCall, { formId }: Registry): Promise<VersionOfForm | null> {
  if (formId === null) return null;
  const form = await publishedForm(tx, { db: context.db, tenantId: session.tenantId }, formId);
  if (!form) throw new AppError('form.not_published');
  return form;
}

/** Finds and locks the record. Throws edit.conflict for a stale `If-Match`. */
function editable(
  call: RecordCall & {
    readonly params: { readonly resource: string; readonly recordId: string };
    readonly request: { readonly headers: { readonly 'if-match'?: string | undefined } };
  },
): Promise<EditedRecord> {
  const { resource, recordId } = call.params;
  return editableRecord(call, resource, recordId, (version) => isStale(call.request.headers['if-match'], version));
}

/** Returns the record as it is now, and notifies open pages. */
async function changed(
  { tx, reply }: RecordCall & { readonly reply: FastifyReply },
  registry: Registry,
  id: string,
): Promise<RegistryRecord> {
  return tagged(reply, await announceRecord(tx, registry, id));
}

function tagged(reply: FastifyReply, row: RecordRow): RegistryRecord {
  reply.header('etag', `"${row.version}"`);
  return toRecord(row);
}
