import { attachmentField, type FileRef, type FormBody, filePlaces } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { OwnerKind } from './attachments.owners.ts';
import { type AttachmentRow, attachmentsOf, placeAttachments, removeAttachments } from './attachments.store.ts';

/** A file as stored in form values. */
export const toFileRef = (row: AttachmentRow): FileRef => ({
  id: row.id,
  fileName: row.file_name,
  size: row.size,
  mediaType: row.media_type,
});

/**
 * Ties the files in saved or submitted values to their form positions; `arrayIndex` is the current one of the row. Files no
 * longer in a field become loose: of all fields, or only of the fields that were sent.
 */
export async function attachFiles(
  tx: Tx,
  owner: { readonly kind: OwnerKind; readonly id: string },
  form: FormBody,
  values: Readonly<Record<string, unknown>>,
  fields: 'all' | 'sent',
): Promise<void> {
  const own = await attachmentsOf(tx, owner.kind, owner.id);
  if (own.length === 0) return;
  const ids = new Set(own.map(({ id }) => id));
  const places = filePlaces(form, values).filter(({ id }) => ids.has(id));
  const placed = new Set(places.map(({ id }) => id));
  const detached = own.filter(
    (row) =>
      !placed.has(row.id) &&
      attachmentField(form, row.array_name, row.field_name) !== undefined &&
      (fields === 'all' || Object.hasOwn(values, row.array_name || row.field_name)),
  );
  const detachedIds = detached.map(({ id }) => id);
  await placeAttachments(tx, owner.id, places, detachedIds);
}

/** Removes uploads that are in no field when their owner has ended. */
export async function dropDetachedFiles(tx: Tx, ownerKind: OwnerKind, ownerId: string): Promise<void> {
  const own = await attachmentsOf(tx, ownerKind, ownerId);
  const detached = own.filter(({ tied }) => !tied);
  await removeAttachments(tx, detached);
}
