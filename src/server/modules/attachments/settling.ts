import { attachmentField, type FileRef, type FormBody, filePlaces } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { type AttachmentRow, placeAttachments, removeAttachments } from './attachments.store.ts';

/** A file as stored in form values. */
export const toFileRef = (row: AttachmentRow): FileRef => ({
  id: row.id,
  fileName: row.file_name,
  size: row.size,
  mediaType: row.media_type,
});

/**
 * Ties the files in saved or submitted values to their form positions; `arrayIndex` is the current one of the row. Files no
 * longer in a field become loose: of all fields, or only of the fields that were sent. `own` are the files of the owner;
 * returns them as they are afterwards.
 */
export async function attachFiles(
  tx: Tx,
  own: readonly AttachmentRow[],
  form: FormBody,
  values: Readonly<Record<string, unknown>>,
  fields: 'all' | 'sent',
): Promise<AttachmentRow[]> {
  const [first] = own;
  if (!first) return [];
  const ids = new Set(own.map(({ id }) => id));
  const places = new Map(filePlaces(form, values).flatMap((place) => (ids.has(place.id) ? [[place.id, place]] : [])));
  const isDetached = (row: AttachmentRow) =>
    !places.has(row.id) &&
    attachmentField(form, row.array_name, row.field_name) !== undefined &&
    (fields === 'all' || Object.hasOwn(values, row.array_name || row.field_name));
  const detached = own.filter(isDetached).map(({ id }) => id);
  await placeAttachments(tx, first.owner_id, [...places.values()], detached);
  return own.map((row) => {
    const place = places.get(row.id);
    if (!place) return detached.includes(row.id) ? { ...row, tied: false } : row;
    const { fieldName: field_name, arrayName: array_name, rowKey: row_key, arrayIndex: array_index } = place;
    return { ...row, field_name, array_name, row_key, array_index, tied: true };
  });
}

/** Removes uploads that are in no field when their owner has ended; returns the others. */
export async function dropDetachedFiles(tx: Tx, own: readonly AttachmentRow[]): Promise<AttachmentRow[]> {
  const detached = own.filter(({ tied }) => !tied);
  await removeAttachments(tx, detached);
  return own.filter(({ tied }) => tied);
}
