import type { FormBody } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { uuid7 } from '../../platform/uuid.ts';
import type { EntryChange, ImportCall, ImportValues, WrittenRow } from '../imports/index.ts';
import type { Registry } from '../records/index.ts';
import {
  announceRecords,
  insertRecords,
  nextNumbers,
  readVersions,
  setRemoved,
  titleOfRecord,
  updateRecords,
  type VersionOfForm,
} from '../registries/index.ts';
import type { RecordEntry } from './entries.ts';
import { fromImportValues } from './values.ts';

type Change = EntryChange<RecordEntry>;

/** Writes rows in few statements: new records get the next numbers of their registry, in the order of the rows. */
export async function writeRecords(
  call: ImportCall,
  registry: Registry,
  published: VersionOfForm | null,
  changes: readonly Change[],
): Promise<WrittenRow[]> {
  const { tx, session, now } = call;
  const ids = changes.map(({ current }) => current?.id ?? uuid7());
  const of = (verb: Change['verb']) => [...changes.keys()].filter((index) => changes[index]!.verb === verb);
  const added = of('add');
  const { numberSeriesId } = registry;
  const numbers =
    numberSeriesId === null ? [] : await nextNumbers(tx, numberSeriesId, dayOf(now, session.timeZone), added.length);
  await insertRecords(
    tx,
    registry.id,
    added.map((index, place) => ({
      ...recordOf(registry, published?.body ?? null, changes[index]!.values),
      id: ids[index]!,
      number: numbers[place] ?? null,
      formNumber: published?.number ?? null,
    })),
  );
  await updateRecords(
    tx,
    of('change').map((index) => {
      const { current, values } = changes[index]!;
      return { ...recordOf(registry, current!.form?.body ?? null, values), id: ids[index]! };
    }),
  );
  for (const index of of('remove')) await setRemoved(tx, ids[index]!, now);
  await announceRecords(tx, registry);
  const versions = new Map((await readVersions(tx, registry.id, ids)).map(({ id, version }) => [id, version]));
  return ids.map((id) => ({ id, version: versions.get(id) ?? 0 }));
}

function recordOf(registry: Registry, form: FormBody | null, values: ImportValues) {
  const { status, owner, data } = fromImportValues(values, form);
  return { title: titleOfRecord(registry, data), status, ownerId: owner?.id ?? null, data };
}
