import type { FastifyInstance, FastifyReply } from 'fastify';
import { REGISTRIES_MAX, TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import {
  createRegistry,
  deleteRegistry,
  getRegistry,
  listRegistries,
  listRegistryUses,
  type RegistryDefinition,
  type RegistrySettings,
  updateRegistry,
} from '../../../shared/contracts/registry-settings.contract.ts';
import { columnFields, type DataField } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { filledTexts } from '../../platform/filled-texts.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import { publishedForm } from '../forms/index.ts';
import { assignSlots } from '../records/index.ts';
import { assertDefinition } from './definition.rules.ts';
import { usesOfRegistry } from './registry-uses.query.ts';
import * as store from './settings.store.ts';
import type { RecordCall } from './visible.ts';

/** The provider's settings of registries. `reserved` are names of other lists of records. */
export function settingsRoutes(app: FastifyInstance, context: AppContext, reserved: ReadonlySet<string>): void {
  serve(app, context, listRegistries, async ({ tx }) => store.readRegistries(tx));

  serve(app, context, getRegistry, async (call) => answer(call, await found(call.tx, call.params.id)));

  serve(app, context, createRegistry, async (call) => {
    const { tx, body } = call;
    const { id, ...sent } = body;
    await store.lockRegistries(tx);
    if ((await store.countRegistries(tx)) >= REGISTRIES_MAX) {
      throw new AppError('registry.full', { max: REGISTRIES_MAX });
    }
    if (reserved.has(id) || !(await store.insertEmptyRegistry(tx, id))) throw idTaken(id);
    await save(call, await found(tx, id), sent);
    return answer(call, await found(tx, id));
  });

  serve(app, context, updateRegistry, async (call) => {
    const { tx, params, body, request } = call;
    const row = await found(tx, params.id);
    assertFresh(row, await settingsOf(call, row), request.headers['if-match'], body.version);
    const { id: _, version: __, records: ___, lastNumbers: ____, ...sent } = body;
    await save(call, row, sent);
    return answer(call, await found(tx, row.id));
  });

  serve(app, context, deleteRegistry, async (call) => {
    const { tx, params, request } = call;
    const row = await found(tx, params.id);
    assertFresh(row, await settingsOf(call, row), request.headers['if-match']);
    const usedBy = await usesOfRegistry(tx, row.id, languageOf(request));
    if (usedBy.length > 0) throw new AppError('registry.in_use', { count: usedBy.length }, { usedBy });
    await store.deleteRegistry(tx, row.id);
    await announce(tx);
    return null;
  });

  serve(app, context, listRegistryUses, async ({ tx, params, request }) => {
    const { id } = await found(tx, params.id);
    return usesOfRegistry(tx, id, languageOf(request));
  });

  serveMissing(app, context, updateRegistry);
  serveMissing(app, context, deleteRegistry);
}

/** Checks and writes the settings. Fields that are not sent stay. */
async function save(call: RecordCall, before: store.RegistryRow, sent: Partial<RegistryDefinition>): Promise<void> {
  const { tx } = call;
  const { columns: stored, ...rest } = before;
  const settings = withFilledTexts({ ...rest, columns: stored.map(edited), ...sent });
  const fields = await fieldsOf(call, settings.formId);
  const { readGroups, writeGroups, deleteGroups, moves, numbers } = settings;
  const groups = [...readGroups, ...writeGroups, ...deleteGroups, ...moves.flatMap((move) => move.groups)];
  const wanted = assertDefinition(settings, { fields, missingGroups: await store.missingGroups(tx, groups) });
  const { columns, isIndexed } = assignSlots(wanted, stored);
  const numberSeriesId = numbers && (await store.writeSeries(tx, before.id, before.numberSeriesId, numbers));
  const indexedAt = isIndexed ? before.indexedAt : null;
  await store.writeRegistry(tx, before.id, { ...settings, columns, numberSeriesId, indexedAt });
  await announce(tx);
}

const withFilledTexts = (settings: RegistryDefinition): RegistryDefinition => ({
  ...settings,
  title: filledTexts(settings.title),
  description: filledTexts(settings.description),
  columns: settings.columns.map((column) => (column.title ? { ...column, title: filledTexts(column.title) } : column)),
  statuses: settings.statuses.map((status) => ({ ...status, title: filledTexts(status.title) })),
});

/** Returns the fields of the published form that can be columns; none without a form, null if it is not published. */
async function fieldsOf({ tx, context, session }: RecordCall, formId: string | null): Promise<DataField[] | null> {
  if (formId === null) return [];
  const form = await publishedForm(tx, { db: context.db, tenantId: session.tenantId }, formId);
  return form && columnFields(form.body);
}

const announce = (tx: Tx) =>
  enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'registries' } });

const edited = (column: store.RegistryRow['columns'][number]): RegistryDefinition['columns'][number] => ({
  ...column,
  filter: column.slot !== undefined || column.field === TITLE_COLUMN,
});

/** Reads and locks the registry. Throws registry.not_found. */
async function found(tx: Tx, id: string): Promise<store.RegistryRow> {
  const row = id.includes('\0') ? undefined : await store.lockRegistry(tx, id);
  if (!row) throw new AppError('registry.not_found', { name: id.slice(0, 64).toWellFormed() });
  return row;
}

function idTaken(value: string): AppError {
  const params = { value };
  const errors = [{ pointer: '/id', code: 'registry.id_taken' as const, params }];
  return new AppError('registry.id_taken', params, { errors });
}

async function settingsOf({ tx, session, now }: RecordCall, row: store.RegistryRow): Promise<RegistrySettings> {
  const { updated_at: _, changer: __, indexedAt: ___, numberSeriesId: ____, columns, ...settings } = row;
  const counts = await store.countsOf(tx, row, dayOf(now, session.timeZone));
  return { ...settings, columns: columns.map(edited), ...counts };
}

async function answer(
  call: RecordCall & { readonly reply: FastifyReply },
  row: store.RegistryRow,
): Promise<RegistrySettings> {
  call.reply.header('etag', `"${row.version}"`);
  return settingsOf(call, row);
}
