import { callForResponse } from '../../api/call.ts';
import { call } from '../../api/index.ts';
import { problemText } from '../../api/problem-text.ts';
import {
  type Attachment,
  addAttachment,
  deleteAttachment,
  getAttachmentContent,
} from '../../contracts/attachments.contract.ts';
import { extensionOf, FILES_PER_OWNER, isAccepted, MEGABYTE } from '../../contracts/file-kinds.ts';
import type { FileRef } from '../../forms/index.ts';
import { createPreviewState, type PreviewFile, type PreviewState } from '../../ui/preview/preview.state.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { upload } from './upload.ts';
import { createUploads, type UploadFault, type Uploads } from './uploads.ts';

/** File rules of a place. */
interface PlaceRules {
  readonly accept?: readonly string[];
  /** Megabytes. */
  readonly maxSize?: number;
  readonly maxFiles?: number;
}

/** Target of uploads. */
export interface UploadPlace extends PlaceRules {
  /** `contract`, `lines.r2.quote`, or empty for the task itself. */
  readonly id: string;
  readonly held: () => number;
  readonly onDone: (file: FileRef) => void;
}

/** A file added on this page. */
interface AddedFile extends FileRef {
  readonly by: string | null;
  readonly created: string;
}

interface Adding {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** Where file contents are: with a task on the server, or on the page of a preview. */
export interface FileStore {
  /** `place` is the id of an UploadPlace. Throws ApiError. */
  add(file: File, place: string, adding: Adding): Promise<AddedFile>;
  content(id: string): Promise<Blob>;
  remove(id: string): Promise<void>;
}

/** Files of a task, or of a preview. */
export interface FileService {
  readonly preview: PreviewState;
  /** Uploads to a place; they continue while it is not on screen. */
  uploadsTo(place: UploadPlace): Uploads;
  /** Maximum bytes of one file in the place. */
  limitOf(rules: PlaceRules): number;
  content(id: string): Promise<Blob>;
  /** Saves a file to the user's device. Throws if it cannot be loaded. */
  save(file: PreviewFile): Promise<void>;
  remove(id: string): Promise<void>;
  /** Whether it was uploaded on this page and is not yet part of anything. */
  isFresh(id: string): boolean;
  /** Who added a file and when, if known. */
  about(id: string): { readonly by: string | null; readonly created: string } | undefined;
}

/** Files of a task, or of its form. */
export const filesOfTask = (taskId: string): FileStore => filesOf(taskId, { task: taskId });

/** Files of a record. */
export const filesOfRecord = (recordId: string): FileStore => filesOf(recordId, {});

/** Files of a start form; `draftId` returns the draft that owns them, and saves one first if there is none. */
export const filesOfDraft = (draftId: () => Promise<string>): FileStore => filesOf(draftId, {});

function filesOf(owner: string | (() => Promise<string>), via: { readonly task?: string }): FileStore {
  return {
    async add(file, place, { key, signal, onProgress }) {
      const id = typeof owner === 'string' ? owner : await owner();
      const options = { id, fields: fieldsOf(place), idempotencyKey: key, signal, onProgress };
      const added: Attachment = await upload(addAttachment, file, options);
      const { id: fileId, fileName, size, mediaType, created, by } = added;
      return { id: fileId, fileName, size, mediaType, created, by: by?.name ?? null };
    },
    async content(id) {
      const query = { ...via, download: '' };
      return (await callForResponse(getAttachmentContent, { params: { id }, query })).blob();
    },
    remove: (id) => call(deleteAttachment, { params: { id } }).then(() => undefined),
  };
}

/** `fileLimit` in bytes, from the task's form; `known` returns the files of the task. */
export function createFileService(
  store: FileStore,
  fileLimit: number,
  known: () => readonly Attachment[] = () => [],
): FileService {
  const running = new Map<string, { uploads: Uploads; place: UploadPlace }>();
  const fresh = new Map<string, AddedFile>();
  const limitOf = ({ maxSize }: PlaceRules) => Math.min(fileLimit, (maxSize ?? Number.POSITIVE_INFINITY) * MEGABYTE);

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
        send: async (file, adding) => {
          const added = await store.add(file, place.id, adding);
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
    content: store.content,
    async save({ id, fileName }) {
      saveBlob(await store.content(id), fileName);
    },
    async remove(id) {
      await store.remove(id);
      fresh.delete(id);
    },
    isFresh: (id) => fresh.has(id),
    about(id) {
      const added = fresh.get(id);
      if (added) return { by: added.by, created: added.created };
      const file = known().find((one) => one.id === id);
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
  const max = rules.maxFiles ?? FILES_PER_OWNER;
  if (count >= max) return { code: 'too-many', max };
  if (!isAccepted(file.name, rules.accept)) return { code: 'refused', type: extensionOf(file.name) || file.name };
  if (file.size === 0) return { code: 'empty' };
  return file.size > limit ? { code: 'too-large', limit } : null;
}
