import { RECORD_ROWS_MAX } from '../../../shared/contracts/imports.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { publishedForm } from '../forms/index.ts';
import type { ImportResource, ImportSources } from '../imports/index.ts';
import { findRegistry, mayWrite, type Registry } from '../records/index.ts';
import { checkRecords } from './check.ts';
import { importColumns } from './columns.ts';
import { findEntries, findEntriesBy, type RecordEntry } from './entries.ts';
import { writeRecords } from './write.ts';

/** Finds the import of a registry's records (PRV-01, ADM-08): its rules are those of a single record. Throws access.denied for readers. */
export const findRegistryImport: ImportSources['find'] = async ({ tx, session, context }, name) => {
  const registry = await findRegistry(tx, session, name);
  if (!registry) return undefined;
  if (!mayWrite(session, registry)) throw new AppError('access.denied');
  const scope = { db: context.db, tenantId: session.tenantId };
  const form = registry.formId === null ? null : ((await publishedForm(tx, scope, registry.formId)) ?? null);
  if (registry.formId !== null && !form) throw new AppError('form.not_published');
  return registryImport(registry, form);
};

function registryImport(
  registry: Registry,
  form: Awaited<ReturnType<typeof publishedForm>> | null,
): ImportResource<RecordEntry> {
  const published = form ?? null;
  return {
    name: registry.id,
    scope: 'records',
    columns: importColumns(registry, published?.body ?? null),
    keys: ['number', 'id'],
    givesKeys: true,
    rowsMax: RECORD_ROWS_MAX,
    otherEncoding: 'windows-1257',
    find: (call, key, values) => findEntriesBy(call, registry, key, values),
    findByIds: (call, ids) => findEntries(call, registry, ids),
    check: (call, rows) => checkRecords(call, registry, published, rows),
    write: (call, changes) => writeRecords(call, registry, published, changes),
  };
}
