import { attachmentField, type FormBody, filePlaces, type KnownFiles } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { attachmentsOf, type FindOwner, toFileRef } from '../attachments/index.ts';
import { findRegistry, mayReadRecord, mayWrite } from '../records/index.ts';
import { readRecord, readRegistryOf } from './records.store.ts';
import { formOf } from './visible.ts';

/** Records as owners of attachments: readers of the record can read them, writers can add them. */
export const recordOwner: FindOwner = async (call, id) => {
  const { tx, session } = call;
  const name = await readRegistryOf(tx, id);
  const registry = name === undefined ? undefined : await findRegistry(tx, session, name, { owner: true });
  if (!registry) return undefined;
  const record = await readRecord(tx, registry.id, id);
  if (!record || !mayReadRecord(session, registry, record.owner_id)) return undefined;
  const form = await formOf(call, registry, record);
  const assertMayChange = () => {
    if (!mayWrite(session, registry)) throw new AppError('access.denied');
  };
  return {
    kind: 'record',
    id,
    confidential: null,
    isOpen: mayWrite(session, registry),
    assertMayAdd: assertMayChange,
    assertOpen: assertMayChange,
    fieldOf: (arrayName, fieldName) => (form ? attachmentField(form.body, arrayName, fieldName) : undefined),
    shows: async () => false,
    // A record has no history other than the audit log, which includes its attachments.
    note: async () => undefined,
  };
};

/** Returns the files that values of the record's form may refer to: the record's own, and those already in its values. */
export async function knownFiles(
  tx: Tx,
  form: FormBody,
  record: { readonly id: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<KnownFiles> {
  const own = await attachmentsOf(tx, 'record', record.id);
  const storedFiles = filePlaces(form, record.data).map(({ file }) => [file.id, file] as const);
  return new Map([...storedFiles, ...own.map((row) => [row.id, toFileRef(row)] as const)]);
}
