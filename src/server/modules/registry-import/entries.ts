import { isUuid } from '../../platform/uuid.ts';
import type { CurrentEntry, ImportCall } from '../imports/index.ts';
import type { Registry } from '../records/index.ts';
import { formOf, type RecordRow, readRecords, type VersionOfForm } from '../registries/index.ts';
import { toImportValues } from './values.ts';

/** An existing record with the form version that it keeps. */
export interface RecordEntry extends CurrentEntry {
  readonly record: RecordRow;
  readonly form: VersionOfForm | null;
}

/** Finds records by number or id; they are locked when they are about to be written. */
export async function findEntriesBy(
  call: ImportCall,
  registry: Registry,
  key: string,
  values: readonly string[],
): Promise<Map<string, RecordEntry[]>> {
  const by = key === 'id' ? { ids: values.filter((id) => isUuid(id.toLowerCase())) } : { numbers: values };
  const entries = await toEntries(call, registry, await readRecords(call.tx, registry.id, by, call.isWriting));
  const byKey = new Map(entries.map((one) => [key === 'id' ? one.id : (one.record.number ?? ''), [one]]));
  return new Map(
    values.flatMap((value) => {
      const found = byKey.get(key === 'id' ? value.toLowerCase() : value);
      return found ? [[value, found] as const] : [];
    }),
  );
}

export async function findEntries(
  call: ImportCall,
  registry: Registry,
  ids: readonly string[],
): Promise<RecordEntry[]> {
  return toEntries(call, registry, await readRecords(call.tx, registry.id, { ids }, call.isWriting));
}

async function toEntries(call: ImportCall, registry: Registry, rows: readonly RecordRow[]): Promise<RecordEntry[]> {
  const entries: RecordEntry[] = [];
  for (const version of new Set(rows.map(({ form_number: number }) => number))) {
    const own = rows.filter(({ form_number: number }) => number === version);
    const form = await formOf(call, registry, own[0]!);
    const values = await toImportValues(
      call,
      registry,
      form?.body ?? null,
      own.map(({ status, owner, data }) => ({
        status,
        owner: owner && { id: owner.id, text: owner.name ?? owner.username },
        data,
      })),
    );
    entries.push(
      ...own.map(
        (record, index): RecordEntry => ({
          id: record.id,
          name: record.title || record.number || '',
          version: record.version,
          values: values[index]!,
          record,
          form,
        }),
      ),
    );
  }
  return entries;
}
