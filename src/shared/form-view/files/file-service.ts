import { callForResponse } from '../../api/call.ts';
import { call } from '../../api/index.ts';
import { problemText } from '../../api/problem-text.ts';
import {
  type Attachment,
  addAttachment,
  deleteAttachment,
  getAttachmentContent,
} from '../../contracts/attachments.contract.ts';
import { extensionOf, FILES_PER_THING, isAccepted, MEGABYTE } from '../../contracts/file-kinds.ts';
import type { FileRef } from '../../forms/index.ts';
import { createPreviewState, type PreviewFile, type PreviewState } from '../../ui/preview/preview.state.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { upload } from './upload.ts';
import { createUploads, type UploadFault, type Uploads } from './uploads.ts';

/** What a place says of its files. */
interface PlaceRules {
  readonly accept?: readonly string[];
  /** Megabytes. */
  readonly maxSize?: number;
  readonly maxFiles?: number;
}

/** Where uploads go, and what becomes of them there. */
export interface UploadPlace extends PlaceRules {
  /** `contract`, `lines.r2.quote`, or empty for the task itself. */
  readonly id: string;
  readonly held: () => number;
  readonly onDone: (file: FileRef) => void;
}

/** The files of one task on the screen. */
export interface FileService {
  readonly preview: PreviewState;
  /** The uploads to a place; they go on while the place is not on the screen. */
  uploadsTo(place: UploadPlace): Uploads;
  /** Bytes that one file of the place may have. */
  limitOf(rules: PlaceRules): number;
  content(id: string): Promise<Blob>;
  /** Saves a file on the person's machine. Throws when it cannot be had. */
  save(file: PreviewFile): Promise<void>;
  remove(id: string): Promise<void>;
  /** Whether it was uploaded on this page and is part of nothing yet. */
  isFresh(id: string): boolean;
  /** Who added a file and when, where that is known. */
  about(id: string): { readonly by: string | null; readonly created: string } | undefined;
}

/** `fileLimit` in bytes, as the form of the task says; `known` gives the files that the task has. */
export function createFileService(
  taskId: string,
  fileLimit: number,
  known: () => readonly Attachment[] = () => [],
): FileService {
  const running = new Map<string, { uploads: Uploads; place: UploadPlace }>();
  const fresh = new Map<string, Attachment>();
  const limitOf = ({ maxSize }: PlaceRules) => Math.min(fileLimit, (maxSize ?? Number.POSITIVE_INFINITY) * MEGABYTE);

  const fetchContent = async (id: string) => {
    const query = { task: taskId, download: '' };
    return (await callForResponse(getAttachmentContent, { params: { id }, query })).blob();
  };
  return {
    preview: createPreviewState(),
    limitOf,
    uploadsTo(place) {
      const before = running.get(place.id);
      if (before) {
        before.place = place;
        return before.uploads;
      }
      const uploads = createUploads({
        send: async (file, { key, signal, onProgress }) => {
          const options = { id: taskId, fields: fieldsOf(place.id), idempotencyKey: key, signal, onProgress };
          const added: Attachment = await upload(addAttachment, file, options);
          fresh.set(added.id, added);
          return { id: added.id, fileName: added.fileName, size: added.size, mediaType: added.mediaType };
        },
        check: (file, count) => faultOf(file, count, entry.place, limitOf(entry.place)),
        held: () => entry.place.held(),
        onDone: (file) => entry.place.onDone(file),
        textOf: problemText,
      });
      const entry = { uploads, place };
      running.set(place.id, entry);
      return uploads;
    },
    content: fetchContent,
    async save({ id, fileName }) {
      saveBlob(await fetchContent(id), fileName);
    },
    async remove(id) {
      await call(deleteAttachment, { params: { id } });
      fresh.delete(id);
    },
    isFresh: (id) => fresh.has(id),
    about(id) {
      const file = fresh.get(id) ?? known().find((one) => one.id === id);
      return file && { by: file.by?.name ?? null, created: file.created };
    },
  };
}

function fieldsOf(id: string): Record<string, string> {
  if (id === '') return {};
  const [first = '', rowKey, column] = id.split('.');
  return rowKey === undefined || column === undefined
    ? { fieldName: first }
    : { arrayName: first, rowKey, fieldName: column };
}

function faultOf(file: File, count: number, rules: PlaceRules, limit: number): UploadFault | null {
  const max = rules.maxFiles ?? FILES_PER_THING;
  if (count >= max) return { code: 'too-many', max };
  if (!isAccepted(file.name, rules.accept)) return { code: 'refused', type: extensionOf(file.name) || file.name };
  if (file.size === 0) return { code: 'empty' };
  return file.size > limit ? { code: 'too-large', limit } : null;
}
